"""The treasury sells keys, at fixed prices."""

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.limits import KEYS_PER_PURCHASE
from core.public_codes import new_code
from core.transactions import service
from dynasty.catalog import keys
from dynasty.models import Dynasty
from dynasty.services import treasury
from dynasty.services.treasury import Payment


@service
def buy_keys(*, dynasty: Dynasty, name: str, count: int = 1, token: str = "") -> None:
    """Buy keys from the treasury at its price; two calls with one `token` are one purchase."""
    if name not in keys.KEYS:
        raise DomainError("no_such_key", _("There is no such key."))
    if type(count) is not int or not 1 <= count <= KEYS_PER_PURCHASE:
        raise DomainError("bad_amount", _("An amount is a whole number from 1 to %(most)s."), most=KEYS_PER_PURCHASE)
    purchase = f"bought:{dynasty.code}:{token or new_code()}"
    purse, chest = treasury.get_wallet, treasury.get_treasury
    price = [
        Payment(f"{purchase}:{asset}", purse(dynasty, asset), chest(asset), asset, amount * count, "bought")
        for asset, amount in keys.KEYS[name].price
    ]
    bought = keys.get_asset(name)
    goods = Payment(f"{purchase}:key", chest(bought), purse(dynasty, bought), bought, count, "bought")
    treasury.move([*price, goods])
