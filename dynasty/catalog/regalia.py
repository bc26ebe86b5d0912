"""Regalia: what a dynasty can add to its emblem, bought from the treasury for good.

Each piece has the two prices of `price_pairs`.

A piece is drawn around the shield in its box of 64 by 72, `behind` it or in `front`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dynasty.catalog import price_pairs

KEY = "regalia"
"""Where the emblem of a dynasty names its pieces."""
BOX = "-12 -18 88 99"
"""What is shown of the drawing where there are pieces, in the proportions of a bare shield."""


@dataclass(frozen=True)
class Piece:
    title: Promise
    sentence: Promise
    price: tuple[str, int]
    """In gemstones or precious metal."""
    behind: str = ""
    front: str = ""

    @property
    def prices(self) -> dict[str, int]:
        """Return what it costs by the asset in which one pays."""
        return price_pairs.get_prices(*self.price)


RAY = '<path transform="rotate({} 32 34)" d="M32 -12L35 34H29Z"/>'
LEAF = '<path transform="rotate({} {} {}) translate({} {})" d="M0 -6C4 -3 4 3 0 6C-4 3 -4 -3 0 -6Z"/>'
LEAVES = ((-62, -3, 30), (-48, -3, 41), (-34, 0, 52), (-18, 6, 62), (0, 14, 70))
"""Of the left branch: the turn and the place of each leaf."""
JEWEL = '<path d="M{0} {1}L{2} {3}L{0} {4}L{5} {3}Z"/>'


def draw_leaves() -> str:
    """Draw both branches, the right one as the mirror image of the left one."""
    leaves = [(turn, x, y) for turn, x, y in LEAVES] + [(-turn, 64 - x, y) for turn, x, y in LEAVES]
    return "".join(LEAF.format(turn, x, y, x, y) for turn, x, y in leaves)


def draw_jewel(x: int, y: int) -> str:
    return JEWEL.format(x, y - 6, x + 4, y, y + 6, x - 4)


REGALIA = {
    "rays": Piece(
        _("Platinum rays"),
        _("A glory of sixteen rays, so that nobody overlooks who is coming."),
        ("platinum_ounce", 10),
        behind='<g fill="#d5dae0" stroke="#8d949e" stroke-width="0.5">'
        + "".join(RAY.format(turn * 22.5) for turn in range(16))
        + "</g>",
    ),
    "mantle": Piece(
        _("Golden mantle"),
        _("Cloth of gold, thrown over the shield as if it had cost nothing."),
        ("gold_ounce", 10),
        behind='<path fill="#d29a2e" stroke="#7d5714" stroke-width="1.4" stroke-linejoin="round" '
        'd="M-7 0C6 -7 20 -2 32 -6C44 -2 58 -7 71 0C67 14 72 30 66 44C69 54 64 62 67 70C54 70 44 74 32 79'
        'C20 74 10 70 -3 70C0 62 -5 54 -2 44C-8 30 -3 14 -7 0Z"/>',
    ),
    "laurel": Piece(
        _("Emerald laurel"),
        _("Two branches whose leaves are cut from emeralds and never fall."),
        ("emerald", 6),
        behind=f'<g fill="#1f8a5b" stroke="#0d4a30" stroke-width="0.9">{draw_leaves()}</g>',
    ),
    "beads": Piece(
        _("Silver beading"),
        _("A row of silver beads along the edge, each struck by hand."),
        ("silver_ounce", 150),
        front='<path fill="none" stroke="#5c626b" stroke-width="4.4" stroke-linecap="round" stroke-dasharray="0 5.4" '
        'd="M4 4H60V36C60 54 46 64 32 69C18 64 4 54 4 36Z"/><path fill="none" stroke="#e4e8ee" stroke-width="3.2" '
        'stroke-linecap="round" stroke-dasharray="0 5.4" d="M4 4H60V36C60 54 46 64 32 69C18 64 4 54 4 36Z"/>',
    ),
    "rubies": Piece(
        _("Four rubies"),
        _("One for each corner of the world to which the dynasty means to ride."),
        ("ruby", 8),
        front='<g fill="#d3213f" stroke="#5e0a1a" stroke-width="1.2" stroke-linejoin="round">'
        + "".join(draw_jewel(x, y) for x, y in ((4, 5), (60, 5), (4, 37), (60, 37)))
        + "</g>",
    ),
    "ribbon": Piece(
        _("Sapphire ribbon"),
        _("Deep blue silk, sewn with sapphires, for those who keep their word."),
        ("sapphire", 8),
        front='<path fill="#1d4f9c" stroke="#0b2450" stroke-width="1.2" stroke-linejoin="round" '
        'd="M-4 60L8 58V70L-4 75L0 67Z M68 60L56 58V70L68 75L64 67Z M8 58C20 66 44 66 56 58V70C44 78 20 78 8 70Z"/>'
        '<g fill="#8db9ff"><circle cx="20" cy="70" r="1.8"/><circle cx="32" cy="71.600" r="2.2"/>'
        '<circle cx="44" cy="70" r="1.8"/></g>',
    ),
    "crown": Piece(
        _("Diamond crown"),
        _("Five points, five diamonds. Whether it fits, the next battle will show."),
        ("diamond", 4),
        front='<path fill="#e3b23c" stroke="#6f4e0f" stroke-width="1.3" stroke-linejoin="round" '
        'd="M13 2L9 -11L20 -5L32 -16L44 -5L55 -11L51 2Z"/>'
        '<g fill="#f3fbff" stroke="#6f4e0f" stroke-width="0.8"><circle cx="9" cy="-11" r="2.2"/>'
        '<circle cx="32" cy="-15" r="2.4"/><circle cx="55" cy="-11" r="2.2"/><circle cx="23" cy="-1.500" r="2"/>'
        '<circle cx="41" cy="-1.500" r="2"/></g>',
    ),
}
"""In the order in which they are drawn, the lowest first."""


def list_worn(emblem: Mapping[str, Any]) -> list[str]:
    """Return the names of the pieces on an emblem, in the order in which they are drawn."""
    worn = emblem.get(KEY) or ()
    return [name for name in REGALIA if name in worn]


def draw_behind(names: Iterable[str]) -> str:
    return "".join(REGALIA[name].behind for name in names)


def draw_front(names: Iterable[str]) -> str:
    return "".join(REGALIA[name].front for name in names)
