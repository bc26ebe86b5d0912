"""People who find each other: what they write to one another outside of battles."""
