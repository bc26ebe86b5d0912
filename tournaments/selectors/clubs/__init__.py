"""What is read of clubs that concerns tournaments."""
