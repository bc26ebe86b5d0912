"""People who find each other: friends, and what they write to one another."""
