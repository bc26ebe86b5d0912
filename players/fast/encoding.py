"""Encoding of a battle as numbers, and decoding."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from battlefield import Battle, Board, Formation, Item, Kind, Order, Outcome, Piece, Tile
from battlefield.conflicts import POLICIES
from battlefield.goals import goal_numbers, read_goal
from battlefield.rulesets import Ruleset

from .compiled import Numbers, make_numbers
from .layout import (
    CHEST,
    CONVERTED,
    CROSS,
    DISTANCES,
    DRAWN,
    DUEL,
    FIGHT_ON,
    FREEZE,
    GOING_ON,
    HOLD,
    LAST_EMPEROR,
    NOBODY,
    NOWHERE,
    NUMBER,
    PAWN,
    QUIET,
    REIGN,
    REIGNING,
    REMOVED,
    STRONGER,
    SURVIVE,
    THRONE,
    TREASURE,
    TREASURES,
    VANISH,
    VETERAN,
    WON,
    Field,
    Ground,
    Rules,
    Workspace,
)

GOALS = {
    "last_emperor": LAST_EMPEROR,
    "cross": CROSS,
    "survive": SURVIVE,
    "take_stronger_emperor": STRONGER,
    "duel": DUEL,
    "treasure": TREASURES,
    "throne": THRONE,
}
TAKES = {"removed": REMOVED, "pawn": PAWN, "veteran": VETERAN, "converted": CONVERTED}
LEADERLESS = {"freeze": FREEZE, "vanish": VANISH, "fight_on": FIGHT_ON}
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Up, right, down, left, as rows and columns."""


