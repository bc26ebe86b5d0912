"""The lock of a battlefield that needs a key: whoever announces the tournament pays the treasury for it.

It is held from the start, goes to the treasury when the battle is over, and comes back where none takes place. What the
site announces itself costs nothing.
"""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from dynasty.catalog.keys import KEYS
from dynasty.selectors.wealth import get_balances
from dynasty.services import treasury
from dynasty.services.treasury import Payment
from tournaments.domain.terms import Terms
from tournaments.models import Tournament
from tournaments.services.payments import list_escrows


def choose_price(terms: Terms, has: Mapping[str, int]) -> tuple[str, int]:
    """Return what is paid for the lock: gemstones or metal where there are enough beside the prize, else gold coins.

    Raise DomainError (lock_too_dear) where there is enough of neither. `terms` name a key.
    """
    put_up = dict(terms.prize)
    for asset, amount in KEYS[terms.key].lock_prices.items():
        if has.get(asset, 0) - put_up.get(asset, 0) >= amount:
            return asset, amount
    sentence = _("A lock for this key costs %(lock)s, and your dynasty has too little of both.")
    raise DomainError("lock_too_dear", sentence, lock=terms.key)


def build_escrow(tournament: Tournament, terms: Terms) -> Iterator[Payment]:
    """Return the payment of the lock by the dynasty that announces the tournament.

    Raise DomainError (lock_too_dear) where it has too little.
    """
    if tournament.organiser is None or not terms.key:
        return
    asset, amount = choose_price(terms, get_balances(tournament.organiser))
    yield Payment(
        f"lock:{tournament.code}:{asset}",
        treasury.get_wallet(tournament.organiser, asset),
        treasury.get_escrow(format_ref(tournament), asset),
        asset,
        amount,
        "lock",
        tournament.code,
    )


def build_dues(tournament: Tournament, terms: Terms) -> Iterator[Payment]:
    """Return the payment of the lock to the treasury, now that the battle is over."""
    for account in list_escrows(format_ref(tournament)) if terms.key else ():
        yield Payment(
            f"lock:{tournament.code}:{account.asset}:due",
            account,
            treasury.get_treasury(account.asset),
            account.asset,
            account.balance,
            "lock",
            tournament.code,
        )


def build_refunds(tournament: Tournament, terms: Terms) -> Iterator[Payment]:
    """Return the payment that gives the organiser back what the lock cost."""
    if tournament.organiser is None or not terms.key:
        return
    for account in list_escrows(format_ref(tournament)):
        yield Payment(
            f"lock:{tournament.code}:{account.asset}:back",
            account,
            treasury.get_wallet(tournament.organiser, account.asset),
            account.asset,
            account.balance,
            "given_back",
            tournament.code,
        )


def format_ref(tournament: Tournament) -> str:
    """Return the reference of the escrow in which the price of a lock is held."""
    return f"lock:{tournament.code}"
