"""The pages of the maps of campaigns: those that come with the game, and those that players draw."""
