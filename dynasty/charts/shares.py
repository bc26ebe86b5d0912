"""A chart of shares that add up to one: a line for each of a few names, from step to step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 14, 28
LABELS = 10
"""So many steps are labelled at most."""


@dataclass(frozen=True)
class Line:
    name: str
    path: str
    last: tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """A step that stands out."""

    step: int
    x: float
    y: float
    name: str
    """Whose line it lies on."""


@dataclass(frozen=True)
class Tick:
    at: float
    label: int


@dataclass(frozen=True)
class Shares:
    lines: list[Line]
    marks: list[Mark]
    levels: list[Tick]
    steps: list[Tick]
    chosen: tuple[float, float] | None
    """Where the chosen step begins, and how wide it is."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    depth: int = HEIGHT - BOTTOM - TOP


def draw(rows: Sequence[Mapping[str, float]], marked: Sequence[int] = (), chosen: int | None = None) -> Shares | None:
    """Draw what each name had before every step, and after the last one; None without a step.

    `marked`: steps, from 1 on, that get a mark on the line that rises or falls most in them. Gaps are drawn across.

    >>> draw([{"a": 1.0}, {"a": 0.0}]).lines[0].path
    'M44.0 14.0L708.0 212.0'
    """
    if len(rows) < 2:
        return None
    lines = []
    for name in dict.fromkeys(name for row in rows for name in row):
        places = [(get_x(i, len(rows)), get_y(row[name])) for i, row in enumerate(rows) if name in row]
        lines.append(Line(name, "M" + "L".join(f"{x} {y}" for x, y in places), places[-1]))
    marks = [build_mark(rows, step) for step in marked]
    every = -(-len(rows) // LABELS)
    steps = [Tick(get_x(i + 0.5, len(rows)), i + 1) for i in range(0, len(rows) - 1, every)]
    levels = [Tick(get_y(share / 100), share) for share in (0, 50, 100)]
    return Shares(lines, marks, levels, steps, get_span(chosen, len(rows)) if chosen else None)


def build_mark(rows: Sequence[Mapping[str, float]], step: int) -> Mark:
    """Build the mark of a step, in the middle of what it changed."""
    before, after = rows[step - 1], rows[step]
    name = max((name for name in before if name in after), key=lambda name: abs(after[name] - before[name]))
    return Mark(step, get_x(step - 0.5, len(rows)), get_y((before[name] + after[name]) / 2), name)


def get_span(step: int, count: int) -> tuple[float, float]:
    """Return where a step begins, and how wide it is."""
    begin = get_x(step - 1, count)
    return begin, round(get_x(step, count) - begin, 1)


def get_x(index: float, count: int) -> float:
    return round(LEFT + index / (count - 1) * (WIDTH - LEFT - RIGHT), 1)


def get_y(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)
