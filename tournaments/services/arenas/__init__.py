"""Arenas: announcing one, taking part, and what happens in it by itself."""
