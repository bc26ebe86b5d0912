"""Tiles of the square lattice, named like the cells of a spreadsheet."""

import re
from functools import lru_cache
from typing import NamedTuple

from .errors import BadInput
from .marks import N_

NAME = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,3})", re.ASCII)


class Tile(NamedTuple):
    """A place on the lattice. Tiles sort in reading order: row by row from the top, each from the left."""

    row: int
    """Rows from the top, the first is 0."""
    column: int
    """Columns from the left, the first is 0."""

    def __str__(self) -> str:
        return _name(self.row, self.column)

    @classmethod
    def read(cls, text: str) -> "Tile":
        """Read the tile of that name. Raise ValueError where it is none.

        >>> Tile.read("C5")
        Tile(row=4, column=2)
        """
        return _read(text)


@lru_cache(maxsize=1 << 13)
def _read(text: str) -> Tile:
    match = NAME.fullmatch(text)
    if not match:
        raise BadInput("bad-diagram", N_("“%(text)s” is not the name of a tile."), text=text[:20])
    return Tile(int(match[2]) - 1, number(match[1]))


@lru_cache(maxsize=1 << 13)
def _name(row: int, column: int) -> str:
    return f"{letters(column)}{row + 1}"


def letters(column: int) -> str:
    """Return A, B, … Z, AA, … for 0, 1, … 25, 26, …

    >>> [letters(column) for column in (0, 25, 26)]
    ['A', 'Z', 'AA']
    """
    text, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        text = chr(ord("A") + digit) + text
    return text


def number(text: str) -> int:
    """Return the number of a column's letters: the inverse of `letters`.

    >>> number("AA")
    26
    """
    value = 0
    for letter in text:
        value = value * 26 + ord(letter) - ord("A") + 1
    return value - 1


def neighbours(tile: Tile) -> tuple[Tile, Tile, Tile, Tile]:
    """Return the four tiles that share an edge with this one, on the board or not.

    >>> " ".join(map(str, neighbours(Tile.read("B2"))))
    'B1 C2 B3 A2'
    """
    row, column = tile
    return Tile(row - 1, column), Tile(row, column + 1), Tile(row + 1, column), Tile(row, column - 1)


@lru_cache(maxsize=1 << 16)
def straight(origin: Tile, destination: Tile) -> tuple[Tile, ...]:
    """Return all tiles from origin to destination, both included; empty if equal or not in line.

    >>> " ".join(map(str, straight(Tile.read("C5"), Tile.read("C2"))))
    'C5 C4 C3 C2'
    >>> straight(Tile.read("A1"), Tile.read("B2"))
    ()
    """
    rows, columns = destination.row - origin.row, destination.column - origin.column
    if bool(rows) == bool(columns):
        return ()
    steps = abs(rows + columns)
    down, right = rows // steps, columns // steps
    return tuple(Tile(origin.row + i * down, origin.column + i * right) for i in range(steps + 1))
