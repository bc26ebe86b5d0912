"""Teams: seats that fight side by side, and win or lose together."""

from collections.abc import Mapping, Sequence
from typing import Any

TEAMS = {"none": 0, "two": 2, "three": 3}
"""How many teams there are, by the value of the option; without teams every seat fights for itself."""
LEAST_MEMBERS = 2

Team = tuple[str, ...]


def count_teams(options: Mapping[str, Any]) -> int:
    """Return the number of teams, 0 where every seat fights for itself; battles of earlier days have no such option."""
    return TEAMS[options.get("teams", "none")]


def split(seats: Sequence[str], number: int) -> tuple[Team, ...]:
    """Deal the seats out to so many teams, one after the other, so that team mates do not sit side by side.

    >>> split("abcde", 2)
    (('a', 'c', 'e'), ('b', 'd'))
    >>> split("ab", 0)
    (('a',), ('b',))
    """
    return tuple(tuple(seats[first::number]) for first in range(number)) if number else tuple((seat,) for seat in seats)
