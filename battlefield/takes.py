"""Takes: what becomes of taker and taken (rules §5)."""

from dataclasses import dataclass

from .pieces import Kind, Piece


@dataclass(frozen=True)
class Take:
    """That a seat's piece took another."""

    seat: str
    origin: str
    """Where the taker stood before the round; a tile's name."""
    tile: str
    taken_seat: str
    by_emperor: bool
    of_emperor: bool
    authority: int
    """What the taker's seat's Emperor had as experience before the round."""
    taken_authority: int
    """The same of the taken piece's seat."""

    def __str__(self) -> str:
        return f"{self.seat}:{self.origin}x{self.tile}"


@dataclass(frozen=True)
class Capture:
    """What a rule makes of a take."""

    taken: Piece | None
    """What the taken piece becomes; None: it leaves the board, and the taker settles on the tile."""
    push: bool = False
    """Whether it is pushed on where there is room, and the taker settles then."""


def pawn_joins(seat: str, authority: int) -> Capture:
    """Turn the taken pawn: it stays where it is and joins the taker's seat; the taker springs."""
    return Capture(Piece(seat))


def pawn_is_pushed(seat: str, authority: int) -> Capture:
    """Turn the taken pawn and push it one tile on; the Emperor settles on its destination."""
    return Capture(Piece(seat), push=True)


def remove(seat: str, authority: int) -> Capture:
    """Take the Emperor off the board; the taker settles on the tile."""
    return Capture(None)


def becomes_pawn(seat: str, authority: int) -> Capture:
    """Make the Emperor a pawn of the taker's seat with experience 1; the taker springs."""
    return Capture(Piece(seat))


def becomes_veteran(seat: str, authority: int) -> Capture:
    """Make the Emperor a pawn of the taker's seat with the experience it had before the round."""
    return Capture(Piece(seat, Kind.PAWN, authority))


def convert(seat: str, authority: int) -> Capture:
    """Make the Emperor one of the taker's seat for the rest of the battle; the taker springs."""
    return Capture(Piece(seat, Kind.EMPEROR))


EMPEROR_TAKES_PAWN = {"bounce": pawn_joins, "push": pawn_is_pushed}
TAKES_EMPEROR = {"removed": remove, "pawn": becomes_pawn, "veteran": becomes_veteran, "converted": convert}
