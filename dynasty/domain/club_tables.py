"""The table of a club: points from the battles in which its members met each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

VICTORY, DRAW = 2, 1
"""Points for each member that one came before, and for each with whom one shared a place."""


@dataclass
class Score:
    """What a member has won against other members."""

    points: int = 0
    battles: int = 0


def add_up(battles: Iterable[Iterable[tuple[int, int]]]) -> dict[int, Score]:
    """Return the score of each member by its id, of battles as members and their places in them, the winner's being 1.

    A battle in which one member alone took part counts nothing.

    >>> add_up([[(7, 1), (8, 2)], [(7, 1), (8, 1), (9, 3)], [(9, 1)]])
    {7: Score(points=5, battles=2), 8: Score(points=3, battles=2), 9: Score(points=0, battles=1)}
    """
    scores: dict[int, Score] = {}
    for battle in battles:
        there = dict(battle)
        if len(there) < 2:
            continue
        for member in there:
            scores.setdefault(member, Score()).battles += 1
        for (one, place), (other, place_of_other) in combinations(there.items(), 2):
            if place == place_of_other:
                scores[one].points += DRAW
                scores[other].points += DRAW
            else:
                scores[one if place < place_of_other else other].points += VICTORY
    return scores
