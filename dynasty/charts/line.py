"""A line chart over time: points in, the parts of an SVG out."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil, log10

from core.limits import CHART_POINTS

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 12, 28

Point = tuple[datetime, int]


@dataclass(frozen=True)
class Tick:
    at: float
    """The place on its axis, in units of the drawing."""
    label: int | datetime


@dataclass(frozen=True)
class Chart:
    curve: str
    area: str
    levels: list[Tick]
    moments: list[Tick]
    rows: list[Point]
    """The data as a table: each moment of change, and the value from then on."""
    last: tuple[float, float]
    written: str
    """The name of the date format of the moments."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def draw(points: list[Point], now: datetime, floor: int = 0) -> Chart | None:
    """Draw a stepped line through the points up to now, above a floor; None if nothing ever changed."""
    if len(points) < 2:
        return None
    rows = thin(points)
    first, span = rows[0][0], max(now - rows[0][0], timedelta(seconds=1))
    top = round_up(max(value for _at, value in rows) - floor)
    places = [(get_x((at - first) / span), get_y((value - floor) / top)) for at, value in rows]
    places.append((float(WIDTH - RIGHT), places[-1][1]))
    curve = build_path(places)
    return Chart(
        curve,
        f"{curve}V{HEIGHT - BOTTOM}H{LEFT}Z",
        build_levels(top, floor),
        build_moments(first, span),
        rows[::-1],
        places[-1],
        choose_format(span),
    )


def choose_format(span: timedelta) -> str:
    """Choose the format of an axis's moments: hours within two days, or else the language's short dates."""
    return "TIME_FORMAT" if span < timedelta(days=2) else "SHORT_DATE_FORMAT"


def thin(points: list[Point]) -> list[Point]:
    """Reduce the points to at most CHART_POINTS: the last one of each stretch of time."""
    if len(points) <= CHART_POINTS:
        return points
    first, span = points[0][0], points[-1][0] - points[0][0]
    latest = {int((at - first) / span * (CHART_POINTS - 1)): (at, value) for at, value in points}
    return [points[0], *list(latest.values())[1:]]


def round_up(value: int) -> int:
    """Return the first round number (1, 2 or 5 and zeros) that is not below the value, at least 10."""
    scale: int = 10 ** max(int(log10(max(value, 1))), 1)
    return next(step * scale for step in (1, 2, 5, 10) if step * scale >= value)


def get_x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def get_y(share: float) -> float:
    return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def build_path(places: list[tuple[float, float]]) -> str:
    """Build the SVG path: level until the next change, then straight to it."""
    (x, y), *rest = places
    return f"M{x} {y}" + "".join(f"H{x}V{y}" for x, y in rest)


def build_levels(top: int, floor: int = 0) -> list[Tick]:
    """Build the marks of the vertical axis, which goes so far above the floor."""
    return [Tick(get_y(part / 4), floor + ceil(top * part / 4)) for part in range(5) if top * part % 4 == 0]


def build_moments(first: datetime, span: timedelta) -> list[Tick]:
    """Build the marks of the time axis."""
    return [Tick(get_x(part / 3), first + span * part / 3) for part in range(4)]
