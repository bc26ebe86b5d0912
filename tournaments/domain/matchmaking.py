"""Who meets whom among people, on which ground, and how long one waits: values alone, without a database."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battlefield import fields
from tournaments.domain import games, timeliness

START_BAND = 150.0
"""Points of skill by which two may differ who meet at once."""
STEPS = 4
"""How often the band has doubled when anybody fits."""


@dataclass(frozen=True)
class Pace:
    """How fast a battle goes, and how patient its players are."""

    title: Promise
    round_seconds: int
    doubles: timedelta
    """The time after which the band of whoever waits is twice as wide."""
    stays: timedelta
    """How long a search lasts after its page was last heard of."""
    needs_page: bool = True
    """Whether the search ends where nobody has its page open."""


PACES = {
    "live": Pace(_("Live: 30 seconds a round"), 30, timedelta(seconds=15), timedelta(seconds=30)),
    "calm": Pace(_("Calm: 5 minutes a round"), 300, timedelta(seconds=30), timedelta(seconds=30)),
    "daily": Pace(_("Daily: a day for each round"), 86_400, timedelta(minutes=30), timedelta(days=1), False),
}
"""The paces that people choose from. The first two are one ladder of skill."""


@dataclass(frozen=True)
class Ground:
    """A battlefield on which people meet, with its usual rules."""

    family: str
    game: str
    field: str
    preset: str


def _list_grounds() -> Iterator[Ground]:
    board = games.GAMES["emperors"]
    for field in board.field_names():
        if len(board.seats_of(field)) == SEATS and field not in fields.HISTORICAL:
            yield Ground("board", "emperors", field, board.offers(field)[0])
    yield Ground("map", "campaign.simultaneous", "seven", "dealt")
    yield Ground("map", "campaign.skirmish", "grid5x5/C3", "classic")


SEATS = 2
LIVE_WAIT, DAILY_WAIT = timedelta(minutes=10), timedelta(days=3)
GROUNDS = {ground.field: ground for ground in _list_grounds()}
"""The battlefields for two that people can look for an opponent on."""


def list_grounds(family: str) -> list[Ground]:
    """Return the battlefields of a family.

    >>> [ground.field for ground in list_grounds("board")]
    ['duel-2', 'narrows-2', 'bridge-2', 'terrace-2', 'garden-2']
    """
    return [ground for ground in GROUNDS.values() if ground.family == family]


def get_wait(round_seconds: int) -> timedelta:
    """Return how long a table waits for the person for whom it was made.

    >>> str(get_wait(30)), str(get_wait(86_400))
    ('0:10:00', '3 days, 0:00:00')
    """
    return DAILY_WAIT if round_seconds >= PACES["daily"].round_seconds else LIVE_WAIT


def get_band(pace: Pace, waited: timedelta) -> float:
    """Return by how many points an opponent may differ from somebody who has waited for so long.

    >>> live = PACES["live"]
    >>> [get_band(live, timedelta(seconds=seconds)) for seconds in (0, 15, 30, 60)]
    [150.0, 300.0, 600.0, inf]
    """
    steps = waited / pace.doubles
    return START_BAND * 2.0**steps if steps < STEPS else math.inf


@dataclass(frozen=True)
class Searcher:
    """Somebody who waits. `field`: the battlefield that is wanted; blank: any."""

    pk: int
    rating: float
    since: datetime
    field: str = ""
    dynasty: int | None = None
    asks: str = ""
    """A name of timeliness.SEARCHES: what is asked of the other."""
    in_time: int | None = None
    """How many of a hundred orders came in time; None: nothing is known."""


Apart = Callable[[Searcher, Searcher], bool]
"""Whether two must not meet, whatever their skill."""


def are_never_apart(one: Searcher, other: Searcher) -> bool:
    """Return that nothing keeps these two from meeting."""
    return False


def fits(one: Searcher, other: Searcher, pace: Pace, now: datetime, apart: Apart = are_never_apart) -> bool:
    """Return whether two may meet now: the one who has waited longer says how far apart their skill may be."""
    band = get_band(pace, now - min(one.since, other.since))
    same_ground = not one.field or not other.field or one.field == other.field
    return (
        same_ground
        and abs(one.rating - other.rating) <= band
        and suits(one, other)
        and suits(other, one)
        and not apart(one, other)
    )


def suits(one: Searcher, other: Searcher) -> bool:
    """Return whether the first orders in time as the second one asks."""
    return timeliness.SEARCHES[other.asks][0].is_met(one.in_time)


def find_opponent(
    one: Searcher, others: Sequence[Searcher], pace: Pace, now: datetime, apart: Apart = are_never_apart
) -> Searcher | None:
    """Return who has waited longest of those that may meet this one; `others` are in the order of their waiting."""
    return next((each for each in others if each.pk != one.pk and fits(one, each, pace, now, apart)), None)


def pair_all(
    waiting: Sequence[Searcher], pace: Pace, now: datetime, apart: Apart = are_never_apart
) -> list[tuple[Searcher, Searcher]]:
    """Return the pairs of those who wait, in the order of their waiting: whoever waits longest comes first."""
    left, pairs = list(waiting), []
    while left:
        one = left.pop(0)
        other = find_opponent(one, left, pace, now, apart)
        if other:
            left.remove(other)
            pairs.append((one, other))
    return pairs
