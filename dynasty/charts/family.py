"""A family tree over time: a trunk at the left, a branch for each emperor, marks for changes of side and deaths."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from dynasty.charts.line import choose_format

WIDTH, LEFT, RIGHT, TOP, ROW, BOTTOM = 720, 28, 20, 30, 44, 34


@dataclass(frozen=True)
class Home:
    """That somebody belonged to a dynasty, from when to when."""

    dynasty: str
    own: bool
    """Whether it is the dynasty whose tree is drawn."""
    since: datetime
    until: datetime | None
    bought: bool = False
    """Whether it came there by a purchase."""


@dataclass(frozen=True)
class Relative:
    """Somebody who belongs on the tree, with all dynasties of its life in their order."""

    name: str
    homes: Sequence[Home]
    died_at: datetime | None


@dataclass(frozen=True)
class Mark:
    x: float
    kind: str
    """born (here), arrived (in the world, elsewhere), joined, left, bought, sold or died."""
    dynasty: str


@dataclass(frozen=True)
class Branch:
    name: str
    y: float
    begin: float
    """Where its life begins."""
    own: str
    """The path of the time in this dynasty."""
    away: str
    """The path of the time in others."""
    marks: list[Mark]
    own_now: bool


@dataclass(frozen=True)
class Tick:
    x: float
    moment: datetime


@dataclass(frozen=True)
class Family:
    branches: list[Branch]
    ticks: list[Tick]
    written: str
    """The name of the date format of the moments."""
    height: int
    trunk: float
    """Where the trunk ends."""
    width: int = WIDTH
    left: int = LEFT
    top: int = TOP


def draw(relatives: Sequence[Relative], now: datetime) -> Family | None:
    """Draw the tree up to now, in the given order; None without anybody."""
    if not relatives:
        return None
    begin = min(each.homes[0].since for each in relatives)
    span = max(now - begin, timedelta(seconds=1))

    def across(moment: datetime) -> float:
        share = min(max((moment - begin) / span, 0.0), 1.0)
        return round(LEFT + 14 + share * (WIDTH - LEFT - RIGHT - 14), 1)

    branches = [build_branch(each, TOP + ROW * number, now, across) for number, each in enumerate(relatives)]
    ticks = [Tick(across(begin + span * part / 2), begin + span * part / 2) for part in range(3)]
    trunk = branches[-1].y
    return Family(branches, ticks, choose_format(span), round(trunk + BOTTOM), trunk)


def build_branch(relative: Relative, y: float, now: datetime, across: Callable[[datetime], float]) -> Branch:
    """Build the branch of one emperor."""
    end = relative.died_at or now
    paths = {True: "", False: ""}
    for home in relative.homes:
        paths[home.own] += f"M{across(home.since)} {y}H{across(home.until or end)}"
    last = relative.homes[-1]
    return Branch(
        relative.name,
        y,
        across(relative.homes[0].since),
        paths[True],
        paths[False],
        [Mark(across(at), kind, dynasty) for at, kind, dynasty in list_turns(relative)],
        last.own and relative.died_at is None,
    )


def list_turns(relative: Relative) -> list[tuple[datetime, str, str]]:
    """Return the turns of a life as the tree's dynasty sees them: when, what (a kind of Mark), and the other dynasty.

    >>> from datetime import UTC
    >>> days = [datetime(2026, 1, day, tzinfo=UTC) for day in range(1, 5)]
    >>> homes = [Home("Ming", False, days[0], days[1]), Home("Qing", True, days[1], days[2])]
    >>> [(kind, dynasty) for _at, kind, dynasty in list_turns(Relative("Bo", homes, days[2]))]
    [('arrived', 'Ming'), ('joined', 'Ming'), ('died', 'Qing')]
    """
    first = relative.homes[0]
    found = [(first.since, "born" if first.own else "arrived", first.dynasty)]
    for before, after in zip(relative.homes, relative.homes[1:], strict=False):
        kinds = ("bought", "sold") if after.bought else ("joined", "left")
        kind = kinds[0] if after.own else kinds[1]
        found.append((after.since, kind, before.dynasty if after.own else after.dynasty))
    if relative.died_at:
        found.append((relative.died_at, "died", relative.homes[-1].dynasty))
    return found
