"""Payments of a tournament: made together, so that accounts are locked in one order."""

from collections.abc import Iterable

from dynasty.models import Account, Dynasty
from dynasty.services import treasury
from dynasty.services.treasury import Payment


def pay(payments: Iterable[Payment]) -> None:
    """Make all these payments or none; those of nothing, and from an account to itself, are left out.

    Once in a transaction: whoever locks some accounts, and then others, may wait for somebody who does it crosswise.
    """
    wanted = [payment for payment in payments if payment.amount and payment.debit.pk != payment.credit.pk]
    if wanted:
        treasury.move(wanted)


def get_winnings_account(dynasty: Dynasty | None, asset: str) -> Account:
    """Return where winnings go: the dynasty's wallet, or the treasury for the site's own houses and for nobody."""
    if dynasty is None or dynasty.house:
        return treasury.get_treasury(asset)
    return treasury.get_wallet(dynasty, asset)


def list_escrows(ref: str) -> list[Account]:
    """Return the escrow accounts of that reference that hold something, in the order of their assets."""
    rows = Account.objects.filter(purpose=Account.Purpose.ESCROW, ref=ref, balance__gt=0)
    return list(rows.order_by("asset"))
