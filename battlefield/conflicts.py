"""Conflict policies: what happens to unsettled movers that claim the same tile (rules §4, phase 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from .marches import March
from .marks import N_


class Keeper(IntEnum):
    """Which of the pieces in a conflict keeps its claim."""

    NOBODY = 0
    QUICKEST = 1
    SLOWEST = 2


@dataclass(frozen=True)
class Policy:
    """A conflict policy: everything that resolvers, pages and computer players know of it."""

    keeper: Keeper
    others_spring: bool
    """Whether the others spring back; else they go home."""
    sentence: str
    """The policy in words, for players."""


POLICIES = {
    "rollback": Policy(Keeper.NOBODY, others_spring=False, sentence=N_("Pieces that claim the same tile all go home.")),
    "bounce": Policy(
        Keeper.NOBODY,
        others_spring=True,
        sentence=N_("Pieces that claim the same tile all spring back to the nearest free tile on their way."),
    ),
    "rollback_and_stay": Policy(
        Keeper.QUICKEST,
        others_spring=False,
        sentence=N_(
            "Of the pieces that claim the same tile, the one with the quickest order stays; the others go home."
        ),
    ),
    "bounce_and_stay": Policy(
        Keeper.QUICKEST,
        others_spring=True,
        sentence=N_(
            "Of the pieces that claim the same tile, the one with the quickest order stays; the others spring back."
        ),
    ),
}


def find_keeper(marches: Sequence[March], policy: Policy, emperor_precedence: bool) -> March | None:
    """Return the piece that keeps its claim.

    With `emperor_precedence` this is the one Emperor that springs from a take, if there is just one; else the policy
    decides.
    """
    if emperor_precedence:
        emperors = [march for march in marches if march.took_as_emperor]
        if len(emperors) == 1:
            return emperors[0]
    if policy.keeper is Keeper.NOBODY:
        return None
    choose = min if policy.keeper is Keeper.QUICKEST else max
    return choose(marches, key=lambda march: march.priority)
