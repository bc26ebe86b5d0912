"""Marks sentences that the site translates; the game itself speaks English."""

from typing import Any

Sentence = tuple[str, dict[str, Any]]
"""A message with %(name)s places, and what fills them. Seats are letters: who shows it may put names there."""


def N_(message: str) -> str:
    """Return the message itself; the name is what the collector of messages looks for."""
    return message
