"""Pools and odds of the bets on a battle; a single bet is shown to its own dynasty alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum

from core.limits import PAGE_SIZE
from dynasty.catalog.assets import ASSETS
from dynasty.models import Dynasty
from dynasty.selectors import cursors, dynasties
from tournaments.domain import pools, terms
from tournaments.models import Bet, Entry, Tournament

NEWCOMER_SHARE = 10  # a dynasty without a serious battle bets at most a tenth of its grant


def calculate_start(tournament: Tournament, last: datetime | None) -> datetime:
    """Calculate when a tournament starts whose last seat was taken at `last`.

    That is after its betting window, but no later than its announced time, at which a punctual one starts.
    """
    agreed = terms.read(tournament.terms)
    if agreed.punctual or last is None:
        return tournament.starts_at
    window = timedelta(seconds=agreed.betting_window or 0)
    return min(last + window, tournament.starts_at)


def get_start(tournament: Tournament) -> datetime:
    """Return when an announced tournament starts, given the seats that are taken now."""
    entered = Entry.objects.filter(tournament=tournament).aggregate(number=Count("pk"), last=Max("entered_at"))
    return (
        calculate_start(tournament, entered["last"]) if entered["number"] >= tournament.seats else tournament.starts_at
    )


class SeatPool(TypedDict):
    """What is bet on one seat in one asset, and what one unit on it brings back if the seat wins alone."""

    amount: int
    bets: int
    odds: float


class AssetPool(TypedDict):
    """What is bet on a battle in one asset, in all and by seat."""

    total: int
    seats: dict[str, SeatPool]


def get_pools(tournament: Tournament) -> dict[str, AssetPool]:
    """Return the pools of a battle by asset, without assets in which nothing is bet."""
    on = Entry.objects.filter(tournament=tournament, seat=OuterRef("seat"))
    placed = Bet.objects.filter(tournament=tournament)
    if tournament.started_at is not None:  # bets on empty seats were refunded at the start
        placed = placed.filter(Exists(on))
    rows = placed.values("asset", "seat")
    sums = list(rows.annotate(sum=Sum("amount"), bets=Count("pk")).order_by("seat"))
    found: dict[str, AssetPool] = {}
    for asset in ASSETS:
        own = [row for row in sums if row["asset"] == asset]
        if own:
            total = sum(row["sum"] for row in own)
            found[asset] = {
                "total": total,
                "seats": {row["seat"]: build_pool(row["sum"], row["bets"], total) for row in own},
            }
    return found


def build_pool(amount: int, bets: int, total: int) -> SeatPool:
    """Build what is bet on one seat : the amount in all, in so many bets."""
    return {"amount": amount, "bets": bets, "odds": calculate_odds(total, amount)}


def calculate_odds(total: int, amount: int) -> float:
    """Calculate what one unit on this seat brings back if it alone wins, rounded down to the hundredth."""
    return int(total * 100 / amount) / 100


def get_newcomer_rest(tournament: Tournament, dynasty: Dynasty, asset: str) -> int | None:
    """Return how much more of an asset a dynasty without a serious battle can bet here; None if it has no limit."""
    if dynasties.has_fought(dynasty):
        return None
    own = Bet.objects.filter(tournament=tournament, dynasty=dynasty, asset=asset, returned=None)
    return max(get_newcomer_limit(asset) - (own.aggregate(sum=Sum("amount"))["sum"] or 0), 0)


def get_newcomer_limit(asset: str) -> int:
    """Return how much a dynasty without a serious battle can bet in one tournament: a tenth of its founding grant."""
    return (ASSETS[asset].grant if asset in ASSETS else 0) // NEWCOMER_SHARE


def estimate_return(
    tournament: Tournament, dynasty: Dynasty | None, seat: str, asset: str, amount: int
) -> tuple[int, int]:
    """Estimate a bettor's stake on a seat after adding `amount`, and what it returns if the seat wins alone.

    To the unit, as the settlement counts, for the pool as it is now with this stake in it.
    """
    stakes, own = [], None
    placed = Bet.objects.filter(tournament=tournament, asset=asset, returned=None)
    for sequence, on, units, bettor in placed.values_list("sequence", "seat", "amount", "dynasty").order_by("sequence"):
        stakes.append(pools.Stake(sequence, on, units))
        if dynasty is not None and (bettor, on) == (dynasty.pk, seat):
            own = stakes.pop()
    last = stakes[-1].sequence if stakes else 0
    mine = pools.Stake(own.sequence, seat, own.amount + amount) if own else pools.Stake(last + 1, seat, amount)
    return mine.amount, pools.calculate_payouts([*stakes, mine], seat)[mine.sequence]


def list_own_bets(tournament: Tournament, dynasty: Dynasty) -> QuerySet[Bet]:
    """List a dynasty's own bets on a tournament."""
    return Bet.objects.filter(tournament=tournament, dynasty=dynasty).order_by("sequence")


DECIDED = Q(returned__isnull=False) & ~Q(returned=F("amount"))
"""The bets that were won or lost. One that was given back says nothing of who bets well."""


@dataclass(frozen=True)
class BetSums:
    """What a dynasty's decided bets of one asset came to."""

    asset: str
    bets: int
    gained: int
    """Bets that brought back more than was staked."""
    staked: int
    returned: int

    @property
    def profit(self) -> int:
        return self.returned - self.staked


def sum_bets(dynasty: Dynasty) -> list[BetSums]:
    """Return what a dynasty's decided bets came to, by asset."""
    decided = Bet.objects.filter(DECIDED, dynasty=dynasty).values_list("asset")
    sums = decided.annotate(
        bets=Count("pk"),
        gained=Count("pk", filter=Q(returned__gt=F("amount"))),
        staked=Sum("amount"),
        brought=Sum("returned"),
    ).order_by("asset")
    return [BetSums(*row) for row in sums]


def list_bets(dynasty: Dynasty, limit: int | None = 50) -> QuerySet[Bet]:
    """List a dynasty's bets, the latest first."""
    return Bet.objects.filter(dynasty=dynasty).select_related("tournament").order_by("-placed_at", "-pk")[:limit]


def list_open_bets(dynasty: Dynasty) -> list[Bet]:
    """List a dynasty's bets on battles that are not over, the latest first."""
    return list(list_bets(dynasty, None).filter(returned=None))


@dataclass(frozen=True)
class BetPage:
    """Settled bets, and the cursor of those before them; blank if there are none."""

    bets: list[Bet]
    next: str


def get_settled_page(dynasty: Dynasty, cursor: str = "") -> BetPage:
    """Return a page of a dynasty's settled bets, the latest first."""
    settled = list_bets(dynasty, None).filter(returned__isnull=False)
    return BetPage(*cursors.take_page(settled, cursor, PAGE_SIZE, "placed_at"))
