"""What happens when all movers are settled: experience, fallen seats, collected items (rules §5)."""

from collections.abc import Callable
from dataclasses import dataclass

from .pieces import Piece
from .tiles import Tile


def displaced(origin: Tile, end: Tile) -> bool:
    """A pawn that was ordered gains experience when it is not where it started."""
    return end != origin


def ordered(origin: Tile, end: Tile) -> bool:
    """A pawn that was ordered gains experience, even when it ended where it started."""
    return True


def emperors(piece: Piece) -> bool:
    """Only Emperors collect items."""
    return piece.is_emperor


def all_pieces(piece: Piece) -> bool:
    """Any piece collects items."""
    return True


@dataclass(frozen=True)
class Leaderless:
    """What a seat without an Emperor is."""

    falls: Callable[[bool, bool], bool]
    """Whether it has fallen, from whether it lost its last Emperor and whether it lost its last piece."""
    vanishes: bool


def without_emperor(lost_emperor: bool, lost_all: bool) -> bool:
    """A seat that lost its Emperor has fallen."""
    return lost_emperor


def without_piece(lost_emperor: bool, lost_all: bool) -> bool:
    """A seat fights on without its Emperor as long as it has a piece."""
    return lost_all


EXPERIENCE = {"displaced": displaced, "ordered": ordered}
COLLECTORS = {"emperors": emperors, "all": all_pieces}
LEADERLESS = {
    "freeze": Leaderless(without_emperor, vanishes=False),
    "vanish": Leaderless(without_emperor, vanishes=True),
    "fight_on": Leaderless(without_piece, vanishes=False),
}
