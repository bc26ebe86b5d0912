"""The territory games: plain Python, no web, no clock, no database."""
