"""Numbers as people read them: grouped as their language does, with a real minus sign."""

from django.utils.formats import number_format

MINUS = "−"
UNGROUPED = 1_000
"""Smaller ones have no separator in any language."""


def format_number(number: int) -> str:
    """Return a whole number with the thousands separator of the active language."""
    size = abs(number)
    digits = str(size) if size < UNGROUPED else number_format(size, use_l10n=True, force_grouping=True)
    return f"{MINUS}{digits}" if number < 0 else digits


def format_signed(number: int) -> str:
    """Return a gain or a loss with its sign: +20 or −5."""
    return f"+{format_number(number)}" if number > 0 else format_number(number)
