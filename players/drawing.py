"""Boards drawn by chance, the same for every seat, for training and for measuring on what nobody has seen."""

from random import Random

from battlefield import Formation, Item, Kind, Piece, Tile
from battlefield.boards import Board

QUARTER_TURN = 4


def draw_formation(luck: Random, seats: int = 2, *, treasure: bool = False) -> Formation:
    """Return a connected board of two or four seats that looks the same from each, with a treasure in the middle.

    >>> draw_formation(Random(1)).seats
    ('a', 'b')
    >>> len(draw_formation(Random(3), 4, treasure=True).items)
    1
    """
    while True:
        size = luck.choice((7, 9)) if seats == QUARTER_TURN else luck.choice((5, 6, 7, 8))
        wide = size if seats == QUARTER_TURN else luck.choice((5, 6, 7))
        tiles = _cut(luck, size, wide, seats)
        pieces = _place(luck, tiles, size, wide, seats)
        middle = Tile(size // 2, wide // 2)
        if not pieces or not _is_connected(tiles) or (treasure and (middle not in tiles or middle in pieces)):
            continue
        rows, columns = min(tile.row for tile in tiles), min(tile.column for tile in tiles)
        if rows == columns == 0:
            items = {middle: Item("")} if treasure and size % 2 and (wide % 2 or seats == QUARTER_TURN) else {}
            if treasure and not items:
                continue
            return Formation(Board(frozenset(tiles)), pieces, items)


def _turn(tile: Tile, size: int, wide: int, seats: int, times: int) -> Tile:
    """Return where a tile of the first seat lies for the seat so many places on."""
    row, column = tile.row, tile.column
    if seats == 2:
        return Tile(size - 1 - row, wide - 1 - column) if times else tile
    for _ in range(times):
        row, column = column, size - 1 - row
    return Tile(row, column)


def _cut(luck: Random, size: int, wide: int, seats: int) -> set[Tile]:
    """Cut some tiles out of a rectangle, for every seat alike."""
    tiles = {Tile(row, column) for row in range(size) for column in range(wide)}
    for _ in range(luck.randint(0, 4 if seats == QUARTER_TURN else 5)):
        tile = Tile(luck.randrange(size), luck.randrange(wide))
        tiles -= {_turn(tile, size, wide, seats, times) for times in range(seats)}
    return tiles


def _place(luck: Random, tiles: set[Tile], size: int, wide: int, seats: int) -> dict[Tile, Piece]:
    """Place an Emperor and some pawns of each seat, those of the first in the upper rows; none where it fails."""
    low, high = (wide // 3, wide - wide // 3) if seats == QUARTER_TURN else (0, wide)
    near = [tile for tile in sorted(tiles) if tile.row < (size - 1) // 2 and low <= tile.column < high]
    pawns = luck.randint(3, 7)
    if len(near) < pawns + 1:
        return {}
    emperor = luck.choice([tile for tile in near if tile.row < 2] or near)
    others = luck.sample([tile for tile in near if tile != emperor], pawns)
    pieces: dict[Tile, Piece] = {}
    for times in range(seats):
        letter = "abcd"[times]
        pieces[_turn(emperor, size, wide, seats, times)] = Piece(letter, Kind.EMPEROR)
        for tile in others:
            pieces[_turn(tile, size, wide, seats, times)] = Piece(letter)
    return pieces if len(pieces) == seats * (pawns + 1) else {}


def _is_connected(tiles: set[Tile]) -> bool:
    """Return whether one can walk from every tile to every other."""
    visited, ahead = set(), [min(tiles)]
    while ahead:
        tile = ahead.pop()
        if tile in tiles and tile not in visited:
            visited.add(tile)
            ahead += [Tile(tile.row + down, tile.column + right) for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return len(visited) == len(tiles)
