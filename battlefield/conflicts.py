"""Conflict policies: what becomes of unsettled movers that claim the same tile (rules §4, phase 2).

A policy names the piece that keeps its claim, if any, and whether the others spring or go home.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .marches import March


def nobody(marches: Sequence[March]) -> March | None:
    """No piece keeps its claim."""
    return None


def quickest(marches: Sequence[March]) -> March | None:
    """The piece that was ordered quickest keeps its claim."""
    return min(marches, key=lambda march: march.priority)


@dataclass(frozen=True)
class Policy:
    keeper: Callable[[Sequence[March]], March | None]
    others_spring: bool
    """Else they go home."""


POLICIES = {
    "rollback": Policy(nobody, others_spring=False),
    "bounce": Policy(nobody, others_spring=True),
    "rollback_and_stay": Policy(quickest, others_spring=False),
    "bounce_and_stay": Policy(quickest, others_spring=True),
}


def keeper(marches: Sequence[March], policy: Policy, emperor_precedence: bool) -> March | None:
    """Who keeps its claim: the one Emperor that springs from a take, where that is the rule, else by the policy."""
    if emperor_precedence:
        emperors = [march for march in marches if march.took_as_emperor]
        if len(emperors) == 1:
            return emperors[0]
    return policy.keeper(marches)
