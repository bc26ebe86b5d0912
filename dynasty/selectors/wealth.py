"""Selectors of a dynasty's balances."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.prepared_statements import PreparedQuery
from dynasty.catalog import keys
from dynasty.catalog.assets import ASSETS, GROUPS
from dynasty.models import Account, Dynasty

WALLET_QUERY = PreparedQuery(
    lambda dynasty: Account.objects.filter(dynasty=dynasty, purpose=Account.Purpose.WALLET).only("asset", "balance")
)


@dataclass(frozen=True)
class Holding:
    asset: str
    name: str
    group: str
    amount: int


def get_balances(dynasty: Dynasty | None) -> dict[str, int]:
    """Return what is in a dynasty's wallets, by asset; empty without a dynasty."""
    return {} if dynasty is None else {each.asset: each.balance for each in WALLET_QUERY(dynasty.pk)}


def list_holdings(dynasty: Dynasty) -> list[Holding]:
    """Return a dynasty's balances: all ten assets in their order, then the keys that it has."""
    has = get_balances(dynasty)
    assets = [
        Holding(code, str(asset.name), str(GROUPS[asset.group]), has.get(code, 0)) for code, asset in ASSETS.items()
    ]
    return assets + [
        Holding(code, keys.get_title(keys.get_name(code)), _("keys"), amount)
        for code, amount in sorted(has.items())
        if keys.is_key(code) and amount
    ]
