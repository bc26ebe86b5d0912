"""Trophies: given once, in the transaction that ends a battle."""

from collections.abc import Iterable
from datetime import datetime

from dynasty.domain.achievements import list_reached
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
