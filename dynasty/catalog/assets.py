"""The assets, one record each, and their displayed names."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from core import numbers
from core.sentences import fill
from dynasty.catalog import keys

REPUTATION = "reputation"
"""The code of reputation, which the ledger keeps for each emperor; it is not wealth."""


@dataclass(frozen=True)
class Asset:
    """A kind of wealth: everything that the ledger and the pages know of it."""

    group: str
    """A key of GROUPS."""
    name: Promise
    """The name in headings, in the plural."""
    unit: Any
    """The name after a number, in singular and plural: an `ngettext_lazy`."""
    grant: int = 0
    """The amount that a dynasty gets once, when it is founded."""


GROUPS = {"coins": _("coins"), "gemstones": _("gemstones"), "metals": _("precious metals")}

ASSETS = {
    "gold": Asset("coins", _("gold coins"), ngettext_lazy("gold coin", "gold coins"), grant=1_000),
    "silver": Asset("coins", _("silver coins"), ngettext_lazy("silver coin", "silver coins"), grant=5_000),
    "copper": Asset("coins", _("copper coins"), ngettext_lazy("copper coin", "copper coins"), grant=20_000),
    "ruby": Asset("gemstones", _("rubies"), ngettext_lazy("ruby", "rubies")),
    "sapphire": Asset("gemstones", _("sapphires"), ngettext_lazy("sapphire", "sapphires")),
    "emerald": Asset("gemstones", _("emeralds"), ngettext_lazy("emerald", "emeralds")),
    "diamond": Asset("gemstones", _("diamonds"), ngettext_lazy("diamond", "diamonds")),
    "gold_ounce": Asset("metals", _("ounces of gold"), ngettext_lazy("ounce of gold", "ounces of gold")),
    "silver_ounce": Asset("metals", _("ounces of silver"), ngettext_lazy("ounce of silver", "ounces of silver")),
    "platinum_ounce": Asset(
        "metals", _("ounces of platinum"), ngettext_lazy("ounce of platinum", "ounces of platinum")
    ),
}


def get_grants() -> dict[str, int]:
    """Return what a new dynasty gets, by asset."""
    return {code: asset.grant for code, asset in ASSETS.items() if asset.grant}


def is_known(asset: str) -> bool:
    """Return whether the books may hold it: an asset, reputation, or a key (key:<name>)."""
    return asset in ASSETS or asset == REPUTATION or keys.is_key(asset)


def get_name(asset: str) -> str:
    """Return the displayed name of an asset, reputation or a key."""
    if asset in ASSETS:
        return str(ASSETS[asset].name)
    if asset == REPUTATION:
        return str(_("reputation"))
    return str(_("keys “%(title)s”")) % {"title": keys.get_title(keys.get_name(asset))}


def get_name_or_code(code: str) -> str:
    """Return what an asset or a key is called, and the code itself where there is no such asset."""
    return get_name(code) if is_known(code) else code


def get_unit(asset: str, amount: int) -> str:
    """Return what people call so many of an asset, without the number."""
    if asset in ASSETS:
        return str(ASSETS[asset].unit % abs(amount))
    if asset == REPUTATION:
        return ngettext("point of reputation", "points of reputation", abs(amount))
    text = ngettext("key “%(title)s”", "keys “%(title)s”", abs(amount))
    return fill(text, {"title": keys.get_title(keys.get_name(asset))})


def format_amount(amount: int, asset: str) -> str:
    """Return an amount of an asset as people read it."""
    return f"{numbers.format_number(amount)} {get_unit(asset, amount)}"
