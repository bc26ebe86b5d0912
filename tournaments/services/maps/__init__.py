"""Maps of players: drawing one, taking it off the list, and measuring how fair it is."""
