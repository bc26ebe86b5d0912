"""The rules of an arena: what a battle is worth, who meets whom next, and in which order everybody ends."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain import games
from tournaments.domain.matchmaking import GROUNDS, Apart, Searcher, are_never_apart

POINTS = {"won": 2, "drawn": 1, "lost": 0}
COMPUTER_POINTS = {"won": 1, "drawn": 0, "lost": 0}
"""What a battle against a computer player is worth. It neither makes nor ends a streak."""
STREAK = 2
"""After so many victories in a row each battle counts double, until one is not won."""
STAYS = timedelta(seconds=30)
"""How long somebody is paired whose page was not heard of."""
REPEATS_AFTER = timedelta(seconds=15)
"""How long both have to wait before two meet again who have just met."""
LEADS = timedelta(seconds=20)
"""How long after its start a battle takes to it whoever opens the page of the arena; later, the page can be read."""
COMPUTER_AFTER = timedelta(seconds=15)
"""How long somebody waits before a computer player is offered, where the arena allows them."""
GRACE = timedelta(seconds=5)
"""After the end, in which battles that ended in time are still counted."""
MINUTES = (20, 40, 60, 90, 120)
"""How long an arena can last."""
ROUND_SECONDS: dict[int, Promise] = {
    15: _("Fast: 15 seconds a round"),
    30: _("Live: 30 seconds a round"),
    60: _("Unhurried: a minute a round"),
}
"""The paces of an arena, by the seconds of a round."""
NOTICE = (timedelta(minutes=1), timedelta(days=30))
"""How long before its start an arena is announced, at least and at most."""


def can_be_played(field: str, preset: str) -> bool:
    """Return whether two people can still be paired on this battlefield under these rules.

    >>> can_be_played("duel-2", "classic"), can_be_played("duel-2", "rules of an older version")
    (True, False)
    """
    ground = GROUNDS.get(field)
    return ground is not None and preset in games.GAMES[ground.game].presets()


@dataclass(frozen=True)
class Score:
    """What a player has in an arena: points, and the victories in a row that the next battle builds on."""

    points: int = 0
    streak: int = 0


def add_result(score: Score, result: str, *, computer: bool = False) -> tuple[Score, int]:
    """Return the score after a battle, and what this one was worth. `result`: won, drawn or lost.

    `computer`: against a computer player.

    >>> add_result(Score(4, 2), "won")
    (Score(points=8, streak=3), 4)
    >>> add_result(Score(4, 2), "drawn")
    (Score(points=6, streak=0), 2)
    >>> add_result(Score(4, 2), "won", computer=True)
    (Score(points=5, streak=2), 1)
    """
    if computer:
        return Score(score.points + COMPUTER_POINTS[result], score.streak), COMPUTER_POINTS[result]
    worth = POINTS[result] * (2 if score.streak >= STREAK else 1)
    return Score(score.points + worth, score.streak + 1 if result == "won" else 0), worth


@dataclass(frozen=True)
class Waiting:
    """Somebody who waits for the next rival. `since`: from when; `last`: the dynasty met last."""

    pk: int
    dynasty: int
    points: int
    since: datetime
    last: int | None = None


def pair_all(
    waiting: Sequence[Waiting], now: datetime, apart: Apart = are_never_apart
) -> list[tuple[Waiting, Waiting]]:
    """Return who meets whom: the best first, each with the nearest by points; nobody the same rival twice in a row.

    Where nobody else is left, two meet again after both have waited for REPEATS_AFTER.
    """
    left = sorted(waiting, key=lambda each: (-each.points, each.since, each.pk))
    pairs = []
    while left:
        one = left.pop(0)
        other = next((each for each in left if may_meet(one, each, now, apart)), None)
        if other:
            left.remove(other)
            pairs.append((one, other))
    return pairs


def may_meet(one: Waiting, other: Waiting, now: datetime, apart: Apart = are_never_apart) -> bool:
    """Return whether two who wait can be paired now."""
    if one.dynasty == other.dynasty or apart(build_searcher(one), build_searcher(other)):
        return False
    have_just_met = one.last == other.dynasty or other.last == one.dynasty
    return not have_just_met or now - max(one.since, other.since) >= REPEATS_AFTER


def build_searcher(waiting: Waiting) -> Searcher:
    """Return somebody who waits as the search for an opponent knows people."""
    return Searcher(waiting.pk, 0.0, waiting.since, dynasty=waiting.dynasty)


def rank_all(scores: Sequence[tuple[int, int]]) -> list[int]:
    """Return the place of each, by points and then victories; who is equal in both shares a place.

    >>> rank_all([(8, 3), (9, 2), (8, 3), (8, 2)])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > own for other in scores) for own in scores]
