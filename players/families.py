"""Families of rules that are evaluated alike, and how far a battle has come."""

from collections.abc import Sequence

from battlefield import Battle
from battlefield.goals import read_goal
from battlefield.rulesets import Ruleset

FAMILIES = ("plain", "walls", "usurpers", "hunters", "race", "siege", "duel")
"""Names of the families; rules that fit several belong to the last of these that they fit."""


def find_family(ruleset: Ruleset) -> str:
    """Return the family of a ruleset, by what most changes how a battle is fought.

    >>> find_family(Ruleset()), find_family(Ruleset(goals=("cross", "last_emperor")))
    ('plain', 'race')
    """
    goals = {read_goal(text)[0] for text in ruleset.goals}
    if "duel" in goals:
        return "duel"
    if "survive" in goals:
        return "siege"
    if goals - {"last_emperor", "take_stronger_emperor"}:
        return "race"
    if "take_stronger_emperor" in goals:
        return "hunters"
    if ruleset.leaderless == "fight_on":
        return "usurpers"
    return "walls" if ruleset.path == "clear" else "plain"


def measure_stage(battle: Battle) -> float:
    """Return how far a battle has come, from 0 to less than 1: how much experience the best pawns have on average.

    >>> from battlefield import begin
    >>> from battlefield.compact import read
    >>> measure_stage(begin(read("A_b/__B"), Ruleset()))
    0.0
    """
    best = dict.fromkeys(battle.fighting, 1)
    for piece in battle.formation.pieces.values():
        if piece.seat in best and not piece.is_emperor:
            best[piece.seat] = max(best[piece.seat], piece.experience)
    return to_stage(list(best.values()))


def to_stage(best: Sequence[int]) -> float:
    """Return the stage from the experience of the best pawn of each fighting seat.

    >>> to_stage([6, 6])
    0.5
    """
    mean = sum(best) / len(best) - 1 if best else 0.0
    return mean / (mean + 5.0)
