"""Puzzles of one order: making them from reviews, and answering them."""
