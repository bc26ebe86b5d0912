"""Pages of what the seats of a battle write to one another and agree on."""
