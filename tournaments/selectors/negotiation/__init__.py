"""What the seats of a battle write to one another and agree on, as far as a reader may see it."""
