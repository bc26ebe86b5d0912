"""Markers for sentences that the site translates; the games themselves speak English."""

from typing import Any

Sentence = tuple[str, dict[str, Any]]
"""A message with %(name)s places, and what fills them. Seats are letters: who shows it may put names there."""


def N_(message: str) -> str:
    """Return the message unchanged and mark it for translation."""
    return message
