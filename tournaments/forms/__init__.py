"""What people fill in. Shape is checked here; whether it is allowed, the services decide."""
