"""Pages of friends and of messages between people."""
