"""What happens when all movers are settled: experience, fallen seats, collected items (rules §5)."""

from collections.abc import Callable
from dataclasses import dataclass

from .pieces import Piece
from .tiles import Tile


def is_displaced(origin: Tile, end: Tile) -> bool:
    """Return whether an ordered pawn gains experience: only when it does not end where it started."""
    return end != origin


def is_ordered(origin: Tile, end: Tile) -> bool:
    """Return whether an ordered pawn gains experience: always, even when it ends where it started."""
    return True


def emperors(piece: Piece) -> bool:
    """Return whether a piece collects items: Emperors only."""
    return piece.is_emperor


def all_pieces(piece: Piece) -> bool:
    """Return whether a piece collects items: every piece does."""
    return True


@dataclass(frozen=True)
class Leaderless:
    """What a seat without an Emperor is."""

    falls: Callable[[bool, bool], bool]
    """Whether it has fallen, from whether it lost its last Emperor and whether it lost its last piece."""
    vanishes: bool


def without_emperor(lost_emperor: bool, lost_all: bool) -> bool:
    """Return whether a seat has fallen: it has once its Emperor is lost."""
    return lost_emperor


def without_piece(lost_emperor: bool, lost_all: bool) -> bool:
    """Return whether a seat has fallen: it fights on without its Emperor as long as it has a piece."""
    return lost_all


EXPERIENCE = {"displaced": is_displaced, "ordered": is_ordered}
COLLECTORS = {"emperors": emperors, "all": all_pieces}
LEADERLESS = {
    "freeze": Leaderless(without_emperor, vanishes=False),
    "vanish": Leaderless(without_emperor, vanishes=True),
    "fight_on": Leaderless(without_piece, vanishes=False),
}
