"""The battlefields that come with the game, a drawing each, in `fields/`; and those that others lend it."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from .formations import Formation
from .items import Item
from .marks import N_
from .presets import PRESETS, WITHDRAWN
from .records import read_board, read_board_seats, read_chests, read_fallen
from .tiles import Tile

FOLDER = Path(__file__).parent / "fields"
FIELDS = {
    "cross-4": (N_("Cross of four"), N_("The cross on which it all began: four Emperors, one on each arm.")),
    "ring-8": (N_("Ring of eight"), N_("A wide court with eight gates; everybody has two neighbours to fear.")),
    "duel-2": (
        N_("Duelling ground"),
        N_("Two ranks of pawns face each other, and each Emperor stands in a corner behind them."),
    ),
    "delta-3": (
        N_("River delta"),
        N_("Two camps share a bank, a third has the other, and a throne stands beside a rock in the river."),
    ),
    "narrows-2": (N_("The narrows"), N_("An hourglass: whoever holds the neck holds the battle.")),
    "bridge-2": (N_("The bridge"), N_("Two camps, a long bridge, and a far shore worth crossing to.")),
    "cloister-4": (N_("Cloister"), N_("Four wings round a courtyard; pillars break every long line.")),
    "hoard-4": (N_("Dragon’s hoard"), N_("A diamond with a treasure at its heart and a chest before each camp.")),
    "basin-8": (N_("Lake basin"), N_("Eight camps on the shores of a lake: large, slow and full of plots.")),
    "terrace-2": (N_("Terraces"), N_("Two camps on opposite slopes, and a ridge with two rocks between them.")),
    "trident-3": (N_("Trident"), N_("Three camps, each four steps from the throne where their arms meet.")),
    "garden-2": (
        N_("Small garden"),
        N_("A small board: two camps behind their hedges, face to face, and little time."),
    ),
    "glade-3": (N_("Glade"), N_("Three camps round a clearing, with a throne between two trees.")),
    "orchard-4": (N_("Orchard"), N_("Four camps in the corners, and a throne among the trees.")),
    "mill-4": (N_("Mill"), N_("Four camps turn round a throne that four pillars guard.")),
    "estuary-3": (
        N_("Estuary"),
        N_("Three camps where a river meets the sea: a small one inland, one on either bank."),
    ),
    "lantern-6": (N_("Court of lanterns"), N_("Six camps round a long court: four in its corners, two at its ends.")),
    "old-duel-2": (N_("Old duelling ground"), N_("Two full ranks of pawns and one empty row between them.")),
    "old-delta-3": (N_("Old river delta"), N_("Three seats on crooked ground, and a treasure in the middle.")),
}
"""By name: title and one sentence."""
HISTORICAL = frozenset({"cross-4", "ring-8", "old-duel-2", "old-delta-3"})
"""The four on which the game began; they stay as they were, whatever is measured of them."""
OFFERS: dict[str, tuple[str, ...]] = {
    "cross-4": ("throne",),
    "ring-8": ("crossing", "siege"),
    "duel-2": ("captives", "classic"),
    "delta-3": ("throne",),
    "narrows-2": ("captives",),
    "bridge-2": ("hunters",),
    "cloister-4": ("throne",),
    "hoard-4": ("throne",),
    "basin-8": ("siege",),
    "terrace-2": ("captives",),
    "trident-3": ("regents",),
    "garden-2": ("captives",),
    "glade-3": ("regents",),
    "orchard-4": ("throne",),
    "mill-4": ("throne",),
    "estuary-3": ("hunters",),
    "lantern-6": ("throne",),
    "old-duel-2": ("captives",),
    "old-delta-3": ("regents",),
}
"""The presets with which battles on a battlefield are good, the usual one first (docs/research/battles.md)."""


Shelf = Callable[[str], tuple[str, str, str] | None]
"""Finds a battlefield that does not come with the game: its title, a sentence and its drawing, or None.

What it finds under a name never changes.
"""
_SHELVES: list[Shelf] = []


def lend(shelf: Shelf) -> None:
    """Register another shelf of battlefields, searched from now on."""
    if shelf not in _SHELVES:
        _SHELVES.append(shelf)


def has_field(name: str) -> bool:
    """Return whether there is a battlefield of that name.

    >>> has_field("duel-2"), has_field("nowhere")
    (True, False)
    """
    return name in FIELDS or _lent(name) is not None


def words(name: str) -> tuple[str, str]:
    """Return a battlefield's title and a sentence about it, both to be translated. Raise KeyError if unknown."""
    return FIELDS[name] if name in FIELDS else _get_lent(name)[:2]


def load(name: str) -> Formation:
    """Return the starting formation of a battlefield. Raise KeyError for an unknown name.

    >>> load("duel-2").seats
    ('a', 'b')
    """
    return _own(name) if name in FIELDS else read_board(_get_lent(name)[2])


def list_fallen(name: str) -> tuple[str, ...]:
    """Return the seats that have fallen before the first round: on a position of another battle there may be some.

    >>> list_fallen("duel-2")
    ()
    """
    return () if name in FIELDS else read_fallen(_get_lent(name)[2])


def list_board_seats(name: str) -> tuple[str, ...]:
    """Return the seats of the board where some have no piece, as on a position of another battle.

    >>> list_board_seats("duel-2")
    ()
    """
    return () if name in FIELDS else read_board_seats(_get_lent(name)[2])


@cache
def _own(name: str) -> Formation:
    return read_board((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def with_chests(name: str) -> Formation:
    """Return the starting formation with the chest of each seat: where it is drawn, or on the tile that is named."""
    formation = load(name)
    if name not in FIELDS:
        return formation
    chests = {Tile.read(tile): Item(seat) for seat, tile in _chests(name).items()}
    return Formation(formation.board, formation.pieces, {**formation.items, **chests})


@cache
def _chests(name: str) -> dict[str, str]:
    return read_chests((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def _get_lent(name: str) -> tuple[str, str, str]:
    lent = _lent(name)
    if lent is None:
        raise KeyError(name)
    return lent


def _lent(name: str) -> tuple[str, str, str] | None:
    return next((lent for shelf in _SHELVES if (lent := shelf(name)) is not None), None)


def without_chests(formation: Formation) -> Formation:
    """Return a formation without the chests of its seats, for battles that are not fought for chests."""
    items = {tile: item for tile, item in formation.items.items() if not item.owner}
    return Formation(formation.board, formation.pieces, items)


def list_presets(name: str) -> list[str]:
    """Return the presets that a battlefield is offered with, its usual one first.

    Those that come with the game are offered with what was measured (`OFFERS`); a board that was lent with all that
    were not withdrawn, whether or not they fit.

    >>> list_presets("duel-2"), list_presets("elsewhere")[0]
    (['captives', 'classic'], 'classic')
    """
    return list(OFFERS.get(name) or [preset for preset in PRESETS if preset not in WITHDRAWN])
