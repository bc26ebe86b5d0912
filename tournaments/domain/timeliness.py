"""How many of a dynasty's orders came in time, as a condition of entering a tournament."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from core.errors import DomainError

BATTLES = 20
"""Of how many serious battles, the latest ones, the orders count: who was away for a while makes up for it."""
MIN_ORDERS = 20
"""With fewer orders in them a dynasty is a newcomer, of whom nothing can be said."""

SENTENCE = gettext_noop(
    "Of a hundred orders in your last %(battles)s serious battles, %(least)s must have been in time to enter."
)
NEWCOMERS = gettext_noop("Newcomers with fewer than %(orders)s orders may enter too.")
NO_NEWCOMERS = gettext_noop("Newcomers with fewer than %(orders)s orders may not enter.")


@dataclass(frozen=True)
class Timeliness:
    """The orders that a dynasty had to give in its latest serious battles, and how many of them it missed."""

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


def describe(least: int, *, newcomers: bool) -> list[tuple[str, dict[str, object]]]:
    """Return the sentences of the contract; empty where no order has to have been in time."""
    if not least:
        return []
    words = NEWCOMERS if newcomers else NO_NEWCOMERS
    return [(SENTENCE, {"least": least, "battles": BATTLES}), (words, {"orders": MIN_ORDERS})]


def check_condition(least: int, *, newcomers: bool) -> None:
    """Raise DomainError for an announcement that keeps newcomers out and nobody else."""
    if not least and not newcomers:
        sentence = _("Say how many of a hundred orders must have been in time, or let newcomers in.")
        raise DomainError("newcomers_alone", sentence)


def check(own: Timeliness, least: int, *, newcomers: bool) -> None:
    """Raise DomainError where a dynasty may not enter for its timeliness."""
    if not own.is_known and not newcomers:
        sentence = _(
            "Newcomers may not enter: your dynasty has given %(own)s orders in serious battles, and needs %(least)s. "
            "Fight where newcomers may enter first."
        )
        raise DomainError("timeliness_unknown", sentence, own=own.orders, least=MIN_ORDERS)
    if own.is_known and own.percent < least:
        sentence = _(
            "Of a hundred orders %(least)s must have been in time to enter; of yours it was %(own)s. Your last "
            "%(battles)s serious battles count: order in time in others, and it rises."
        )
        raise DomainError("not_timely", sentence, least=least, own=own.percent, battles=BATTLES)
