"""What a dynasty has done for its trophies, and which it has."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce, Concat

from dynasty.domain.achievements import ACHIEVEMENTS, BETTING, Achievement, Record, list_reached
from dynasty.models import BattleResult, Dynasty, Mention, Standing, StandingDay, Trophy
from dynasty.selectors import betting_records
from dynasty.selectors.betting_records import BettingRecord
from dynasty.selectors.careers import WON

UNLUCKY = -300  # hundredths of armies
WON_TYPES = {"prizes": "gift", "honours": "honour", "conquests": "conquer", "deaths": "death"}
COUNTED_EVENTS = {"joined": "joined", "reigns": "championship_won", "series": "series_won"}


@dataclass(frozen=True)
class Progress:
    """An achievement, how far a dynasty is, and since when it has the trophy, if it does."""

    achievement: Achievement
    count: int
    earned_at: datetime | None


def get_record(dynasty: Dynasty) -> Record:
    """Return what a dynasty has done so far in battles; `add_bets` adds its bets."""
    own = BattleResult.objects.filter(dynasty=dynasty)
    wins = {name: Count("pk", filter=WON & Q(type=type)) for name, type in WON_TYPES.items()}
    campaign = Q(luck__isnull=False)
    counted: dict[str, Any] = own.aggregate(
        eliminated=Coalesce(Sum("captures", filter=campaign), 0),  # before `captures` means the sum
        won=Count("pk", filter=WON),
        drawn=Count("pk", filter=Q(result="draw")),
        captures=Coalesce(Sum("captures"), 0),
        kills=Coalesce(Sum("kills"), 0),
        pawns=Coalesce(Sum("pawns"), 0),
        fields=Count(Concat("game", Value(":"), "field"), filter=WON, distinct=True),
        survived_eight=Count("pk", filter=Q(seats__gte=8) & ~Q(result__in=("fell", "abdicated"))),
        won_six=Count("pk", filter=WON & Q(seats__gte=6)),
        upset=Coalesce(Max("upset"), 0),
        campaigns=Count("pk", filter=WON & campaign),
        unlucky=Count("pk", filter=WON & Q(luck__lte=UNLUCKY)),
        longest=Coalesce(Max("rounds", filter=WON), 0),
        timely=Coalesce(Sum(F("orders") - F("missed")), 0),
        **wins,
    )
    return Record(
        **counted, **count_events(dynasty), beaten=count_beaten(dynasty), reputation=get_highest_reputation(dynasty)
    )


def count_events(dynasty: Dynasty) -> dict[str, int]:
    """Return how often what only the log knows happened to a dynasty."""
    own = Mention.objects.filter(dynasty=dynasty, kind__in=COUNTED_EVENTS.values())
    found = dict(own.values_list("kind").annotate(count=Count("event", distinct=True)).order_by())
    return {name: found.get(kind, 0) for name, kind in COUNTED_EVENTS.items()}


def count_beaten(dynasty: Dynasty) -> int:
    """Return how many dynasties lost a battle that this one won."""
    places = BattleResult.objects.filter(WON, dynasty=dynasty).values("place")
    return BattleResult.objects.filter(place__in=places).exclude(WON).values("dynasty").distinct().count()


def get_highest_reputation(dynasty: Dynasty) -> int:
    """Return the highest reputation that a dynasty had at the end of a day, or has now."""
    highest = StandingDay.objects.filter(dynasty=OuterRef("dynasty")).order_by("-reputation").values("reputation")
    own = Standing.objects.filter(dynasty=dynasty).annotate(highest=Coalesce(Subquery(highest[:1]), 0))
    return max(own.values_list("reputation", "highest").first() or (0, 0))


def add_bets(record: Record, bets: BettingRecord) -> Record:
    """Return a record with what the dynasty's bets came to."""
    return replace(record, bets_won=bets.won, long_odds=bets.longest, bets_ahead=bets.steady)


def list_reached_by_bets(at: datetime) -> set[tuple[int, str]]:
    """Return the trophies for bets that people had earned at a moment, as dynasty and code: proved from the log."""
    return {
        (dynasty, code)
        for dynasty, bets in betting_records.get_records(at).items()
        for code in list_reached(add_bets(Record(), bets))
    }


def find_unearned() -> list[tuple[int, str]]:
    """Return the trophies for bets that the log did not explain when they were given, as dynasty and code."""
    rows = Trophy.objects.filter(name__in=BETTING).order_by("at").values_list("at", "dynasty", "name")
    moments: dict[datetime, set[tuple[int, str]]] = {}
    for at, dynasty, name in rows:
        moments.setdefault(at, set()).add((dynasty, name))
    return sorted(each for at, found in moments.items() for each in found - list_reached_by_bets(at))


def list_progress(dynasty: Dynasty) -> list[Progress]:
    """Return every achievement with how far a dynasty is."""
    record = add_bets(get_record(dynasty), betting_records.find_record(dynasty) or BettingRecord())
    earned = dict(Trophy.objects.filter(dynasty=dynasty).values_list("name", "at"))
    return [
        Progress(each, each.goal if code in earned else each.count(record), earned.get(code))
        for code, each in ACHIEVEMENTS.items()
    ]
