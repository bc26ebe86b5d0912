"""A formation: a board with what stands on it when a round opens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from . import diagrams
from .boards import Board
from .errors import BadInput
from .items import IN_CELL, Item
from .marks import N_
from .pieces import Kind, Piece
from .tiles import Tile

MAX_PIECES = 256


@dataclass(frozen=True)
class Formation:
    """Who stands where. A value: nothing changes it, and it prints and reads itself as a diagram."""

    board: Board
    pieces: Mapping[Tile, Piece]
    items: Mapping[Tile, Item] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.pieces) > MAX_PIECES:
            raise BadInput("bad-diagram", N_("A board has at most %(most)s pieces."), most=MAX_PIECES)
        for tile in (*self.pieces, *self.items):
            if tile not in self.board.tiles:
                raise BadInput("bad-diagram", N_("%(tile)s is not on the board."), tile=str(tile))

    def __str__(self) -> str:
        cells = {tile: item.cell for tile, item in self.items.items()}
        cells.update((tile, str(piece)) for tile, piece in self.pieces.items())
        return diagrams.draw(self.board.tiles, cells)

    @classmethod
    def read(
        cls,
        diagram: str,
        items: Mapping[str, str] | None = None,
        targets: Mapping[str, frozenset[Tile]] | None = None,
        throne: Tile | None = None,
    ) -> "Formation":
        """Read a formation from a diagram and from what is listed beside it: `{"C3": "treasure"}`.

        `targets` and `throne`: the tiles that its board names.
        """
        cells = diagrams.read(diagram)
        listed = {Tile.read(name): Item.read(text) for name, text in (items or {}).items()}
        drawn = {tile: IN_CELL[cell] for tile, cell in cells.items() if cell in IN_CELL}
        pieces = {tile: Piece.read(cell) for tile, cell in cells.items() if cell and cell not in IN_CELL}
        board = Board(frozenset(cells), targets or {}, throne)
        return cls(board, pieces, dict(sorted((drawn | listed).items())))

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats that have a piece, in the order of their letters."""
        return tuple(sorted({piece.seat for piece in self.pieces.values()}))

    @cached_property
    def _highest(self) -> dict[str, int]:
        highest: dict[str, int] = {}
        for piece in self.pieces.values():
            if piece.kind is Kind.PAWN and piece.experience > highest.get(piece.seat, 0):
                highest[piece.seat] = piece.experience
        return highest

    def of(self, seat: str) -> dict[Tile, Piece]:
        """Return the pieces of a seat.

        >>> from battlefield.compact import read
        >>> list(map(str, read("Aa3_b").of("a").values()))
        ['(a)', ' a3']
        """
        return {tile: piece for tile, piece in self.pieces.items() if piece.seat == seat}

    def emperors(self, seat: str) -> tuple[Tile, ...]:
        """Return where the seat's Emperors stand: one or none, more once it has converted some.

        >>> from battlefield.compact import read
        >>> read("aA").emperors("a")
        (Tile(row=0, column=1),)
        """
        return tuple(tile for tile, piece in self.pieces.items() if piece.seat == seat and piece.kind is Kind.EMPEROR)

    def authority(self, seat: str) -> int:
        """Return the highest experience among the seat's pawns, 1 where it has none: its Emperor's authority.

        >>> from battlefield.compact import read
        >>> read("Aa3a2").authority("a"), read("A_b").authority("a")
        (3, 1)
        """
        return self._highest.get(seat, 1)

    def experience(self, tile: Tile) -> int:
        """Return how far, in tiles, the piece on this tile can go.

        >>> from battlefield.compact import read
        >>> read("Aa3").experience(Tile.read("A1"))
        3
        """
        piece = self.pieces[tile]
        return self.authority(piece.seat) if piece.kind is Kind.EMPEROR else piece.experience

    @property
    def covered(self) -> dict[Tile, Item]:
        """The items under pieces, which a diagram does not show."""
        return {tile: item for tile, item in self.items.items() if tile in self.pieces}
