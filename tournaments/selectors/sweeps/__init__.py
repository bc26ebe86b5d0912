"""What the sweeps of every second look up."""
