"""How many of a dynasty's orders came in time lately."""

from core.errors import DomainError
from dynasty.domain import skill
from dynasty.models import BattleResult, Dynasty, RatedSeat
from tournaments.domain import timeliness
from tournaments.domain.terms import Terms
from tournaments.domain.timeliness import BATTLES, RATED, Timeliness
from tournaments.models import Arena


def get_timeliness(dynasty: Dynasty) -> Timeliness:
    """Return the orders of a dynasty's latest serious battles; a query."""
    latest = BattleResult.objects.filter(dynasty=dynasty).order_by("-at", "-pk")[:BATTLES]
    rows = list(latest.values_list("orders", "missed"))
    return Timeliness(sum(orders for orders, _missed in rows), sum(missed for _orders, missed in rows))


def get_rated_timeliness(dynasty: Dynasty, pace: str) -> Timeliness:
    """Return the orders of a dynasty's latest rated battles on the ladders of a pace; a query."""
    latest = RatedSeat.objects.filter(dynasty=dynasty, battle__pace=pace, orders__gt=0).order_by("-battle")[:BATTLES]
    rows = list(latest.values_list("orders", "missed"))
    return Timeliness(sum(orders for orders, _missed in rows), sum(missed for _orders, missed in rows))


def get_percent(dynasty: Dynasty | None, pace: str) -> int | None:
    """Return how many of a hundred orders somebody gave in time at a pace; None of guests and newcomers."""
    own = get_rated_timeliness(dynasty, pace) if dynasty else Timeliness()
    return own.percent if own.is_known else None


def check(terms: Terms, dynasty: Dynasty) -> None:
    """Raise DomainError where the terms ask for more timeliness than a dynasty has."""
    if terms.timeliness:
        timeliness.check(get_timeliness(dynasty), terms.timeliness, newcomers=terms.newcomers)


def check_arena(arena: Arena, dynasty: Dynasty) -> None:
    """Raise DomainError where an arena asks for more timeliness than a dynasty has."""
    if arena.timeliness:
        own = get_rated_timeliness(dynasty, skill.get_pace(arena.round_seconds, daily=False))
        timeliness.check(own, arena.timeliness, newcomers=arena.newcomers, refusals=RATED)


def find_arena_objection(arena: Arena, dynasty: Dynasty | None) -> str:
    """Return why a dynasty may not enter an arena for its timeliness, in the reader's language; empty if it may."""
    try:
        if dynasty is not None:
            check_arena(arena, dynasty)
    except DomainError as error:
        return str(error)
    return ""


def find_objection(terms: Terms, dynasty: Dynasty | None) -> str:
    """Return why a dynasty may not enter for its timeliness, in the reader's language; empty if it may."""
    try:
        if dynasty is not None:
            check(terms, dynasty)
    except DomainError as error:
        return str(error)
    return ""
