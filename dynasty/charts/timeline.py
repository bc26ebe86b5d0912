"""A timeline of an emperor's life: a lane for each of its dynasties, a mark for each of its deeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from dynasty.charts.line import choose_format

WIDTH, LEFT, RIGHT, TOP, LANE, BOTTOM = 720, 20, 20, 40, 56, 34

Home = tuple[str, datetime, datetime | None]
"""The name of a dynasty, and the start and end of the membership."""
Deed = tuple[datetime, str, str]
"""The moment and kind of an event, and the sentence that tells it."""


@dataclass(frozen=True)
class Lane:
    name: str
    at: float


@dataclass(frozen=True)
class Mark:
    x: float
    y: float
    kind: str
    sentence: str


@dataclass(frozen=True)
class Tick:
    x: float
    moment: datetime


@dataclass(frozen=True)
class Life:
    lanes: list[Lane]
    line: str
    marks: list[Mark]
    ticks: list[Tick]
    written: str
    """The name of the date format of the moments."""
    height: int
    width: int = WIDTH
    left: int = LEFT
    right: int = WIDTH - RIGHT


def draw(homes: Sequence[Home], deeds: Sequence[Deed], end: datetime) -> Life | None:
    """Draw the line of a life up to `end`; None without any membership."""
    if not homes:
        return None
    begin = homes[0][1]
    span = max(end - begin, timedelta(seconds=1))
    names = list(dict.fromkeys(name for name, _since, _until in homes))
    lanes = [Lane(name, TOP + LANE * number) for number, name in enumerate(names)]
    height = {lane.name: lane.at for lane in lanes}

    def across(moment: datetime) -> float:
        share = min(max((moment - begin) / span, 0.0), 1.0)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    parts = [f"{'L' if number else 'M'}{across(since)} {height[name]}H{across(until or end)}"
             for number, (name, since, until) in enumerate(homes)]  # fmt: skip
    marks = [Mark(across(at), height[find_home(homes, at)], kind, label) for at, kind, label in deeds]
    ticks = [Tick(across(begin + span * part / 2), begin + span * part / 2) for part in range(3)]
    return Life(lanes, "".join(parts), marks, ticks, choose_format(span), TOP + LANE * (len(lanes) - 1) + BOTTOM + 12)


def find_home(homes: Sequence[Home], moment: datetime) -> str:
    """Return the dynasty's name at a moment; at the very moment of a change, the new one."""
    there = [name for name, since, until in homes if since <= moment and (until is None or moment < until)]
    return there[-1] if there else homes[-1][0]
