"""How dates are written, where Django's own way of a language is not ours: the day first, and hours up to 24."""
