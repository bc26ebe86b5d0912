"""Whom a dynasty meets in a battle, and how many limited points it has gained today."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import F

from core import clock
from dynasty.domain.transfer_reasons import LIMITED_REASONS
from dynasty.models import Account, Dynasty, Transfer
from tournaments.domain.point_limits import Company, is_weak_level
from tournaments.models import Entry, Tournament


def get_company(tournament: Tournament, entries: Iterable[Entry], dynasty: Dynasty) -> Company:
    """Return whom a dynasty meets in a tournament. `entries`: those of the tournament, with their dynasties."""
    others = [entry for entry in entries if entry.dynasty_id != dynasty.pk]
    return Company(
        has_people=any(is_person(entry) for entry in others),
        is_own=tournament.organiser_id == dynasty.pk,
        is_weak=bool(others) and all(is_weak_level(tournament.game, entry.player) for entry in others),
    )


def is_person(entry: Entry) -> bool:
    """Return whether a person's own dynasty holds this seat: no house dynasty, no program."""
    return entry.dynasty is not None and not (entry.dynasty.house or entry.dynasty.program)


def count_today(dynasty: Dynasty, at: datetime) -> int:
    """Return the points that a dynasty gained on the day of `at` (UTC) in battles without another person.

    Only the gains of the table of points count, with those of emperors that have left the dynasty since: otherwise it
    could sell one after the other and count anew. A tournament that was forgotten since had only houses in it.
    """
    midnight = clock.get_midnight(at)
    won_for = "credit__emperor__results"
    fought = {
        f"{won_for}__dynasty": dynasty,
        f"{won_for}__place": F("place"),
        f"{won_for}__at__gte": midnight - timedelta(hours=1),  # a battle that ends at midnight is settled after it
    }
    transfers = Transfer.objects.filter(
        credit__purpose=Account.Purpose.REPUTATION, cause__in=LIMITED_REASONS, at__gte=midnight, **fought
    )
    gained = list(transfers.values_list("place", "amount"))
    met = list_with_people({place for place, _amount in gained}, dynasty) if gained else set()
    return sum(amount for place, amount in gained if place not in met)


def list_with_people(codes: Iterable[str], dynasty: Dynasty) -> set[str]:
    """Return those of these tournaments in which another person's dynasty held a seat."""
    people = Entry.objects.filter(
        tournament__code__in=list(codes), dynasty__isnull=False, dynasty__house=False, dynasty__program=False
    )
    return set(people.exclude(dynasty=dynasty).values_list("tournament__code", flat=True).distinct())
