"""What the seats of a battle write to one another and agree on."""
