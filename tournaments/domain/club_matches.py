"""The rules of a match of clubs: who meets whom, and what a board is worth."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import zip_longest

from tournaments.domain import arenas
from tournaments.domain.matchmaking import PACES

ROUND_SECONDS = {**arenas.ROUND_SECONDS, PACES["daily"].round_seconds: PACES["daily"].title}
"""The paces of a match, by the seconds of a round."""
VICTORY, DRAW = 2, 1
"""Points of a board; whoever meets nobody has won."""
NOTICE = (timedelta(minutes=10), timedelta(days=60))
"""How long before its start a match is announced, at least and at most."""
RESERVES = 5
"""How many more than there are boards a line-up can name."""


def pair_boards(home: Sequence[int], away: Sequence[int], boards: int) -> list[tuple[int | None, int | None]]:
    """Return who meets whom: the first of one club the first of the other, and nobody where a club has too few.

    >>> pair_boards([1, 2, 3], [7], 2)
    [(1, 7), (2, None)]
    """
    pairs = list(zip_longest(home[:boards], away[:boards]))
    return [*pairs, *[(None, None)] * (boards - len(pairs))]


def score_board(result: str) -> tuple[int, int]:
    """Return the points of both clubs. `result`: how the battle ended for the first; blank: without a result.

    >>> score_board("won"), score_board("drawn"), score_board("lost"), score_board("")
    ((2, 0), (1, 1), (0, 2), (0, 0))
    """
    return {"won": (VICTORY, 0), "drawn": (DRAW, DRAW), "lost": (0, VICTORY), "": (0, 0)}[result]


def score_forfeit(home: int | None, away: int | None) -> tuple[int, int]:
    """Return the points of a board for which at least one club has nobody.

    >>> score_forfeit(1, None), score_forfeit(None, None)
    ((2, 0), (0, 0))
    """
    return (VICTORY if home else 0, VICTORY if away else 0)
