"""Mixtures: how often to play what, when everybody chooses at once."""

from collections.abc import Sequence
from random import Random

STEPS = 200
LEAST = 0.08
"""What a mixture holds less often is left out."""


def solve(table: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """Return the mixtures of rows, which maximise, and columns, which minimise, found by fictitious play.

    >>> solve([[1.0, 0.0], [0.0, 1.0]])
    ([0.5, 0.5], [0.5, 0.5])
    """
    rows, columns = len(table), len(table[0])
    gains, costs = [0.0] * rows, [0.0] * columns
    played, answered = [0.0] * rows, [0.0] * columns
    row = 0
    for _ in range(STEPS):
        played[row] += 1
        for column in range(columns):
            costs[column] += table[row][column]
        column = min(range(columns), key=costs.__getitem__)
        answered[column] += 1
        for other in range(rows):
            gains[other] += table[other][column]
        row = max(range(rows), key=gains.__getitem__)
    return [times / STEPS for times in played], [times / STEPS for times in answered]


def draw(mixture: Sequence[float], luck: Random) -> int:
    """Draw an index by the weights of a mixture; those below `LEAST` are left out."""
    weights = [weight if weight >= LEAST else 0.0 for weight in mixture]
    return luck.choices(range(len(weights)), weights if any(weights) else None)[0]
