"""How well dynasties bet: of people, by the calendar month, and only of months that are over.

Who bet what is private. So nobody is listed with fewer than MIN_BETS bets in MIN_BATTLES battles of a month, and
nothing changes from one day to the next that would tell how a single bet ended.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Count, ExpressionWrapper, F, FloatField, Q, Value
from django.db.models.functions import Cast, Least

from core import clock
from dynasty.domain.periods import Period
from dynasty.models import Dynasty
from tournaments.models import Bet
from tournaments.selectors.bets import DECIDED

MIN_BETS, MIN_BATTLES = 10, 5
MAX_BETTORS = 50
FIRST_YEAR = 2020
"""There were no bets before."""
MAX_RETURN = 10.0
"""A bet counts as having brought back ten times its stake at most, so that no single one makes a ranking."""

AS_RETURN = ExpressionWrapper(Cast("returned", FloatField()) / Cast("amount", FloatField()), FloatField())
GAINED = Count("pk", filter=Q(returned__gt=F("amount")))
"""How many bets brought back more than their stake."""
MEAN = Avg(Least(AS_RETURN, Value(MAX_RETURN)))
"""What a bet brought back on average, as a share of its stake."""


class Month(Period):
    """A month, by its first day."""

    @property
    def key(self) -> str:
        """Return how it is named in addresses."""
        return self.begins.strftime("%Y-%m")


@dataclass(frozen=True)
class Bettor:
    """What a dynasty's bets of a month came to."""

    rank: int
    dynasty: Dynasty
    bets: int
    gained: int
    """Bets that brought back more than was staked."""
    percent: int
    """What a bet brought back on average, in percent of its stake."""


@dataclass(frozen=True)
class Score:
    """What all decided bets of one dynasty came to."""

    bets: int
    gained: int
    percent: int


def get_month(moment: datetime) -> Month:
    """Return the month of a moment.

    >>> from datetime import UTC
    >>> get_month(datetime(2026, 12, 24, 18, tzinfo=UTC)).ends.isoformat()
    '2027-01-01'
    """
    return Month.of(clock.get_day(moment))


def read_month(key: str, now: datetime) -> Month:
    """Return the month of a key such as 2026-10; the last one that is over where it is none, or not over yet.

    >>> from datetime import UTC
    >>> now = datetime(2026, 11, 22, tzinfo=UTC)
    >>> read_month("2026-08", now).key, read_month("2026-11", now).key, read_month("soon", now).key
    ('2026-08', '2026-10', '2026-10')
    """
    last = get_month(now).before
    try:
        found = Month.of(datetime.strptime(key, "%Y-%m"))
    except ValueError:
        return last
    return min(found, last, key=lambda month: month.begins) if found.begins.year >= FIRST_YEAR else last


def list_bettors(month: Month) -> list[Bettor]:
    """Return the dynasties of people whose bets brought back most in a month that is over."""
    ended: dict[str, object] = {
        "tournament__ended_at__gte": clock.begin_day(month.begins),
        "tournament__ended_at__lt": clock.begin_day(month.ends),
    }
    decided = Bet.objects.filter(DECIDED, dynasty__house=False, **ended)
    sums = decided.values("dynasty").annotate(
        bets=Count("pk"), battles=Count("tournament", distinct=True), gained=GAINED, mean=MEAN
    )
    rows = list(sums.filter(bets__gte=MIN_BETS, battles__gte=MIN_BATTLES).order_by("-mean", "dynasty")[:MAX_BETTORS])
    dynasties = Dynasty.objects.in_bulk([row["dynasty"] for row in rows])
    return [
        Bettor(rank, dynasties[row["dynasty"]], row["bets"], row["gained"], round(100 * row["mean"]))
        for rank, row in enumerate(rows, 1)
    ]


def compute_score(dynasty: Dynasty) -> Score | None:
    """Return what a dynasty's decided bets came to, counted like the ranking; None without any."""
    decided = Bet.objects.filter(DECIDED, dynasty=dynasty)
    sums = decided.aggregate(bets=Count("pk"), gained=GAINED, mean=MEAN)
    return Score(sums["bets"], sums["gained"], round(100 * sums["mean"])) if sums["bets"] else None
