"""Maps that players have drawn."""
