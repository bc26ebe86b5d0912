"""Battles seen from another side, so that no direction is dearer to a computer player than another.

Where several orders look equally good a search takes the first that it finds. From one and the same side that would
favour the seats whose good orders come first; players of many seats therefore look at each battle from a side that
they draw, and players of two from either side of the table.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from battlefield import Battle, Board, Formation, Order, Tile

ACROSS = ((True, True), (True, False), (False, True))
"""Which of rows and columns are mirrored from across the table, the usual first."""


class Side(NamedTuple):
    """A way to lay a board down: mirror its rows, its columns, then swap them. Size is that of the board."""

    rows: int
    columns: int
    mirror_rows: bool
    mirror_columns: bool
    swap: bool

    @property
    def is_mirrored(self) -> bool:
        """Return whether the seats follow each other the other way round the board as seen from this side.

        >>> Side(7, 7, mirror_rows=True, mirror_columns=True, swap=False).is_mirrored
        False
        """
        return self.mirror_rows ^ self.mirror_columns ^ self.swap

    def tile(self, tile: Tile) -> Tile:
        """Return where a tile comes to lie."""
        row = self.rows - 1 - tile.row if self.mirror_rows else tile.row
        column = self.columns - 1 - tile.column if self.mirror_columns else tile.column
        return Tile(column, row) if self.swap else Tile(row, column)

    def back(self, tile: Tile) -> Tile:
        """Return which tile came to lie there: the inverse of `tile`."""
        row, column = (tile.column, tile.row) if self.swap else (tile.row, tile.column)
        row = self.rows - 1 - row if self.mirror_rows else row
        return Tile(row, self.columns - 1 - column if self.mirror_columns else column)

    def order(self, order: Order) -> Order:
        """Return an order of the turned battle as one of the battle itself."""
        if order.origin is None or order.destination is None:
            return order
        return Order(order.seat, self.back(order.origin), self.back(order.destination))


def draw_side(battle: Battle, luck: Random) -> Side:
    """Draw one of the eight sides."""
    board, number = battle.formation.board, luck.randrange(8)
    return Side(board.rows, board.columns, bool(number & 1), bool(number & 2), bool(number & 4))


def turn(battle: Battle, side: Side) -> Battle:
    """Return the battle as it looks from this side."""
    board = battle.formation.board
    ground = Board(
        frozenset(map(side.tile, board.tiles)),
        _turn_sets(board.targets, side),
        board.throne and side.tile(board.throne),
    )
    pieces = {side.tile(tile): piece for tile, piece in battle.formation.pieces.items()}
    items = {side.tile(tile): item for tile, item in battle.formation.items.items()}
    return replace(
        battle,
        formation=Formation(ground, pieces, items),
        targets=_turn_sets(battle.targets, side),
        crowns={seat: side.tile(tile) for seat, tile in battle.crowns.items()},
        throne=battle.throne and side.tile(battle.throne),
    )


def find_opposite_side(battle: Battle) -> Side:
    """Return the side of somebody across the table: half a turn, or a mirror where only that fits the board."""
    board = battle.formation.board
    sides = [Side(board.rows, board.columns, *mirrors, swap=False) for mirrors in ACROSS]
    return next((side for side in sides if set(map(side.tile, board.tiles)) == board.tiles), sides[0])


def cross_table(battle: Battle) -> Battle:
    """Return a battle of two from the opposite side, as if each had the other's letter.

    >>> from battlefield import Ruleset, begin
    >>> from battlefield.compact import read
    >>> str(cross_table(begin(read("A_a/__B"), Ruleset())).formation.pieces[Tile(1, 0)])
    ' b '
    """
    battle = turn(battle, find_opposite_side(battle))
    first, second = battle.seats
    other = {first: second, second: first}
    formation = battle.formation
    pieces = {tile: piece._replace(seat=other[piece.seat]) for tile, piece in formation.pieces.items()}
    items = {tile: item._replace(owner=other.get(item.owner, "")) for tile, item in formation.items.items()}
    holder, rounds = battle.reign
    return replace(
        battle,
        formation=Formation(formation.board, pieces, items),
        targets={other.get(seat, seat): tiles for seat, tiles in battle.targets.items()},
        opposites={other.get(seat, seat): other.get(facing, facing) for seat, facing in battle.opposites.items()},
        fallen={other[seat]: at for seat, at in battle.fallen.items()},
        crowns={other[seat]: tile for seat, tile in battle.crowns.items()},
        reign=(other.get(holder, ""), rounds),
    )


def _turn_sets(sets: Mapping[str, frozenset[Tile]], side: Side) -> dict[str, frozenset[Tile]]:
    return {seat: frozenset(map(side.tile, tiles)) for seat, tiles in sets.items()}
