"""The history of the championship: a line for each dynasty that reigned, on which its reigns are blocks."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from dynasty.charts.line import choose_format

WIDTH, HEIGHT, LEAST = 240, 12, 2
"""Of one line, and of the shortest block on it."""

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Block:
    x: float
    width: float


@dataclass(frozen=True)
class Line(Generic[T]):
    """The reigns of one dynasty."""

    dynasty: T
    blocks: list[Block]
    lasted: timedelta
    """All its reigns together."""
    end: datetime
    """When it would have ended, had it begun with the first of all and lasted as long."""
    reigns_now: bool


@dataclass(frozen=True)
class History(Generic[T]):
    lines: list[Line[T]]
    begins: datetime
    written: str
    """The name of the date format of its ends."""
    width: int = WIDTH
    height: int = HEIGHT
    middle: float = HEIGHT / 2


def draw(reigns: Sequence[tuple[T, datetime, datetime | None]], now: datetime) -> History[T] | None:
    """Draw reigns, the latest first, up to now; None of fewer than two.

    The dynasty that reigned last comes first.

    >>> from datetime import UTC
    >>> day = [datetime(2026, 11, each, tzinfo=UTC) for each in range(1, 12)]
    >>> [line.blocks for line in draw([("Ming", day[5], None), ("Han", day[0], day[5])], day[10]).lines]
    [[Block(x=120.0, width=120.0)], [Block(x=0.0, width=120.0)]]
    """
    if len(reigns) < 2:
        return None
    begins = min(since for _dynasty, since, _until in reigns)
    span = max(now - begins, timedelta(seconds=1))
    lines = []
    for dynasty, own in group(reigns).items():
        blocks = [draw_block((since - begins) / span, ((until or now) - begins) / span) for since, until in own]
        length = sum(((until or now) - since for since, until in own), timedelta())
        lines.append(Line(dynasty, blocks, length, begins + length, any(until is None for _since, until in own)))
    return History(lines, begins, choose_format(span))


def group(
    reigns: Sequence[tuple[T, datetime, datetime | None]],
) -> dict[T, list[tuple[datetime, datetime | None]]]:
    """Return the moments of each dynasty's reigns, in the order in which the dynasties come."""
    found: dict[T, list[tuple[datetime, datetime | None]]] = {}
    for dynasty, since, until in reigns:
        found.setdefault(dynasty, []).append((since, until))
    return found


def draw_block(begin: float, end: float) -> Block:
    """Return the block between two shares of the line, wide enough to be seen."""
    width = max(LEAST, (end - begin) * WIDTH)
    return Block(round(min(begin * WIDTH, WIDTH - width), 1), round(width, 1))
