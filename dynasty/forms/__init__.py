"""What people fill in. Shape is checked here; the rules of the world are in the services."""
