"""A small line without axes, for a row of a list: a share from 0 to 1 over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

WIDTH, HEIGHT, EDGE = 120, 24, 2

Point = tuple[datetime, float]


@dataclass(frozen=True)
class Spark:
    path: str
    last: tuple[float, float]
    width: int = WIDTH
    height: int = HEIGHT


def draw(points: Sequence[Point], now: datetime) -> Spark | None:
    """Draw a stepped line through the points up to now; None if nothing ever changed.

    >>> from datetime import datetime, UTC
    >>> begin, end = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 3, tzinfo=UTC)
    >>> draw([(begin, 1.0), (datetime(2026, 1, 2, tzinfo=UTC), 0.5)], end).path
    'M2.0 2.0H60.0V12.0H118.0'
    """
    if len(points) < 2:
        return None
    first = points[0][0]
    span = max(now - first, timedelta(seconds=1))
    places = [(get_x((at - first) / span), get_y(share)) for at, share in points]
    (x, y), *rest = places
    end = (get_x(1.0), places[-1][1])
    return Spark(f"M{x} {y}" + "".join(f"H{x}V{y}" for x, y in rest) + f"H{end[0]}", end)


def get_x(share: float) -> float:
    return round(EDGE + min(share, 1.0) * (WIDTH - 2 * EDGE), 1)


def get_y(share: float) -> float:
    return round(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE), 1)
