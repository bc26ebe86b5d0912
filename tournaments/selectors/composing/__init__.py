"""What is kept for composing battles, read."""
