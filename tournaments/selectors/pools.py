"""What is bet on a battle: pools and odds. Who bet what is for the dynasty itself alone."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, QuerySet, Sum

from dynasty.assets import ASSETS
from dynasty.models import Dynasty
from tournaments.models import Bet, Tournament


def pools(tournament: Tournament) -> dict[str, dict[str, Any]]:
    """By asset: {"total", "seats": {"a": {"amount", "bets", "odds"}}}; odds: what one unit brings if the seat wins."""
    rows = Bet.objects.filter(tournament=tournament).values("asset", "seat")
    sums = list(rows.annotate(sum=Sum("amount"), bets=Count("pk")).order_by("seat"))
    found: dict[str, dict[str, Any]] = {}
    for asset in ASSETS:
        own = [row for row in sums if row["asset"] == asset]
        if own:
            total = sum(row["sum"] for row in own)
            found[asset] = {"total": total, "seats": {row["seat"]: pool(row, total) for row in own}}
    return found


def pool(row: Mapping[str, Any], total: int) -> dict[str, Any]:
    """What is bet on one seat."""
    return {"amount": row["sum"], "bets": row["bets"], "odds": odds(total, row["sum"])}


def odds(total: int, amount: int) -> float:
    """What a unit on this seat brings back if it alone wins, to the hundredth."""
    return int(total * 100 / amount) / 100


def own_bets(tournament: Tournament, dynasty: Dynasty) -> QuerySet[Bet]:
    """A dynasty's own bets on a tournament."""
    return Bet.objects.filter(tournament=tournament, dynasty=dynasty).order_by("sequence")


def bets_of(dynasty: Dynasty, limit: int | None = 50) -> QuerySet[Bet]:
    """A dynasty's bets, the latest first."""
    return Bet.objects.filter(dynasty=dynasty).select_related("tournament").order_by("-placed_at", "-pk")[:limit]
