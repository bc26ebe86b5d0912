"""House dynasties at tournaments of people: shortly before the start they take seats that nobody has taken.

People come first, so that a house waits until the last moment; and it risks no more than the others do.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from statistics import mean

from django.db.models import Count, Exists, F, OuterRef, Q

from core import clock
from core.errors import DomainError
from dynasty.models import Account, Dynasty, Emperor
from tournaments.domain import terms
from tournaments.models import Entry, Tournament
from tournaments.services import entries, house_players, lifecycle

LAST_CALL = timedelta(seconds=30)
"""How long before the start houses take free seats."""
EARLY_CALL = timedelta(minutes=2)
"""The same where the tournament would be cancelled without them."""
DAILY_ENTRIES = 4
"""Tournaments of people that a house enters on a day (UTC)."""
FEE_SHARE = 100
"""A house pays at most one part in so many of what it has of an asset."""
TRIES = 5  # houses that are asked in one go, where what they have does not suffice
BATCH_SIZE = 10  # tournaments looked at in one go


def enter_tournaments() -> int:
    """Let one house enter each tournament of a person that still has a free seat; return how many entered."""
    return sum(enter_tournament(tournament) for tournament in list_due())


def list_due() -> list[Tournament]:
    """Return tournaments of people in which houses may take a seat now."""
    now = clock.now()
    people = Entry.objects.filter(tournament=OuterRef("pk"), dynasty__house=False)
    announced = Tournament.objects.filter(
        Exists(people),
        status=Tournament.Status.ANNOUNCED,
        casual=False,
        organiser__isnull=False,
        series_table=None,
        terms__houses=True,
        terms__fill="",
        starts_at__gt=now,
    ).annotate(taken=Count("entries"))
    at_risk = Q(taken__lt=F("least_seats"), starts_at__lte=now + EARLY_CALL)
    due = announced.filter(Q(starts_at__lte=now + LAST_CALL) | at_risk, taken__lt=F("seats"))
    return list(due.order_by("starts_at")[:BATCH_SIZE])


def enter_tournament(tournament: Tournament) -> bool:
    """Let the house that suits a tournament best enter it; return whether one did."""
    agreed = terms.read(tournament.terms)
    seat = next(iter(lifecycle.list_free_seats(tournament)), None)
    if seat is None or agreed.stake > terms.STAKE:
        return False
    luck = random.Random(f"{tournament.seed}:guest:{seat}")
    suitable = (each for each in list_candidates(tournament, agreed, luck) if can_afford(each.dynasty, agreed))
    return any(try_to_enter(tournament, each, seat, luck) for each, _try in zip(suitable, range(TRIES), strict=False))


def list_candidates(tournament: Tournament, agreed: terms.Terms, luck: random.Random) -> Iterator[Emperor]:
    """Yield emperors of houses that can enter, those nearest in reputation to who is there first, one of each house.

    Where emperors are at stake, none has more to lose than the strongest of the others.
    """
    rivals = list_reputations(Entry.objects.filter(tournament=tournament).values_list("emperor", flat=True))
    most = max(rivals) if terms.get_fates(tournament.type, agreed).are_serious else None
    houses = {house.pk: house for house in house_players.list_free_houses(tournament, luck)}
    entered = count_entries()
    living = Emperor.objects.filter(dynasty__in=houses, died_at=None, engagement=None)
    idle = living.exclude(offered__open=True).order_by("pk")
    reputations = dict(Account.objects.filter(emperor__in=idle).values_list("emperor", "balance"))
    suitable = [
        each
        for each in idle
        if max(agreed.minimum_reputation, agreed.stake) <= reputations.get(each.pk, 0)
        and (most is None or reputations.get(each.pk, 0) <= most)
        and entered[each.dynasty_id] < DAILY_ENTRIES
    ]
    luck.shuffle(suitable)
    tried: set[int] = set()
    for emperor in sorted(suitable, key=lambda each: abs(reputations.get(each.pk, 0) - mean(rivals))):
        if emperor.dynasty_id not in tried:
            tried.add(emperor.dynasty_id)
            emperor.dynasty = houses[emperor.dynasty_id]
            yield emperor


def list_reputations(emperors: Iterable[int]) -> list[int]:
    """Return the reputation of each of these emperors."""
    people = list(emperors)
    accounts = Account.objects.filter(purpose=Account.Purpose.REPUTATION, emperor__in=people)
    balances = dict(accounts.values_list("emperor", "balance"))
    return [balances.get(each, 0) for each in people]


def count_entries() -> Counter[int]:
    """Return how many tournaments of people each house has entered today (UTC), by its id."""
    midnight = clock.get_midnight(clock.now())
    guests = Entry.objects.filter(dynasty__house=True, tournament__organiser__isnull=False, entered_at__gte=midnight)
    return Counter(guests.values_list("dynasty", flat=True))


def can_afford(house: Dynasty, agreed: terms.Terms) -> bool:
    """Return whether what entering costs is little for a house."""
    wallets = Account.objects.filter(purpose=Account.Purpose.WALLET, dynasty=house)
    stock = dict(wallets.values_list("asset", "balance")) if agreed.fee else {}
    return all(amount * FEE_SHARE <= stock.get(asset, 0) for asset, amount in agreed.fee)


def try_to_enter(tournament: Tournament, emperor: Emperor, seat: str, luck: random.Random) -> bool:
    """Enter an emperor of a house; return whether that was possible."""
    chest = house_players.choose_chest(terms.read(tournament.terms), luck)
    level = house_players.get_level(emperor.dynasty, tournament.game)
    try:
        entries.enter(
            tournament=tournament, dynasty=emperor.dynasty, emperor=emperor, seat=seat, chest=chest, player=level
        )
    except DomainError:  # it has no key, the seat was taken, the emperor has left, or the tournament has started
        return False
    return True
