"""How deeply the rounds of a review are judged, so that the review of a long battle is made in seconds as well.

Where the time does not suffice to look into every round, it goes to those in which the chances changed most; the others
are judged at first sight, and say so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

BUDGET = 8.0
"""Seconds of work for a whole review."""
EXPECTED = 0.05
"""Seconds that a round is expected to take before one was measured."""
QUICK = 0.35
"""What part of that a round takes that is judged at first sight, before one was measured."""
LEAST = 0.1
"""What part of its time a round saves at least that is judged at first sight."""


@dataclass(frozen=True)
class Spent:
    """What a judged round took."""

    is_deep: bool
    seconds: float


def choose_depth(swings: Sequence[float], spent: Sequence[Spent], budget: float = BUDGET) -> bool:
    """Return whether the next round is to be looked into.

    `swings` are by how much each round of the battle changed the chances, `spent` what the rounds judged so far took.

    >>> slow = [Spent(True, 1.0), Spent(False, 0.25)]
    >>> [choose_depth([0, 0, swing, 0.5, 0.5], slow, budget) for swing, budget in ((0.1, 9), (0.1, 4), (0.9, 4))]
    [True, False, True]
    """
    deep = _average([each.seconds for each in spent if each.is_deep], EXPECTED)
    quick = _average([each.seconds for each in spent if not each.is_deep], QUICK * deep)
    rest = swings[len(spent) :]
    left = budget - sum(each.seconds for each in spent) - len(rest) * quick
    dearer = sum(swing > rest[0] for swing in rest)
    return (dearer + 1) * max(deep - quick, LEAST * deep) <= left


def _average(seconds: Sequence[float], otherwise: float) -> float:
    return sum(seconds) / len(seconds) if seconds else otherwise
