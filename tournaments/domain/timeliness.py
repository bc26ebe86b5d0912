"""How many of a dynasty's orders came in time, as a condition of entering a battle or of being found."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from core.errors import DomainError

BATTLES = 20
"""Of how many battles, the latest ones, the orders count: who was away for a while makes up for it."""
MIN_ORDERS = 20
"""With fewer orders in them a dynasty is a newcomer, of whom nothing can be said."""

SENTENCE = gettext_noop(
    "Of a hundred orders in your last %(battles)s serious battles, %(least)s must have been in time to enter."
)
RATED_SENTENCE = gettext_noop(
    "Of a hundred orders in your last %(battles)s rated battles of this pace, %(least)s must have been in time to "
    "enter."
)
NEWCOMERS = gettext_noop("Newcomers with fewer than %(orders)s orders may enter too.")
NO_NEWCOMERS = gettext_noop("Newcomers with fewer than %(orders)s orders may not enter.")


@dataclass(frozen=True)
class Timeliness:
    """The orders that a dynasty had to give in its latest battles, and how many of them it missed."""

    orders: int = 0
    missed: int = 0

    @property
    def is_known(self) -> bool:
        """Return whether there were enough orders to judge by."""
        return self.orders >= MIN_ORDERS

    @property
    def percent(self) -> int:
        """Return how many of a hundred orders came in time, rounded down.

        >>> Timeliness(200, 21).percent
        89
        """
        return 100 * (self.orders - self.missed) // self.orders if self.orders else 100


@dataclass(frozen=True)
class Demand:
    """What is asked of somebody: so many of a hundred orders in time, of newcomers too or of nobody unknown."""

    least: int = 0
    newcomers: bool = True

    def is_met(self, percent: int | None) -> bool:
        """Return whether somebody with so many of a hundred orders in time meets it; None: a newcomer.

        >>> Demand(90).is_met(None), Demand(90).is_met(89), Demand(90, newcomers=False).is_met(None)
        (True, False, False)
        """
        return self.newcomers if percent is None else percent >= self.least


QUICK_LEAVE_ROUNDS = 2
"""Whoever resigns in one of the first rounds of a battle of people who found each other has left at once."""
QUICK_LEAVE_MISSED = 3
"""So many orders count as missed then: as many as of somebody who closes the page."""
SEARCHES: dict[str, tuple[Demand, Promise]] = {
    "": (Demand(), _("Anyone")),
    "timely": (Demand(90), _("Nobody who often misses orders")),
    "known": (Demand(90, newcomers=False), _("Only players known to order in time")),
}
"""What a search asks of whoever is to be found."""


def check_search(asks: str, percent: int | None) -> None:
    """Raise DomainError where somebody with so many of a hundred orders in time is not whom a search is for."""
    demand, _title = SEARCHES[asks]
    if demand.is_met(percent):
        return
    if percent is None:
        sentence = _(
            "Wants somebody known to order in time: that takes %(least)s orders in rated battles of this pace."
        )
        raise DomainError("not_asked_for", sentence, least=MIN_ORDERS)
    sentence = _("Wants somebody with %(least)s of a hundred orders in time. Of yours it was %(own)s lately.")
    raise DomainError("not_asked_for", sentence, least=demand.least, own=percent)


def find_search_objection(asks: str, percent: int | None) -> str:
    """Return why somebody is not whom a search is for, in the reader's language; empty if they may play."""
    try:
        check_search(asks, percent)
    except DomainError as error:
        return str(error)
    return ""


def add_quick_leave(own: Timeliness) -> Timeliness:
    """Return the orders of a battle that somebody left at once.

    >>> add_quick_leave(Timeliness(1, 0))
    Timeliness(orders=4, missed=3)
    """
    return Timeliness(own.orders + QUICK_LEAVE_MISSED, own.missed + QUICK_LEAVE_MISSED)


def describe(least: int, *, newcomers: bool, sentence: str = SENTENCE) -> list[tuple[str, dict[str, object]]]:
    """Return the sentences of the contract; empty where no order has to have been in time."""
    if not least:
        return []
    words = NEWCOMERS if newcomers else NO_NEWCOMERS
    return [(sentence, {"least": least, "battles": BATTLES}), (words, {"orders": MIN_ORDERS})]


def check_condition(least: int, *, newcomers: bool) -> None:
    """Raise DomainError for an announcement that keeps newcomers out and nobody else."""
    if not least and not newcomers:
        sentence = _("Say how many of a hundred orders must have been in time, or let newcomers in.")
        raise DomainError("newcomers_alone", sentence)


@dataclass(frozen=True)
class Refusals:
    """What somebody is told who may not enter: a newcomer, and whoever was late too often."""

    unknown: Promise
    late: Promise


SERIOUS = Refusals(
    _(
        "Newcomers may not enter: your dynasty has given %(own)s orders in serious battles, and needs %(least)s. "
        "Fight where newcomers may enter first."
    ),
    _(
        "Of a hundred orders %(least)s must have been in time to enter; of yours it was %(own)s. Your last "
        "%(battles)s serious battles count: order in time in others, and it rises."
    ),
)
RATED = Refusals(
    _(
        "Newcomers may not enter: your dynasty has given %(own)s orders in rated battles of this pace, and needs "
        "%(least)s. Find an opponent, or enter where newcomers may."
    ),
    _(
        "Of a hundred orders %(least)s must have been in time to enter; of yours it was %(own)s. Your last "
        "%(battles)s rated battles of this pace count: order in time in others, and it rises."
    ),
)


def check(own: Timeliness, least: int, *, newcomers: bool, refusals: Refusals = SERIOUS) -> None:
    """Raise DomainError where a dynasty may not enter for its timeliness."""
    if not own.is_known and not newcomers:
        raise DomainError("timeliness_unknown", refusals.unknown, own=own.orders, least=MIN_ORDERS)
    if own.is_known and own.percent < least:
        raise DomainError("not_timely", refusals.late, least=least, own=own.percent, battles=BATTLES)
