"""A chart of whole numbers by round: a line for each of a few names, with its label at its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 400, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 24, 12, 26
LABELS = 8
"""So many rounds are labelled at most."""
GAP = 13
"""What two labels at the ends of lines keep between them."""


@dataclass(frozen=True)
class Line:
    name: str
    path: str
    last: tuple[float, float]
    label: float
    """How far down its label stands."""


@dataclass(frozen=True)
class Tick:
    at: float
    label: int


@dataclass(frozen=True)
class Rounds:
    lines: list[Line]
    levels: list[Tick]
    steps: list[Tick]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def draw(rows: Sequence[tuple[int, Mapping[str, int]]]) -> Rounds | None:
    """Draw what each name had in every round; None where there is no second one. A line ends where it comes to nothing.

    >>> [line.path for line in draw([(0, {"a": 10, "b": 5}), (1, {"a": 10, "b": 0}), (2, {"a": 5, "b": 0})]).lines]
    ['M34.0 12.0L205.0 12.0L376.0 103.0', 'M34.0 103.0L205.0 194.0']
    """
    if len(rows) < 2:
        return None
    top = find_top(max(value for _round, values in rows for value in values.values()))
    places = {}
    for name in rows[0][1]:
        values = end_at_nothing([values[name] for _round, values in rows])
        places[name] = [(get_x(i, len(rows)), get_y(value, top)) for i, value in enumerate(values)]
    labels = spread({name: each[-1][1] for name, each in places.items()})
    lines = [
        Line(name, "M" + "L".join(f"{x} {y}" for x, y in each), each[-1], labels[name]) for name, each in places.items()
    ]
    every = -(-len(rows) // LABELS)
    steps = [Tick(get_x(i, len(rows)), number) for i, (number, _values) in enumerate(rows) if i % every == 0]
    return Rounds(lines, [Tick(get_y(level, top), level) for level in (0, top // 2, top)], steps)


def find_top(value: int) -> int:
    """Return the first number not below the value that has one digit before its zeros, at least 10.

    >>> find_top(26), find_top(100), find_top(134), find_top(0)
    (30, 100, 200, 10)
    """
    unit: int = 10 ** max(len(str(value)) - 1, 1)
    return max(-(-value // unit), 1) * unit


def end_at_nothing(values: list[int]) -> list[int]:
    """Return the values up to the first of the zeros at their end.

    >>> end_at_nothing([3, 0, 1, 0, 0])
    [3, 0, 1, 0]
    """
    while len(values) > 1 and values[-2:] == [0, 0]:
        values = values[:-1]
    return values


def spread(heights: Mapping[str, float]) -> dict[str, float]:
    """Return the heights moved up as far as it takes to keep labels apart; the lowest stays.

    >>> spread({"a": 100.0, "b": 95.0, "c": 20.0})
    {'a': 100.0, 'b': 87.0, 'c': 20.0}
    """
    found: dict[str, float] = {}
    below = float(HEIGHT - BOTTOM + GAP)
    for name in sorted(heights, key=lambda name: -heights[name]):
        below = min(heights[name], below - GAP)
        found[name] = below
    return found


def get_x(index: int, count: int) -> float:
    return round(LEFT + index / (count - 1) * (WIDTH - LEFT - RIGHT), 1)


def get_y(value: float, top: int) -> float:
    return round(HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM), 1)
