"""A histogram: how many there are in each band of values, as the bars of an SVG."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, FOOT, GAP = 720, 160, 24, 4


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    middle: float
    first: int
    """The first value of the band."""
    count: int


@dataclass(frozen=True)
class Histogram:
    bars: list[Bar]
    width: int = WIDTH
    height: int = HEIGHT
    floor: int = HEIGHT - FOOT


def draw(bands: Sequence[tuple[int, int]]) -> Histogram | None:
    """Draw bands without gaps, each with its first value and its count; None if there is none.

    >>> draw([(1400, 1), (1500, 2)]).bars[1].height
    130.0
    """
    if not bands:
        return None
    most, step = max(count for _first, count in bands) or 1, WIDTH / len(bands)
    floor = HEIGHT - FOOT
    bars = []
    for number, (first, count) in enumerate(bands):
        height = round(max(2.0, (floor - 6) * count / most), 1) if count else 0.0
        x, width = round(number * step + GAP / 2, 1), round(step - GAP, 1)
        bars.append(Bar(x, round(floor - height, 1), width, height, round(x + width / 2, 1), first, count))
    return Histogram(bars)
