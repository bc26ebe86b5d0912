"""How even a board is, by the wins of its seats: shares with their uncertainty, and a grade."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.limits import SEATS

Z_95 = 1.96
"""Standard deviations within which 95 of 100 measurements lie."""
MIN_VICTORIES = 100
"""Victories without which nothing is said."""
LEVELS_BY_SEATS = ((4, "greedy"), (SEATS[1], "wanderer"))
"""Up to so many seats, this level plays: battles of many seats are long, and need players who do not think for long."""
ORDERS_PER_TURN = {"greedy": 1, "wanderer": 20, "random": 20}
"""How many orders of a level take as long as one that is thought over."""


def choose_level(seats: int) -> str:
    """Return the level that measures a board of so many seats."""
    return next(level for most, level in LEVELS_BY_SEATS if seats <= most)


GRADES: tuple[tuple[str, float, Promise], ...] = (
    ("A", 0.12, _("Even: no seat is measurably more than an eighth above or below its fair share.")),
    ("B", 0.25, _("Nearly even: a seat wins up to a quarter more or less than its fair share.")),
    ("C", 0.50, _("Uneven: a seat wins up to half more or less than its fair share.")),
    ("D", 1.00, _("Lopsided: a seat wins up to twice its fair share, or next to nothing.")),
    ("E", math.inf, _("One-sided: a seat wins more than twice its share.")),
)
"""Letter, by how much of a fair share a seat is off at most, and what that means."""


@dataclass(frozen=True)
class Share:
    """A seat's share of the victories, and the bounds between which its true share lies, all from 0 to 1."""

    seat: str
    wins: int
    share: float
    low: float
    high: float


def compute_interval(wins: int, battles: int) -> tuple[float, float]:
    """Return Wilson's interval of 95% for the true chance of winning."""
    if not battles:
        return 0.0, 1.0
    part, square = wins / battles, Z_95 * Z_95
    middle = (part + square / (2 * battles)) / (1 + square / battles)
    spread = Z_95 / (1 + square / battles) * math.sqrt(part * (1 - part) / battles + square / (4 * battles**2))
    return max(0.0, min(part, middle - spread)), min(1.0, max(part, middle + spread))


def compute_shares(wins: Mapping[str, int]) -> list[Share]:
    """Return each seat's share of all victories, in the order of their letters."""
    total = sum(wins.values())
    return [Share(seat, won, won / total if total else 0.0, *compute_interval(won, total))
            for seat, won in sorted(wins.items())]  # fmt: skip


def grade_wins(wins: Mapping[str, int]) -> str:
    """Return A to E: how far the seat that is furthest off its fair share is measured to be; empty for too few battles.

    A seat counts only if its fair share lies beyond the bounds within which its true share lies: else it may be chance.
    """
    found = compute_shares(wins)
    if not found or sum(wins.values()) < MIN_VICTORIES:
        return ""
    fair = 1 / len(found)
    off = max(abs(each.share - fair) / fair if not each.low <= fair <= each.high else 0.0 for each in found)
    return next(letter for letter, most, _words in GRADES if off <= most)
