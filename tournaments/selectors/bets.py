"""Pools and odds of the bets on a battle; a single bet is shown to its own dynasty alone."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Sum

from dynasty.catalog.assets import ASSETS
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.domain import terms
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
    taken = Entry.objects.filter(tournament=tournament).aggregate(number=Count("pk"), last=Max("entered_at"))
    return calculate_start(tournament, taken["last"]) if taken["number"] >= tournament.seats else tournament.starts_at


def get_pools(tournament: Tournament) -> dict[str, dict[str, Any]]:
    """Return by asset {"total", "seats": {"a": {"amount", "bets", "odds"}}}.

    `odds` is what one unit brings back if the seat wins alone.
    """
    on = Entry.objects.filter(tournament=tournament, seat=OuterRef("seat"))
    placed = Bet.objects.filter(tournament=tournament)
    if tournament.started_at is not None:  # bets on empty seats were refunded at the start
        placed = placed.filter(Exists(on))
    rows = placed.values("asset", "seat")
    sums = list(rows.annotate(sum=Sum("amount"), bets=Count("pk")).order_by("seat"))
    found: dict[str, dict[str, Any]] = {}
    for asset in ASSETS:
        own = [row for row in sums if row["asset"] == asset]
        if own:
            total = sum(row["sum"] for row in own)
            found[asset] = {"total": total, "seats": {row["seat"]: build_pool(row, total) for row in own}}
    return found


def build_pool(row: Mapping[str, Any], total: int) -> dict[str, Any]:
    """Build what is bet on one seat: the amount, the number of bets and the odds."""
    return {"amount": row["sum"], "bets": row["bets"], "odds": calculate_odds(total, row["sum"])}


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

    For the pool as it is now, rounded down; the settlement may add units left over by rounding.
    """
    pool = get_pools(tournament).get(asset, {"total": 0, "seats": {}})
    on_seat = pool["seats"].get(seat, {"amount": 0})["amount"]
    own = Bet.objects.filter(tournament=tournament, dynasty=dynasty, seat=seat, asset=asset)
    mine = amount + ((own.values_list("amount", flat=True).first() or 0) if dynasty else 0)
    return mine, calculate_share(pool["total"], on_seat, amount, mine)


def calculate_share(total: int, on_seat: int, amount: int, mine: int) -> int:
    """Calculate what `mine` brings back if its seat wins alone, once `amount` of it is added to the pool."""
    return mine + (total - on_seat) * mine // (on_seat + amount)


def list_own_bets(tournament: Tournament, dynasty: Dynasty) -> QuerySet[Bet]:
    """List a dynasty's own bets on a tournament."""
    return Bet.objects.filter(tournament=tournament, dynasty=dynasty).order_by("sequence")


def list_bets(dynasty: Dynasty, limit: int | None = 50) -> QuerySet[Bet]:
    """List a dynasty's bets, the latest first."""
    return Bet.objects.filter(dynasty=dynasty).select_related("tournament").order_by("-placed_at", "-pk")[:limit]
