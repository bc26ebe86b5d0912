"""The latest battles as bars, the newest at the right: up for a victory, on the line for a draw, down for the rest."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HALF, MAX_RESULTS, GAP = 480, 26, 40, 3


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    height: float
    kind: str
    """won, draw or lost."""


@dataclass(frozen=True)
class Form:
    bars: list[Bar]
    bar: float
    """The width of a bar."""
    won: int
    drawn: int
    lost: int
    width: int = WIDTH
    half: int = HALF
    height: int = 2 * HALF


def draw(results: Sequence[str]) -> Form | None:
    """Draw the last results, given from the first to the last; None without any.

    >>> form = draw(["won", "draw", "fell"])
    >>> [(bar.kind, bar.y) for bar in form.bars], form.lost
    ([('won', 2), ('draw', 23), ('lost', 29)], 1)
    """
    kinds = [each if each in ("won", "draw") else "lost" for each in results[-MAX_RESULTS:]]
    if not kinds:
        return None
    step = WIDTH / MAX_RESULTS
    places = {"won": (2, HALF - 5), "draw": (HALF - 3, 6), "lost": (HALF + 3, HALF - 5)}
    first = MAX_RESULTS - len(kinds)
    bars = [Bar(round(number * step, 1), *places[kind], kind) for number, kind in enumerate(kinds, first)]
    return Form(bars, round(step - GAP, 1), *(kinds.count(kind) for kind in ("won", "draw", "lost")))
