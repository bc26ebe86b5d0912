"""How many of a dynasty's orders came in time lately."""

from core.errors import DomainError
from dynasty.models import BattleResult, Dynasty
from tournaments.domain import timeliness
from tournaments.domain.terms import Terms
from tournaments.domain.timeliness import BATTLES, Timeliness


def get_timeliness(dynasty: Dynasty) -> Timeliness:
    """Return the orders of a dynasty's latest serious battles; a query."""
    latest = BattleResult.objects.filter(dynasty=dynasty).order_by("-at", "-pk")[:BATTLES]
    rows = list(latest.values_list("orders", "missed"))
    return Timeliness(sum(orders for orders, _missed in rows), sum(missed for _orders, missed in rows))


def check(terms: Terms, dynasty: Dynasty) -> None:
    """Raise DomainError where the terms ask for more timeliness than a dynasty has."""
    if terms.timeliness:
        timeliness.check(get_timeliness(dynasty), terms.timeliness, newcomers=terms.newcomers)


def find_objection(terms: Terms, dynasty: Dynasty | None) -> str:
    """Return why a dynasty may not enter for its timeliness, in the reader's language; empty if it may."""
    try:
        if dynasty is not None:
            check(terms, dynasty)
    except DomainError as error:
        return str(error)
    return ""
