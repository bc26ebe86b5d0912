"""How many points of the table count where no other person took part: section 3 of the rules of the world."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import players

DAILY_LIMIT = 30
"""Points a day (UTC) that a dynasty gains from battles in which no other person's dynasty held a seat."""

Row = tuple[str, str, int]
"""A seat, a cause, and the points."""


@dataclass(frozen=True)
class Company:
    """Whom a dynasty meets in a battle."""

    has_people: bool
    """Whether another person's dynasty holds a seat."""
    is_own: bool = False
    """Whether the dynasty announced the tournament itself."""
    is_weak: bool = False
    """Whether all other seats are of levels below the middle of the ladder."""


def is_weak_level(game: str, level: str) -> bool:
    """Return whether a level is below the middle of a game's ladder; a level that nobody knows is not.

    >>> is_weak_level("emperors", "random"), is_weak_level("emperors", "grandmaster")
    (True, False)
    """
    try:
        ladder = list(players.levels(game))
        return ladder.index(players.level_of(game, level)) < len(ladder) // 2
    except (KeyError, ValueError):
        return False


def count_room(company: Company, counted: int) -> int | None:
    """Return how many points may still count; None: all that are won. `counted`: those that counted today."""
    if company.has_people:
        return None
    return 0 if company.is_own else max(DAILY_LIMIT - counted, 0)


def limit_gains(gains: Sequence[int], company: Company, counted: int) -> list[int]:
    """Return how much of each gain counts, in their order; halves are rounded down over the whole battle.

    >>> limit_gains([20, 10, 4], Company(has_people=False), counted=5)
    [20, 5, 0]
    >>> limit_gains([20, 5], Company(has_people=False, is_weak=True), counted=0)
    [12, 0]
    """
    room = count_room(company, counted)
    if room is None:
        return list(gains)
    room = min(room, sum(gains) // 2 if company.is_weak else sum(gains))
    limited = []
    for gain in gains:
        limited.append(min(gain, room))
        room -= limited[-1]
    return limited


def limit_rows(rows: Iterable[Row], company: Company, counted: int) -> list[tuple[Row, int]]:
    """Return each row of one seat with the points of it that count. Losses count whole, but for those at home.

    In a tournament that the dynasty announced itself, without another person in it, nothing of the table counts.
    """
    listed = list(rows)
    limited = iter(limit_gains([points for _seat, _cause, points in listed if points > 0], company, counted))
    nothing = company.is_own and not company.has_people
    return [(row, next(limited) if row[2] > 0 else 0 if nothing else row[2]) for row in listed]
