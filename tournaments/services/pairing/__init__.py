"""People find people: searches for an opponent, and the battles that come of them."""
