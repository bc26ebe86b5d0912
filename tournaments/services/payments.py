"""Payments of a tournament: made together, so that accounts are locked in one order."""

from collections.abc import Iterable

from dynasty.models import Account, Dynasty, Transfer
from dynasty.services import treasury
from dynasty.services.treasury import Payment


def pay(payments: Iterable[Payment]) -> None:
    """Make all these payments or none; those of nothing, and from an account to itself, are left out.

    Once in a transaction: whoever locks some accounts, and then others, may wait for somebody who does it crosswise.
    """
    due = [payment for payment in payments if payment.amount and payment.debit.pk != payment.credit.pk]
    if due:
        treasury.move(due)


def keep_paid(refunds: Iterable[Payment]) -> list[Payment]:
    """Return the refunds of what was paid; each has the key of its payment, and `:back` after it.

    Houses of before 0.2.0 entered without paying.
    """
    due = list(refunds)
    keys = [refund.key.removesuffix(":back") for refund in due]
    paid = set(Transfer.objects.filter(key__in=keys).values_list("key", flat=True)) if due else set()
    return [refund for refund, key in zip(due, keys, strict=True) if key in paid]


def get_winnings_account(dynasty: Dynasty | None, asset: str) -> Account:
    """Return where winnings go: the dynasty's wallet, or the treasury for nobody."""
    return treasury.get_treasury(asset) if dynasty is None else treasury.get_wallet(dynasty, asset)


def list_escrows(ref: str) -> list[Account]:
    """Return the escrow accounts of that reference that hold something, in the order of their assets."""
    rows = Account.objects.filter(purpose=Account.Purpose.ESCROW, ref=ref, balance__gt=0)
    return list(rows.order_by("asset"))
