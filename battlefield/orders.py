"""Orders, and the reasons for which one is refused."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from .formations import Formation
from .marks import N_
from .tiles import Tile, straight


class Refusal(StrEnum):
    """Why an order is illegal. The first that applies, in this order, names the error."""

    UNREADABLE = "unreadable"
    FALLEN = "fallen"
    NOT_YOURS = "not-yours"
    NOT_STRAIGHT = "not-straight"
    OFF_BOARD = "off-board"
    TOO_FAR = "too-far"
    OWN_PIECE = "own-piece"
    PATH_BLOCKED = "path-blocked"


REFUSALS = {
    Refusal.UNREADABLE: N_("That is not an order. Write two tiles, such as C5-C2, or - to hold."),
    Refusal.FALLEN: N_("This seat has fallen and cannot give orders."),
    Refusal.NOT_YOURS: N_("You have no piece there."),
    Refusal.NOT_STRAIGHT: N_("Pieces go straight up, down, left or right."),
    Refusal.OFF_BOARD: N_("That path leaves the board."),
    Refusal.TOO_FAR: N_("That is further than the piece’s experience."),
    Refusal.OWN_PIECE: N_("Your own piece is there."),
    Refusal.PATH_BLOCKED: N_("There is a piece in the way."),
}
"""What a player reads of an order that is refused."""


class IllegalOrder(ValueError):
    """An order that may not be given; `refusal` is the code, `sentence` a message to be translated."""

    def __init__(self, refusal: Refusal, seat: str, text: str) -> None:
        self.refusal, self.seat, self.text = refusal, seat, text
        self.sentence = REFUSALS[refusal]
        super().__init__(f"{seat} {text}: {refusal}")


class Order(NamedTuple):
    """What a seat asks: one of its pieces and a destination, or to hold (neither)."""

    seat: str
    origin: Tile | None = None
    destination: Tile | None = None

    def __str__(self) -> str:
        return f"{self.origin}-{self.destination}" if self.origin else "-"

    @classmethod
    def read(cls, seat: str, text: str) -> "Order":
        """Read `C5-C2`, or `-` to hold. Raise IllegalOrder (unreadable) for anything else.

        >>> str(Order.read("a", "C5-C2").destination)
        'C2'
        >>> Order.read("a", "-")
        Order(seat='a', origin=None, destination=None)
        """
        if text.strip() == "-":
            return cls(seat)
        try:
            origin, destination = text.strip().split("-")
            return cls(seat, Tile.read(origin.strip()), Tile.read(destination.strip()))
        except ValueError:
            raise IllegalOrder(Refusal.UNREADABLE, seat, text) from None


def open_path(formation: Formation, between: Sequence[Tile]) -> bool:
    """Return whether the path is free: it always is, since pieces meet only where they land."""
    return True


def clear_path(formation: Formation, between: Sequence[Tile]) -> bool:
    """Return whether the path is free: no piece may stand between origin and destination."""
    return not any(tile in formation.pieces for tile in between)


PATHS = {"open": open_path, "clear": clear_path}


def refusal(formation: Formation, order: Order, path_rule: str = "open") -> Refusal | None:
    """Return why this order is illegal in this formation (rules §3), or None where it is legal.

    >>> from battlefield.compact import read
    >>> refusal(read("A_b"), Order.read("a", "A1-C1"))
    <Refusal.TOO_FAR: 'too-far'>
    >>> refusal(read("A_b"), Order.read("a", "A1-B1")) is None
    True
    """
    if order.origin is None or order.destination is None:
        return None
    piece = formation.pieces.get(order.origin)
    if piece is None or piece.seat != order.seat:
        return Refusal.NOT_YOURS
    path = straight(order.origin, order.destination)
    if not path:
        return Refusal.NOT_STRAIGHT
    if not formation.board.tiles.issuperset(path):
        return Refusal.OFF_BOARD
    if len(path) - 1 > formation.experience(order.origin):
        return Refusal.TOO_FAR
    at_destination = formation.pieces.get(order.destination)
    if at_destination is not None and at_destination.seat == order.seat:
        return Refusal.OWN_PIECE
    if not PATHS[path_rule](formation, path[1:-1]):
        return Refusal.PATH_BLOCKED
    return None


def check(formation: Formation, order: Order, path_rule: str = "open") -> None:
    """Raise IllegalOrder where the order is illegal.

    >>> from battlefield.compact import read
    >>> check(read("A_b"), Order.read("a", "A1-A2"))
    Traceback (most recent call last):
        ...
    battlefield.orders.IllegalOrder: a A1-A2: off-board
    """
    if found := refusal(formation, order, path_rule):
        raise IllegalOrder(found, order.seat, str(order))


def destinations(formation: Formation, origin: Tile, path_rule: str = "open") -> list[Tile]:
    """Return where the piece on this tile may be ordered to, nearest first in each of four directions.

    >>> from battlefield.compact import read
    >>> " ".join(map(str, destinations(read("_a2_b"), Tile.read("B1"))))
    'C1 D1 A1'
    """
    seat, reach = formation.pieces[origin].seat, formation.experience(origin)
    passable = PATHS[path_rule]
    found = []
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        for distance in range(1, reach + 1):
            tile = Tile(origin.row + down * distance, origin.column + right * distance)
            if tile not in formation.board.tiles or not passable(formation, straight(origin, tile)[1:-1]):
                break
            occupant = formation.pieces.get(tile)
            if occupant is None or occupant.seat != seat:
                found.append(tile)
    return found


def legal_orders(formation: Formation, seat: str, path_rule: str = "open") -> dict[Tile, list[Tile]]:
    """Return where each piece of the seat can go; holding is always legal besides.

    >>> from battlefield.compact import read
    >>> legal_orders(read("Ab"), "a")
    {Tile(row=0, column=0): [Tile(row=0, column=1)]}
    """
    found = {tile: destinations(formation, tile, path_rule) for tile in sorted(formation.of(seat))}
    return {tile: goals for tile, goals in found.items() if goals}
