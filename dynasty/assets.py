"""The ten assets, and what they are called."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dynasty import keys

REPUTATION = "reputation"
"""Kept in the same books, one account for each emperor; it is not wealth."""


@dataclass(frozen=True)
class Asset:
    group: str
    name: Promise
    """Of many; it stands after a number and in headings."""


GROUPS = {"coins": _("coins"), "gemstones": _("gemstones"), "metals": _("precious metals")}

ASSETS = {
    "gold": Asset("coins", _("gold coins")),
    "silver": Asset("coins", _("silver coins")),
    "copper": Asset("coins", _("copper coins")),
    "ruby": Asset("gemstones", _("rubies")),
    "sapphire": Asset("gemstones", _("sapphires")),
    "emerald": Asset("gemstones", _("emeralds")),
    "diamond": Asset("gemstones", _("diamonds")),
    "gold_ounce": Asset("metals", _("ounces of gold")),
    "silver_ounce": Asset("metals", _("ounces of silver")),
    "platinum_ounce": Asset("metals", _("ounces of platinum")),
}

GRANT = {"gold": 1_000, "silver": 5_000, "copper": 20_000}
"""What founding a dynasty brings, once."""


def known(asset: str) -> bool:
    """Whether the books may hold it: an asset, reputation, or a key (key:<name>)."""
    return asset in ASSETS or asset == REPUTATION or keys.is_key(asset)


def name(asset: str) -> str:
    """What people call it."""
    if asset in ASSETS:
        return str(ASSETS[asset].name)
    if asset == REPUTATION:
        return str(_("reputation"))
    return str(_("keys “%(title)s”")) % {"title": keys.title(keys.name_of(asset))}
