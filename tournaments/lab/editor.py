"""Setting up a lab: pieces put down, moved and taken away by hand, whatever the rules would say of it.

An edit is `C3-C5` (the piece of C3 goes to C5), or a tile, a point and what stands or lies there, as in the address
of a lab: `C3.a7` a pawn with its experience, `C3.A` an Emperor, `C3._*` a treasure, `C3._.b` a chest, `C3._` nothing.
"""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from battlefield import Formation, Tile, compact
from battlefield.items import Item
from battlefield.pieces import Piece
from core.errors import DomainError
from tournaments.lab import state
from tournaments.lab.state import Lab

MAX_LENGTH = 16


def arrange(found: Lab, action: str) -> Lab:
    """Return the lab that opens with the present position edited; raise DomainError (bad_lab) where that cannot be."""
    try:
        now = found.now.formation
        changed = move_piece(now, action) if "-" in action else put_on_tile(now, action)
    except (ValueError, KeyError) as error:
        raise DomainError(
            "bad_lab", _("Write a tile, a point and what stands there, such as C3.a2; or C3-C5.")
        ) from error
    opened = state.open_at(found.now).opening
    fallen = "".join(seat for seat in opened.fallen if seat not in changed.seats)
    return Lab(state.build_battle(changed, opened.ruleset, opened.targets, opened.number, fallen))


def move_piece(now: Formation, action: str) -> Formation:
    """Return the formation with a piece moved; what stood there is gone."""
    origin, goal = (Tile.read(name) for name in action.strip().upper().split("-"))
    piece = now.pieces[origin]
    return replace(now, pieces={tile: each for tile, each in now.pieces.items() if tile != origin} | {goal: piece})


def put_on_tile(now: Formation, action: str) -> Formation:
    """Return the formation with something else on a tile. An Emperor that stands elsewhere is moved."""
    name, _point, what = action.strip()[:MAX_LENGTH].partition(".")
    tile = Tile.read(name.upper())
    if tile not in now.board.tiles:
        raise ValueError("there is no such tile")
    piece, item = read_cell(what or "_")
    pieces = {place: each for place, each in now.pieces.items() if place != tile and not is_same_emperor(each, piece)}
    items = {place: each for place, each in now.items.items() if place != tile}
    return replace(now, pieces=pieces | ({tile: piece} if piece else {}), items=items | ({tile: item} if item else {}))


def read_cell(what: str) -> tuple[Piece | None, Item | None]:
    """Return the piece and item that one cell of a lab's address describes."""
    alone = compact.read(what)
    if alone.board.tiles != {Tile.read("A1")}:
        raise ValueError("that is not one tile")
    return next(iter(alone.pieces.values()), None), next(iter(alone.items.values()), None)


def is_same_emperor(one: Piece, other: Piece | None) -> bool:
    return other is not None and one.is_emperor and other.is_emperor and one.seat == other.seat
