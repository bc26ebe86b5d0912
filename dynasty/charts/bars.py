"""A bar chart by days: bars above the axis for what was given out, below it for what was taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

WIDTH, HALF, GAP = 300, 36, 2


class DayTotals(Protocol):
    @property
    def date(self) -> date: ...
    @property
    def minted(self) -> int: ...
    @property
    def burnt(self) -> int: ...


@dataclass(frozen=True)
class Bar:
    x: float
    width: float
    up: float
    down: float
    top: float


@dataclass(frozen=True)
class Bars:
    bars: list[Bar]
    most: int
    width: int = WIDTH
    half: int = HALF
    height: int = 2 * HALF


def draw(days: Sequence[DayTotals]) -> Bars:
    """Draw the bars of these days, scaled to the greatest of them."""
    most = max(max(day.minted, day.burnt) for day in days) or 1
    step = WIDTH / len(days)
    return Bars([build_bar(day, number * step, step - GAP, most) for number, day in enumerate(days)], most)


def build_bar(day: DayTotals, x: float, width: float, most: int) -> Bar:
    up, down = compute_height(day.minted, most), compute_height(day.burnt, most)
    return Bar(round(x, 2), round(width, 2), up, down, round(HALF - up, 2))


def compute_height(amount: int, most: int) -> float:
    """Compute the height of a bar; any amount above 0 stays visible."""
    return round(max(1.5, HALF * amount / most), 2) if amount else 0
