"""What is bet on a battle: pools and odds. Who bet what is for the dynasty itself alone."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Sum

from dynasty.catalog.assets import ASSETS, GRANT
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.domain import terms
from tournaments.models import Bet, Entry, Tournament

NEWCOMER_SHARE = 10  # a dynasty that never fought bets at most one part in ten of its grant


def calculate_start(tournament: Tournament, last: datetime | None) -> datetime:
    """When a tournament whose last seat was taken at this moment starts: after its betting window, or at its time."""
    agreed = terms.read(tournament.terms)
    if agreed.punctual or last is None:
        return tournament.starts_at
    window = timedelta(seconds=agreed.betting_window or 0)
    return min(last + window, tournament.starts_at)


def get_start(tournament: Tournament) -> datetime:
    """When a tournament that is announced starts as it stands now."""
    taken = Entry.objects.filter(tournament=tournament).aggregate(number=Count("pk"), last=Max("entered_at"))
    return calculate_start(tournament, taken["last"]) if taken["number"] >= tournament.seats else tournament.starts_at


def get_pools(tournament: Tournament) -> dict[str, dict[str, Any]]:
    """By asset: {"total", "seats": {"a": {"amount", "bets", "odds"}}}; odds: what one unit brings if the seat wins."""
    on = Entry.objects.filter(tournament=tournament, seat=OuterRef("seat"))
    placed = Bet.objects.filter(tournament=tournament)
    if tournament.started_at is not None:  # bets on seats that stayed empty went back
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
    """What is bet on one seat."""
    return {"amount": row["sum"], "bets": row["bets"], "odds": calculate_odds(total, row["sum"])}


def calculate_odds(total: int, amount: int) -> float:
    """What a unit on this seat brings back if it alone wins, to the hundredth."""
    return int(total * 100 / amount) / 100


def get_newcomer_rest(tournament: Tournament, dynasty: Dynasty, asset: str) -> int | None:
    """How much more of an asset a dynasty can bet here that never fought a serious battle; None: no limit."""
    if dynasties.has_fought(dynasty):
        return None
    own = Bet.objects.filter(tournament=tournament, dynasty=dynasty, asset=asset, returned=None)
    return max(get_newcomer_limit(asset) - (own.aggregate(sum=Sum("amount"))["sum"] or 0), 0)


def get_newcomer_limit(asset: str) -> int:
    """What such a dynasty bets at most in one tournament: a tenth of what its founding granted."""
    return GRANT.get(asset, 0) // NEWCOMER_SHARE


def estimate_return(
    tournament: Tournament, dynasty: Dynasty | None, seat: str, asset: str, amount: int
) -> tuple[int, int]:
    """What one would have on a seat with so much more, and what that brings back if the seat wins alone.

    As the pool stands now, rounded down; units left over by the rounding may come on top.
    """
    pool = get_pools(tournament).get(asset, {"total": 0, "seats": {}})
    on_seat = pool["seats"].get(seat, {"amount": 0})["amount"]
    own = Bet.objects.filter(tournament=tournament, dynasty=dynasty, seat=seat, asset=asset)
    mine = amount + ((own.values_list("amount", flat=True).first() or 0) if dynasty else 0)
    return mine, calculate_share(pool["total"], on_seat, amount, mine)


def calculate_share(total: int, on_seat: int, amount: int, mine: int) -> int:
    """What `mine` brings back if its seat wins alone, once `amount` of it is added to what lies in the pool."""
    return mine + (total - on_seat) * mine // (on_seat + amount)


def list_own_bets(tournament: Tournament, dynasty: Dynasty) -> QuerySet[Bet]:
    """A dynasty's own bets on a tournament."""
    return Bet.objects.filter(tournament=tournament, dynasty=dynasty).order_by("sequence")


def list_bets(dynasty: Dynasty, limit: int | None = 50) -> QuerySet[Bet]:
    """A dynasty's bets, the latest first."""
    return Bet.objects.filter(dynasty=dynasty).select_related("tournament").order_by("-placed_at", "-pk")[:limit]
