"""Battles that could not be resolved, for the site's staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Round, Tournament

MAX_SHOWN = 100


@dataclass(frozen=True)
class HaltedBattle:
    """A battle that has halted: in which round, why, how often it was tried, and when it is tried again."""

    tournament: Tournament
    round: int
    fault: str
    """The error and its place in the code; empty where its process died of it."""
    attempts: int
    due: datetime
    """Since when the round could have closed."""
    again: datetime | None


def list_halted() -> Sequence[HaltedBattle]:
    """Return the battles that have halted, those that have waited longest first."""
    opened = Round.objects.filter(closed_at=None, tournament__status=Tournament.Status.HALTED)
    rows = opened.select_related("tournament").defer("state").order_by("deadline")[:MAX_SHOWN]
    return [HaltedBattle(each.tournament, each.number, each.fault, each.attempts,
                   min(each.deadline, each.ready_at or each.deadline), each.try_at) for each in rows]  # fmt: skip


def count_halted() -> int:
    """Return how many battles have halted."""
    return Tournament.objects.filter(status=Tournament.Status.HALTED).count()
