"""Trophies: given once, in the transaction that ends a battle; those for bets when a month is over."""

from collections.abc import Iterable
from datetime import datetime

from core import clock
from core.transactions import service
from dynasty.domain.achievements import BETTING, list_reached
from dynasty.domain.periods import Period
from dynasty.models import Dynasty, Trophy
from dynasty.selectors import achievements


def award_trophies(dynasties: Iterable[Dynasty], at: datetime, place: str) -> int:
    """Give these dynasties the trophies that they have earned and do not have; return how many.

    The caller holds the lock of standings, so no two battles give the same dynasty a trophy at once.
    """
    found = list(dynasties)
    existing = set(Trophy.objects.filter(dynasty__in=found).values_list("dynasty", "name"))
    fresh = [
        Trophy(dynasty=dynasty, name=name, at=at, place=place)
        for dynasty in found
        for name in list_reached(achievements.get_record(dynasty))
        if (dynasty.pk, name) not in existing
    ]
    Trophy.objects.bulk_create(fresh, ignore_conflicts=True)
    return len(fresh)


@service
def award_bettors() -> int:
    """Give people the trophies for bets that they had earned when this month began; return how many were given."""
    begins = clock.begin_day(Period.of(clock.get_day(clock.now())).begins)
    existing = set(Trophy.objects.filter(name__in=BETTING).values_list("dynasty", "name"))
    fresh = sorted(achievements.list_reached_by_bets(begins) - existing)
    Trophy.objects.bulk_create(
        [Trophy(dynasty_id=dynasty, name=name, at=begins) for dynasty, name in fresh], ignore_conflicts=True
    )
    return len(fresh)
