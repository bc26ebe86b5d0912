"""Chests of the battlefields that come with the game: one for each seat, on a free tile, and fair to all."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping

import pytest

from battlefield import Formation, fields, game
from battlefield.tiles import Tile

Turn = Callable[[int, int, int, int], tuple[int, int]]
TURNS: dict[str, Turn] = {
    "as it is": lambda row, column, rows, columns: (row, column),
    "left to right": lambda row, column, rows, columns: (row, columns - column),
    "top to bottom": lambda row, column, rows, columns: (rows - row, column),
    "half a turn": lambda row, column, rows, columns: (rows - row, columns - column),
    "a quarter": lambda row, column, rows, columns: (column, rows - row),
    "three quarters": lambda row, column, rows, columns: (columns - column, row),
    "diagonal": lambda row, column, rows, columns: (column, row),
    "other diagonal": lambda row, column, rows, columns: (columns - column, rows - row),
}


UNEVEN = ("delta-3", "old-delta-3", "trident-3", "glade-3", "estuary-3", "lantern-6")
"""No square board lays three camps, or six, upon each other."""


def chests(formation: Formation) -> dict[str, Tile]:
    return {item.owner: tile for tile, item in formation.items.items() if item.owner}


def symmetries(formation: Formation) -> Iterator[tuple[Mapping[Tile, Tile], Mapping[str, str]]]:
    """Yield the turns and mirrors that map the board and all pieces onto themselves: tile to tile, seat to seat."""
    tiles = formation.board.tiles
    rows, columns = (max(getattr(tile, axis) for tile in tiles) for axis in ("row", "column"))
    for turn in TURNS.values():
        to = {tile: Tile(*turn(tile.row, tile.column, rows, columns)) for tile in tiles}
        seats: dict[str, str] = {}
        if set(to.values()) == set(tiles) and all(
            (there := formation.pieces.get(to[tile])) is not None
            and there.kind == piece.kind
            and seats.setdefault(piece.seat, there.seat) == there.seat
            for tile, piece in formation.pieces.items()
        ):
            yield to, seats


@pytest.mark.parametrize("name", fields.FIELDS)
def test_every_seat_has_a_chest_on_a_free_tile(name: str) -> None:
    formation = fields.with_chests(name)
    assert set(chests(formation)) == set(formation.seats)
    assert not set(formation.items) & set(formation.pieces)
    assert set(formation.items) <= set(formation.board.tiles)


@pytest.mark.parametrize("name", [name for name in fields.FIELDS if name not in UNEVEN])
def test_chests_are_symmetric_and_fair(name: str) -> None:
    """Find symmetries that take every chest to a chest and the first seat to each other one."""
    formation = fields.with_chests(name)
    lie = chests(formation)
    keeping = [
        seats for to, seats in symmetries(formation) if all(to[lie[own]] == lie[of] for own, of in seats.items())
    ]
    assert {seats["a"] for seats in keeping} == set(formation.seats)


def steps(formation: Formation, start: Tile) -> dict[Tile, int]:
    """Return how many steps away each tile is on the empty board."""
    found, queue = {start: 0}, deque([start])
    while queue:
        row, column = queue.popleft()
        for tile in (Tile(row, column + 1), Tile(row, column - 1), Tile(row + 1, column), Tile(row - 1, column)):
            if tile in formation.board.tiles and tile not in found:
                found[tile] = found[Tile(row, column)] + 1
                queue.append(tile)
    return found


@pytest.mark.parametrize("name", fields.FIELDS)
def test_chests_are_as_far_for_everybody(name: str) -> None:
    """Check that each is as far from its owner's Emperor as any other, and nearer to it than to a rival's."""
    formation = fields.with_chests(name)
    lie, away = chests(formation), {seat: steps(formation, formation.emperors(seat)[0]) for seat in formation.seats}
    own = {away[seat][lie[seat]] for seat in formation.seats}
    assert len(own) == 1
    nearest = [min(away[other][lie[seat]] for other in formation.seats if other != seat) for seat in formation.seats]
    assert min(nearest) > own.pop() or name == "cross-4", "on the cross a corner lies between two camps"
    assert max(nearest) - min(nearest) <= 1


@pytest.mark.parametrize("name", fields.FIELDS)
def test_battles_without_chests_are_what_they_were(name: str) -> None:
    letters = fields.load(name).seats
    plain = game.initial(name, letters, {}, "")
    assert not chests(plain.formation)
    with_them = game.initial(name, letters, {}, "", chests=True)
    assert set(chests(with_them.formation)) == set(letters)
    assert with_them.formation.pieces == plain.formation.pieces
    assert game.read(game.write(with_them)).formation.items == with_them.formation.items


def test_an_emperor_collects_a_chest_on_the_cross() -> None:
    battle = game.initial("cross-4", "abcd", {}, "", chests=True)
    collected: list[tuple[str, str]] = []
    for order in ("D3-D4", "D2-D3", "D1-D2", "E2-E3", "D2-E2", "E2-F2"):
        battle, events = game.resolve(battle, [("a", order)], "")
        collected += game.chests_taken(events)
    assert collected == [("a", "b")]
