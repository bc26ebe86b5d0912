"""Apps of third parties: registering them, letting them in, and taking that back."""
