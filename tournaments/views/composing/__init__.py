"""Pages about what is kept for composing battles."""
