"""What the bets of dynasties came to, counted from their logs: of people, and of months that are over.

Who bet what is private. So nothing counts before the month is over in which a bet was settled, nor before there are
MIN_BETS bets in MIN_BATTLES battles: nobody can tell from these figures how a single bet ended.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Case, Count, ExpressionWrapper, FloatField, Max, Q, QuerySet, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Least

from core import clock
from dynasty.domain.periods import Period
from dynasty.models import Dynasty, Mention

MIN_BETS, MIN_BATTLES = 10, 5
MAX_RETURN = 10.0
"""A bet counts as having brought back ten times its stake at most, so that no single one makes the mean."""
RETURN = ExpressionWrapper(
    Cast(KeyTextTransform("returned", "event__facts"), FloatField())
    / Cast(KeyTextTransform("amount", "event__facts"), FloatField()),
    FloatField(),
)
WON = Q(event__facts__result="won")


@dataclass(frozen=True)
class BettingRecord:
    """What the bets of a dynasty came to; bets that were given back do not count."""

    bets: int = 0
    won: int = 0
    percent: int = 0
    """What a bet brought back on average, in percent of its stake."""
    longest: int = 0
    """The whole number of times that the luckiest brought back its stake."""

    @property
    def steady(self) -> int:
        """Return how many bets there were, if they brought back more than they cost; else 0."""
        return self.bets if self.percent > 100 else 0


def get_records(at: datetime, dynasty: Dynasty | None = None) -> dict[int, BettingRecord]:
    """Return the records of all dynasties of people, or of one, as they could be seen at a moment; by dynasty."""
    rows = (
        query_settled(at, dynasty)
        .values("dynasty")
        .annotate(
            bets=Count("pk"),
            battles=Count("event__place", distinct=True),
            won=Count("pk", filter=WON),
            mean=Avg(Least(RETURN, Value(MAX_RETURN))),
            longest=Max(Case(When(WON, then=RETURN), default=Value(0.0))),
        )
    )
    return {
        row["dynasty"]: BettingRecord(row["bets"], row["won"], round(100 * row["mean"]), int(row["longest"] + 1e-9))
        for row in rows.filter(bets__gte=MIN_BETS, battles__gte=MIN_BATTLES).order_by("dynasty")
    }


def query_settled(at: datetime, dynasty: Dynasty | None) -> QuerySet[Mention]:
    """Return the query of the bets that were won or lost in months that were over at a moment."""
    month = clock.begin_day(Period.of(clock.get_day(at)).begins)
    own = {"dynasty": dynasty} if dynasty else {"dynasty__house": False}
    settled = Mention.objects.filter(kind="bet_settled", at__lt=month, event__facts__result__in=["won", "lost"], **own)
    return settled.filter(event__facts__amount__gt=0)


def find_record(dynasty: Dynasty) -> BettingRecord | None:
    """Return what a dynasty's bets came to, as everybody may know it; None where that is too little, and of houses."""
    return None if dynasty.house else get_records(clock.now(), dynasty).get(dynasty.pk)