class Plan:
    """A battle as numbers, and how its tiles and seats are named."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.seats = battle.seats
        self.columns = battle.formation.board.columns
        self.ground = encode_ground(battle)
        self.field = encode_field(battle)

    def seat(self, letter: str) -> int:
        return self.seats.index(letter)

    def tile(self, number: int) -> Tile:
        return Tile(*divmod(number, self.columns))

    def order(self, number: int) -> Order:
        """Return the order of a number, in the formation in which the field was laid out."""
        if number == HOLD:
            raise ValueError("holding belongs to no piece")
        piece, direction, length = number // (4 * DISTANCES), number // DISTANCES % 4, number % DISTANCES
        origin = self.field.place[piece]
        letter = self.seats[self.field.seat[piece]]
        return Order(letter, self.tile(origin), self.tile(origin + length * self.ground.steps[direction]))

    def number(self, order: Order) -> int:
        """Return the number of an order: the inverse of `order`."""
        if order.origin is None or order.destination is None:
            return HOLD
        rows, columns = order.destination.row - order.origin.row, order.destination.column - order.origin.column
        length = abs(rows + columns)
        direction = SIDES.index((rows // length, columns // length))
        piece = self.field.at[order.origin.row * self.columns + order.origin.column]
        return (piece * 4 + direction) * DISTANCES + length


def encode_rules(ruleset: Ruleset) -> Rules:
    policy = POLICIES[ruleset.conflict]
    goals = 0
    for text in ruleset.goals:
        goals |= GOALS[read_goal(text)[0]]
    return Rules(
        clear=int(ruleset.path == "clear"),
        springs=int(policy.others_spring),
        keeper=int(policy.keeper),
        rotating=int(ruleset.priority == "rotating"),
        ordered=int(ruleset.experience == "ordered"),
        pushes=int(ruleset.emperor_takes_pawn == "push"),
        precedence=int(ruleset.emperor_precedence),
        resets=int(ruleset.emperor_resets_strongest),
        pawn_takes=TAKES[ruleset.pawn_takes_emperor],
        emperor_takes=TAKES[ruleset.emperor_takes_emperor],
        leaderless=LEADERLESS[ruleset.leaderless],
        all_collect=int(ruleset.collectors == "all"),
        goals=goals,
        max_rounds=ruleset.max_rounds,
        quiet_rounds=ruleset.quiet_rounds,
        limit_draws=int(ruleset.on_limit == "draw"),
    )


def encode_survivals(ruleset: Ruleset) -> list[int]:
    """Round and pieces of each goal of survival."""
    found: list[int] = []
    for text in ruleset.goals:
        if read_goal(text)[0] == "survive":
            found += goal_numbers(text)
    return found


def encode_reign(ruleset: Ruleset) -> int:
    """Return for how many rounds a seat must hold the throne; the least where several goals say so."""
    return min((goal_numbers(text)[0] for text in ruleset.goals if read_goal(text)[0] == "throne"), default=0)


@lru_cache(maxsize=64)
def measure_rays(tiles: frozenset[Tile], rows: int, columns: int) -> tuple[int, ...]:
    """Return, by tile and direction, how many tiles of the board lie ahead without a gap."""
    found = []
    for place in range(rows * columns):
        row, column = divmod(place, columns)
        for down, right in SIDES:
            length = 0
            while Tile(row + (length + 1) * down, column + (length + 1) * right) in tiles:
                length += 1
            found.append(length if Tile(row, column) in tiles else 0)
    return tuple(found)


def encode_ground(battle: Battle) -> Ground:
    board, seats = battle.formation.board, battle.seats
    columns = board.columns
    return Ground(
        rules=encode_rules(battle.ruleset),
        rays=make_numbers(list(measure_rays(board.tiles, board.rows, columns))),
        steps=make_numbers([-columns, 1, columns, -1]),
        targets=_encode_targets(board, seats, battle.targets),
        opposites=make_numbers(
            [seats.index(battle.opposites[seat]) if battle.opposites.get(seat) in seats else NOBODY for seat in seats]
        ),
        survivals=make_numbers(encode_survivals(battle.ruleset)),
        throne=battle.throne.row * columns + battle.throne.column if battle.throne else NOWHERE,
        reign=encode_reign(battle.ruleset),
    )


def _encode_targets(board: Board, seats: tuple[str, ...], targets: Mapping[str, frozenset[Tile]]) -> Numbers:
    found = make_numbers(board.rows * board.columns)
    for seat, tiles in targets.items():
        if seat in seats:
            for tile in tiles:
                found[tile.row * board.columns + tile.column] |= 1 << seats.index(seat)
    return found


def encode_field(battle: Battle) -> Field:
    formation, seats = battle.formation, battle.seats
    board, pieces = formation.board, sorted(formation.pieces.items())
    at, items = make_numbers(board.rows * board.columns, NOBODY), make_numbers(board.rows * board.columns)
    for tile, item in formation.items.items():
        items[tile.row * board.columns + tile.column] = CHEST + seats.index(item.owner) if item.owner else TREASURE
    places = [tile.row * board.columns + tile.column for tile, _ in pieces]
    for piece, place in enumerate(places):
        at[place] = piece
    return Field(
        place=make_numbers(places),
        seat=make_numbers([seats.index(piece.seat) for _, piece in pieces]),
        emperor=make_numbers([int(piece.is_emperor) for _, piece in pieces]),
        experience=make_numbers([piece.experience for _, piece in pieces]),
        at=at,
        items=items,
        fallen=make_numbers([battle.fallen.get(seat, 0) for seat in seats]),
        clock=make_numbers([battle.number, battle.quiet, GOING_ON, 0, *_encode_reign_so_far(battle)]),
    )


def _encode_reign_so_far(battle: Battle) -> tuple[int, int]:
    seat, rounds = battle.reign
    return (battle.seats.index(seat) if seat else NOBODY), rounds


def allocate_workspace(seats: int, pieces: int) -> Workspace:
    """Allocate the buffers of one round for a battle of so many seats and pieces."""
    sizes = dict.fromkeys(Workspace._fields, seats) | {"captured": pieces, "army": seats * pieces, "log": 8}
    return Workspace(**{name: make_numbers(size) for name, size in sizes.items()})


def decode_formation(plan: Plan, now: Field) -> Formation:
    """Return the formation on this field."""
    pieces = {
        plan.tile(place): Piece(plan.seats[now.seat[i]], Kind.EMPEROR)
        if now.emperor[i]
        else Piece(plan.seats[now.seat[i]], Kind.PAWN, int(now.experience[i]))
        for i, place in enumerate(now.place)
        if place >= 0
    }
    items = {
        plan.tile(tile): Item(plan.seats[item - CHEST] if item >= CHEST else "")
        for tile, item in enumerate(now.items)
        if item
    }
    return Formation(plan.battle.formation.board, pieces, items)


def decode_outcome(plan: Plan, now: Field) -> Outcome | None:
    """Return how the battle has ended on this field, or None; the reason is left empty."""
    if now.clock[2] == GOING_ON:
        return None
    assert now.clock[2] in (WON, DRAWN)
    return Outcome(tuple(seat for i, seat in enumerate(plan.seats) if now.clock[3] >> i & 1), now.clock[2] == DRAWN, "")


def decode_battle(plan: Plan, now: Field) -> Battle:
    """Return the battle on this field; it does not say whose Emperor each one was at first."""
    number, quiet, holder, rounds = (int(now.clock[at]) for at in (NUMBER, QUIET, REIGNING, REIGN))
    return replace(
        plan.battle,
        formation=decode_formation(plan, now),
        number=number,
        quiet=quiet,
        fallen={seat: int(now.fallen[i]) for i, seat in enumerate(plan.seats) if now.fallen[i]},
        crowns={},
        outcome=decode_outcome(plan, now),
        reign=(plan.seats[holder] if holder != NOBODY else "", rounds),
    )
