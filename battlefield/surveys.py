"""What a drawn board is worth before anybody has fought on it: whether it can be played, and how fair it looks."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from .fields import without_chests
from .formations import Formation
from .items import Item
from .marks import N_
from .orders import legal_orders
from .pieces import SEATS, Piece
from .tiles import Tile, neighbours

Turn = tuple[bool, bool, bool]
"""A way to lay the board on itself: swap rows and columns, then mirror the rows, then the columns."""


@dataclass(frozen=True)
class Objection:
    """Why nobody can play on a board: a stable code, and a sentence to be translated."""

    code: str
    sentence: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Camp:
    """What a seat begins with. Steps are from tile to tile; None where there is no way, or nothing to go to."""

    seat: str
    pawns: int
    experience: int
    """Of all its pawns together."""
    orders: int
    """How many it can choose from in the first round."""
    to_rival: int | None
    """Steps from its Emperor to the nearest other one."""
    to_treasure: int | None
    chest: bool


@dataclass(frozen=True)
class Survey:
    """A look at a formation. Each answer is worked out when it is asked for."""

    formation: Formation
    most_seats: int = 16

    @cached_property
    def objections(self) -> list[Objection]:
        """What must be mended before anybody can play on it, the first cause first."""
        seats = self.formation.seats
        if not 2 <= len(seats) <= self.most_seats or "".join(seats) != SEATS[: len(seats)]:
            return [Objection("board_seats", N_("A board has from 2 to %(most)s seats, lettered a, b, c and so on "
                                                "without a gap; this one has: %(seats)s."),
                              {"most": str(self.most_seats), "seats": ", ".join(seats) or "–"})]  # fmt: skip
        return [*self._camps_at_fault(), *self._strangers()] or [*self._camps_apart()]

    def _camps_at_fault(self) -> Iterator[Objection]:
        for seat in self.formation.seats:
            if len(self.formation.emperors(seat)) != 1:
                yield Objection("board_emperors", N_("Seat %(seat)s needs one Emperor."), {"seat": seat.upper()})
            elif len(self.formation.of(seat)) < 2:
                yield Objection("board_pawns", N_("Seat %(seat)s needs at least one pawn."), {"seat": seat.upper()})

    def _camps_apart(self) -> Iterator[Objection]:
        for seat in self.formation.seats:
            if self._alone(seat):
                yield Objection("board_apart", N_("No way leads from the Emperor of seat %(seat)s to another Emperor."),
                                {"seat": seat.upper()})  # fmt: skip

    def _alone(self, seat: str) -> bool:
        reached = self.steps[seat]
        return not any(tile in reached for other in self.formation.seats if other != seat
                       for tile in self.formation.emperors(other))  # fmt: skip

    def _strangers(self) -> Iterator[Objection]:
        """Return chests and targets of seats that are not on the board."""
        owners = {item.owner for item in self.formation.items.values() if item.owner}
        for seat in sorted((owners | set(self.formation.board.targets)) - set(self.formation.seats)):
            yield Objection("board_strangers", N_("There is a chest or a target of seat %(seat)s, which has no piece."),
                            {"seat": seat.upper()})  # fmt: skip

    @cached_property
    def steps(self) -> dict[str, dict[Tile, int]]:
        """By seat: how far its Emperor walks to each tile that it can reach on an empty board."""
        return {seat: self._walk(tile) for seat in self.formation.seats
                for tile in self.formation.emperors(seat)[:1]}  # fmt: skip

    def _walk(self, origin: Tile) -> dict[Tile, int]:
        tiles, found, next_ones = self.formation.board.tiles, {origin: 0}, deque([origin])
        while next_ones:
            here = next_ones.popleft()
            for near in neighbours(here):
                if near in tiles and near not in found:
                    found[near] = found[here] + 1
                    next_ones.append(near)
        return found

    @cached_property
    def unreached(self) -> list[Tile]:
        """Tiles to which no Emperor finds a way."""
        reached = {tile for found in self.steps.values() for tile in found}
        return sorted(self.formation.board.tiles - reached)

    @cached_property
    def camps(self) -> list[Camp]:
        return [self._camp(seat) for seat in self.formation.seats]

    def _camp(self, seat: str) -> Camp:
        formation, reached = self.formation, self.steps.get(seat, {})
        pawns = [piece for piece in formation.of(seat).values() if not piece.is_emperor]
        rivals = [tile for other in formation.seats if other != seat for tile in formation.emperors(other)]
        treasures = [tile for tile, item in formation.items.items() if not item.owner]
        return Camp(seat, len(pawns), sum(pawn.experience for pawn in pawns),
                    sum(map(len, legal_orders(formation, seat).values())), nearest(reached, rivals),
                    nearest(reached, treasures), Item(seat) in formation.items.values())  # fmt: skip

    @cached_property
    def even(self) -> bool:
        """Whether all camps have the same, by these numbers."""
        return len({(camp.pawns, camp.experience, camp.orders, camp.to_rival, camp.to_treasure, camp.chest)
                    for camp in self.camps}) <= 1  # fmt: skip

    @cached_property
    def symmetric(self) -> bool:
        """Whether the board can be turned or mirrored so that any seat takes the place of the first."""
        ways = list(filter(None, map(self._laid_over, TURNS)))
        return all(any(way.get("a") == seat for way in ways) for seat in self.formation.seats)

    def _laid_over(self, turn: Turn) -> dict[str, str] | None:
        """Return which seat covers which when the board is laid on itself, or None where it does not fit."""
        board, formation = self.formation.board, self.formation
        size = (board.columns, board.rows) if turn[0] else (board.rows, board.columns)
        laid = {tile: turn_tile(tile, turn, size) for tile in board.tiles}
        if set(laid.values()) != board.tiles:
            return None
        seats: dict[str, str] = {}
        for tile, piece in formation.pieces.items():
            other = formation.pieces.get(laid[tile])
            if other is None or not alike(piece, other) or seats.setdefault(piece.seat, other.seat) != other.seat:
                return None
        return seats if self._same_things(laid, seats) else None

    def _same_things(self, laid: Mapping[Tile, Tile], seats: Mapping[str, str]) -> bool:
        """Return whether items, targets, throne and opposite seats cover their counterparts."""
        formation, half = self.formation, len(self.formation.seats) // 2
        items = {laid[tile]: Item(seats.get(item.owner, item.owner)) for tile, item in formation.items.items()}
        targets = {seats[seat]: frozenset(laid[tile] for tile in tiles)
                   for seat, tiles in formation.board.targets.items()}  # fmt: skip
        opposite = {seat: formation.seats[(number + half) % len(formation.seats)]
                    for number, seat in enumerate(formation.seats)}  # fmt: skip
        throne = formation.board.throne
        if throne is not None and laid[throne] != throne:
            return False
        has_opposites = len(formation.seats) % 2 or all(
            opposite[seats[seat]] == seats[opposite[seat]] for seat in seats
        )
        return bool(has_opposites) and items == dict(formation.items) and targets == dict(formation.board.targets)

    @property
    def plain(self) -> Formation:
        """The formation as most battles open on it: without chests."""
        return without_chests(self.formation)


TURNS: list[Turn] = [(swap, rows, columns) for swap in (False, True) for rows in (False, True)
                     for columns in (False, True)]  # fmt: skip


def turn_tile(tile: Tile, turn: Turn, size: tuple[int, int]) -> Tile:
    """Return where the tile comes to lie; `size` is rows and columns after the swap."""
    swap, rows, columns = turn
    row, column = (tile.column, tile.row) if swap else (tile.row, tile.column)
    return Tile(size[0] - 1 - row if rows else row, size[1] - 1 - column if columns else column)


def alike(piece: Piece, other: Piece) -> bool:
    return (piece.kind, piece.experience) == (other.kind, other.experience)


def nearest(steps: Mapping[Tile, int], goals: list[Tile]) -> int | None:
    return min((steps[tile] for tile in goals if tile in steps), default=None)
