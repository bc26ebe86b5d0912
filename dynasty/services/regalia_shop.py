"""The treasury sells regalia: one of each piece to a dynasty, for good."""

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.transactions import service
from dynasty.catalog import regalia
from dynasty.models import Dynasty
from dynasty.services import treasury

REASON = "regalia"


@service
def buy_piece(*, dynasty: Dynasty, piece: str, asset: str) -> None:
    """Buy a piece for a dynasty's emblem, paid in one of its two assets; bought already, nothing happens.

    It cannot be given back or sold.
    """
    if piece not in regalia.REGALIA:
        raise DomainError("no_such_regalia", _("There is no such piece of regalia."))
    prices = regalia.REGALIA[piece].prices
    if asset not in prices:
        raise DomainError("no_such_price", _("This piece is not sold for that."))
    locked = Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)
    worn = regalia.list_worn(locked.emblem)
    if piece in worn:
        return
    treasury.transfer(
        key=f"{REASON}:{dynasty.code}:{piece}",
        debit=treasury.get_wallet(dynasty, asset),
        credit=treasury.get_treasury(asset),
        asset=asset,
        amount=prices[asset],
        cause=REASON,
    )
    locked.emblem = {**locked.emblem, regalia.KEY: [*worn, piece]}
    locked.save(update_fields=["emblem"])
