"""Remarkable events of finished battles, by which they can be found."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.domain.settlement import Take
from tournaments.domain.tournament_types import EMPEROR, PAWN

BATTLE_EVENTS = {
    "duel": _("An Emperor captured an Emperor"),
    "by_pawn": _("A pawn captured an Emperor"),
    "together": _("Two Emperors fell in the same round"),
    "mutual": _("Two players captured each other’s Emperor in the same round"),
    "draw": _("It ended in a draw"),
    "spotless": _("The winner lost no pawn"),
}
LENGTHS = {"short": 10, "medium": 30, "long": 10**9}
"""The most rounds of a battle that counts as of this length."""
LENGTH_NAMES = {
    "short": _("up to 10 rounds"),
    "medium": _("11 to 30 rounds"),
    "long": _("more than 30 rounds"),
}


def find_events(rounds: Sequence[Sequence[Take]], winners: Sequence[str], draw: bool) -> set[str]:
    """Return which events a battle had, from the takes of each round.

    >>> sorted(find_events([[Take("a", "b", True), Take("b", "a", True)]], (), draw=True))
    ['draw', 'duel', 'mutual', 'together']
    """
    emperors = [[take for take in takes if take.emperor] for takes in rounds]
    pairs = [{(take.taker, take.taken) for take in takes} for takes in emperors]
    lost = {take.taken for takes in rounds for take in takes}
    found = {
        "duel": any(take.by == EMPEROR for takes in emperors for take in takes),
        "by_pawn": any(take.by == PAWN for takes in emperors for take in takes),
        "together": any(len({take.taken for take in takes}) > 1 for takes in emperors),
        "mutual": any((victim, taker) in each for each in pairs for taker, victim in each),
        "draw": draw,
        "spotless": not draw and bool(lost) and any(winner not in lost for winner in winners),
    }
    return {name for name, happened in found.items() if happened}


def get_length(rounds: int) -> str:
    """Return the length of a battle of so many rounds, by its name."""
    return next(name for name, most in LENGTHS.items() if rounds <= most)
