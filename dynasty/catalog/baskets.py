"""Baskets: amounts of assets, in the order in which assets are always named."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.limits import MAX_AMOUNT
from dynasty.catalog import assets, keys
from dynasty.catalog.keys import Basket


def list_goods() -> tuple[str, ...]:
    """Return everything that can change hands, in the order in which it is always listed: assets, then keys."""
    return (*assets.ASSETS, *(keys.get_asset(name) for name in keys.KEYS))


def parse(amounts: Mapping[str, int]) -> Basket:
    """Parse a basket from amounts by asset; raise DomainError for an unknown asset or a bad amount."""
    goods = list_goods()
    for asset, amount in amounts.items():
        if asset not in goods:
            raise DomainError("unknown_asset", _("There is no such asset: %(asset)s"), asset=asset)
        if type(amount) is not int or not 0 < amount <= MAX_AMOUNT:
            raise DomainError("bad_amount", _("An amount is a whole number from 1 to %(most)s."), most=MAX_AMOUNT)
    return tuple((asset, amounts[asset]) for asset in goods if asset in amounts)


def format_basket(basket: Mapping[str, int] | Iterable[tuple[str, int]]) -> str:
    """Format a whole basket in words."""
    amounts = [assets.format_amount(amount, asset) for asset, amount in dict(basket).items()]
    if len(amounts) < 2:
        return "".join(amounts)
    return str(_("%(these)s and %(last)s")) % {"these": ", ".join(amounts[:-1]), "last": amounts[-1]}


def format_either(prices: Mapping[str, int]) -> str:
    """Format prices of which one is paid, in words."""
    amounts = [assets.format_amount(amount, asset) for asset, amount in prices.items()]
    return str(_("%(first)s or %(second)s")) % {"first": amounts[0], "second": amounts[1]}


def format_lock(name: str) -> str:
    """Format what the lock of this key costs, in words; the name itself where there is no such key."""
    return format_either(keys.KEYS[name].lock_prices) if name in keys.KEYS else name
