"""The pieces of a round while it is being resolved."""

from collections.abc import Iterable, Sequence

from .formations import Formation
from .orders import Order
from .pieces import Piece
from .tiles import Tile, straight


class March:
    """A mover: a piece under way along its path, claiming one tile of it."""

    __slots__ = ("destination", "has_taken", "origin", "path", "piece", "priority", "settled", "step")

    def __init__(self, piece: Piece, path: Sequence[Tile], priority: int) -> None:
        self.piece = piece
        self.path = path
        self.origin, self.destination = path[0], path[-1]
        self.priority = priority
        """Its order's place in the order of priority: 0 is the quickest."""
        self.step = len(path) - 1
        """Which tile of its path it claims."""
        self.settled = False
        self.has_taken = False

    @property
    def claim(self) -> Tile:
        return self.path[self.step]

    @property
    def at_destination(self) -> bool:
        return self.step == len(self.path) - 1

    @property
    def took_as_emperor(self) -> bool:
        return self.has_taken and self.piece.is_emperor


class Field:
    """The board in the middle of a resolution. A piece is known by its home: the tile where it stood before."""

    def __init__(self, formation: Formation, orders: Iterable[Order]) -> None:
        self.tiles = formation.board.tiles
        self.pieces = dict(formation.pieces)
        """What each piece is by now, by its home; one that left the board is missing."""
        self.marches = [
            March(self.pieces[order.origin], straight(order.origin, order.destination), priority)
            for priority, order in enumerate(orders)
            if order.origin is not None and order.destination is not None
        ]
        self.unsettled = list(self.marches)
        self.by_origin = {march.origin: march for march in self.marches}
        self.standing = {tile: tile for tile in self.pieces if tile not in self.by_origin}
        """The home of the settled piece on each tile."""

    def settle(self, march: March, tile: Tile) -> None:
        march.settled = True
        self.unsettled.remove(march)
        self.standing[tile] = march.origin

    def claims(self) -> dict[Tile, list[March]]:
        """Return the unsettled movers by the tile that they claim."""
        found: dict[Tile, list[March]] = {}
        for march in self.unsettled:
            found.setdefault(march.claim, []).append(march)
        return found

    def list_held(self, springing: Iterable[March] = ()) -> set[Tile]:
        """Return the tiles on which nothing can land while these pieces spring."""
        still = set(springing)
        return set(self.standing) | {march.claim for march in self.unsettled if march not in still}

    def is_occupied_by_march(self, tile: Tile) -> bool:
        """Return whether the tile's former occupant is still under way."""
        march = self.by_origin.get(tile)
        return march is not None and not march.settled
