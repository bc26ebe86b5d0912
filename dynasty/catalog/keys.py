"""The keys that open locked battlefields, and the treasury's prices of keys and locks.

In the books a key is an asset like any other, named `key:<name>`; a tournament names it in its terms.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dynasty.catalog import price_pairs

PREFIX = "key:"

Basket = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Key:
    title: Promise
    sentence: Promise
    price: Basket
    """The treasury's price of one key."""
    lock: tuple[str, int]
    """The treasury's price of a lock that this key opens, in gemstones or precious metal."""

    @property
    def lock_prices(self) -> dict[str, int]:
        """Return what a lock costs by the asset in which one pays."""
        return price_pairs.get_prices(*self.lock)


KEYS = {
    "copper": Key(
        _("Copper Postern"),
        _("The small door that cooks and spies use. It is never quite closed to those who pay."),
        (("copper", 2_000),),
        ("silver_ounce", 20),
    ),
    "iron": Key(
        _("Iron Gate"),
        _("Two leaves of black iron, and behind them a yard where nobody asks for your name."),
        (("silver", 250),),
        ("sapphire", 2),
    ),
    "jade": Key(
        _("Jade Terrace"),
        _("Green stone, still water, and a court that talks of whoever stumbles here."),
        (("silver", 1_000), ("copper", 1_000)),
        ("emerald", 3),
    ),
    "ivory": Key(
        _("Ivory Stair"),
        _("A hundred steps, each carved with a battle that someone lost."),
        (("gold", 60),),
        ("gold_ounce", 2),
    ),
    "dragon": Key(
        _("Dragon Bridge"),
        _("Narrow, old and high above the river. Two houses have never left it together."),
        (("gold", 150),),
        ("ruby", 4),
    ),
    "throne": Key(
        _("Throne Hall"),
        _("Where dynasties are made champions, or forgotten."),
        (("gold", 400), ("silver", 500)),
        ("diamond", 2),
    ),
}


def get_asset(name: str) -> str:
    """Return the asset code of this key in the books."""
    return PREFIX + name


def get_name(asset: str) -> str:
    """Return the name of the key that an asset is; blank if it is none."""
    return asset.removeprefix(PREFIX) if asset.startswith(PREFIX) else ""


def is_key(asset: str) -> bool:
    """Return whether the asset is a known key."""
    return get_name(asset) in KEYS


def get_title(name: str) -> str:
    """Return the title of the place that a key opens; the key's name if it is not known."""
    return str(KEYS[name].title) if name in KEYS else name
