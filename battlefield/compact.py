"""A formation as one short word that can stand in an address: rows from the top, between slashes.

A row is made of these parts, each for the next places from the left:

_, _3   an empty tile, or three             -, -2   a place off the board, or two
a, a7   a pawn, with its experience         A       an Emperor

What lies on a tile follows it: `_*` and `a7*` a treasure, `_.b` and `A.b` the chest of seat b.
"""

import re
from collections.abc import Iterator

from .boards import LONGEST_SIDE, Board
from .errors import BadInput
from .formations import Formation
from .items import TREASURE, Item
from .marks import N_
from .pieces import Kind, Piece
from .tiles import Tile

PART = re.compile(
    r"-(?P<gap>\d{0,2})|_(?P<empty>\d{1,2})|(?:_|(?P<piece>[A-W]|[a-w](?:[1-9]\d?)?))(?P<item>\*|\.[a-w])?",
    re.ASCII,
)


def write(formation: Formation) -> str:
    """Return the word for a formation. Targets are not in it.

    >>> write(read("A_a7/__B"))
    'A_a7/_2B'
    """
    return "/".join(_row(formation, row) for row in range(formation.board.rows))


def read(text: str) -> Formation:
    """Read a formation back from its word: the inverse of `write`. Raise ValueError where the text is none.

    >>> print(read("A_a7*/-_b"))
    +---+---+---+
    |(a)|   | a7|
    +---+---+---+
        |   | b |
        +---+---+
    """
    tiles: set[Tile] = set()
    pieces: dict[Tile, Piece] = {}
    items: dict[Tile, Item] = {}
    for tile, piece, item in _cells(text):
        tiles.add(tile)
        if piece:
            pieces[tile] = piece
        if item:
            items[tile] = item
    return Formation(Board(frozenset(tiles)), pieces, items)


def _row(formation: Formation, row: int) -> str:
    tiles = {tile.column for tile in formation.board.tiles if tile.row == row}
    places = range(max(tiles, default=-1) + 1)
    cells = [_cell(formation, Tile(row, column)) if column in tiles else "-" for column in places]
    return "".join(_runs(cells))


def _cell(formation: Formation, tile: Tile) -> str:
    piece, item = formation.pieces.get(tile), formation.items.get(tile)
    lying = (f".{item.owner}" if item.owner else "*") if item else ""
    if piece is None:
        return "_" + lying
    if piece.is_emperor:
        return piece.seat.upper() + lying
    return piece.seat + (str(piece.experience) if piece.experience > 1 else "") + lying


def _runs(cells: list[str]) -> Iterator[str]:
    """Empty tiles and gaps counted, everything else as it is."""
    place = 0
    while place < len(cells):
        length = 1
        while cells[place] in ("_", "-") and cells[place : place + length + 1] == [cells[place]] * (length + 1):
            length += 1
        yield cells[place] + (str(length) if length > 1 else "")
        place += length


def _cells(text: str) -> Iterator[tuple[Tile, Piece | None, Item | None]]:
    rows = text.split("/")
    if len(rows) > LONGEST_SIDE:
        raise BadInput("bad-diagram", N_("The board has too many rows."))
    for row, line in enumerate(rows):
        column = at = 0
        while at < len(line):
            match = PART.match(line, at)
            if match is None or column >= LONGEST_SIDE:
                raise BadInput(
                    "bad-diagram", N_("Row %(row)s cannot be read at character %(at)s."), row=row + 1, at=at + 1
                )
            at = match.end()
            if match["gap"] is not None:
                column += int(match["gap"] or 1)
                continue
            for _ in range(int(match["empty"] or 1)):
                yield Tile(row, column), _piece(match["piece"]), _item(match["item"])
                column += 1


def _piece(text: str | None) -> Piece | None:
    if not text:
        return None
    return Piece(text.lower(), Kind.EMPEROR) if text.isupper() else Piece.read(text)


def _item(text: str | None) -> Item | None:
    if not text:
        return None
    return TREASURE if text == "*" else Item(text[1])
