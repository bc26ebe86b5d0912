"""What holds for every round and every battle, whatever its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield import Board, Formation, Item, Kind, Order, Piece, Resolution, Ruleset, Tile, begin, play, resolve
from battlefield.battles import Battle
from battlefield.goals import GOALS
from battlefield.orders import legal_orders, refusal
from battlefield.records import of, read
from battlefield.rulesets import CHOICES
from tests.battlefield.any_scenario import any_scenario
from tests.battlefield.second_reading import SEATS

Round = tuple[Formation, list[Order], Ruleset]
often = settings(max_examples=300, deadline=None)


def round_of(seed: int) -> Round:
    """Draw a formation with random orders; the illegal ones among them are left out."""
    scenario = any_scenario(Random(seed))
    formation = Formation.read(scenario["formation"], scenario["items"])
    ruleset = Ruleset.of(scenario["rules"])
    found = []
    for seat, text in scenario["orders"]:
        try:
            order = Order.read(seat, text)
        except ValueError:
            continue
        if not refusal(formation, order, ruleset.path):
            found.append(order)
    return formation, found, ruleset


rounds = st.integers(0, 2**40).map(round_of)


def outcome(resolution: Resolution) -> tuple[Any, ...]:
    """Return everything that came of a round but the order of its steps."""
    return (resolution.formation, sorted(map(str, resolution.takes)), resolution.fallen, sorted(resolution.collected))


# --- Pieces and items -----------------------------------------------------------------------------------------


@often
@given(rounds)
def test_pieces_are_neither_made_nor_lost(one: Round) -> None:
    """Leave out Emperors that are removed and seats that vanish."""
    formation, orders, ruleset = one
    done = resolve(formation, orders, ruleset)
    removed = sum(step["kind"] == "took" and step["becomes"] == "removed" for step in done.trace)
    vanished = sum(len(step["tiles"]) for step in done.trace if step["kind"] == "vanished")
    assert len(done.formation.pieces) == len(formation.pieces) - removed - vanished
    assert not vanished or ruleset.leaderless == "vanish"
    assert not removed or "removed" in (ruleset.pawn_takes_emperor, ruleset.emperor_takes_emperor)


@often
@given(rounds)
def test_items_stay_or_are_collected(one: Round) -> None:
    formation, orders, ruleset = one
    done = resolve(formation, orders, ruleset)
    gone = [str(item) for tile, item in formation.items.items() if tile not in done.formation.items]
    assert sorted(gone) == sorted(str(item) for _, item in done.collected)
    assert all(formation.items[tile] == item for tile, item in done.formation.items.items())
    assert all(item.owner != seat for seat, item in done.collected)


@often
@given(rounds)
def test_only_what_was_ordered_or_taken_changes(one: Round) -> None:
    """Check that a piece without an order that nobody took stays, unless its seat vanished or paid."""
    formation, orders, ruleset = one
    done = resolve(formation, orders, ruleset)
    touched = {str(order.origin) for order in orders}
    touched |= {step["taken"] for step in done.trace if step["kind"] == "took"}
    vanished = set(done.fallen) if ruleset.leaderless == "vanish" else set()
    payers = {take.seat for take in done.takes if take.by_emperor} if ruleset.emperor_resets_strongest else set()
    for tile, piece in formation.pieces.items():
        if str(tile) not in touched and piece.seat not in vanished | payers:
            assert done.formation.pieces[tile] == piece


@often
@given(rounds)
def test_holding_changes_nothing(one: Round) -> None:
    formation, orders, ruleset = one
    done = resolve(formation, [Order(order.seat) for order in orders], ruleset)
    assert (done.formation, done.takes, done.fallen, done.collected) == (formation, (), (), ())


# --- Nobody is favoured ---------------------------------------------------------------------------------------


@often
@given(rounds, st.randoms(use_true_random=False))
def test_time_matters_only_where_the_quickest_stays(one: Round, luck: Random) -> None:
    formation, orders, ruleset = one
    fair = replace(ruleset, conflict=ruleset.conflict.removesuffix("_and_stay"))
    others = luck.sample(orders, len(orders))
    assert outcome(resolve(formation, others, fair)) == outcome(resolve(formation, orders, fair))


TURNS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "upside down": lambda i, j: (-i, j),
    "mirrored": lambda i, j: (i, -j),
    "half a turn": lambda i, j: (-i, -j),
    "transposed": lambda i, j: (j, i),
    "a quarter to the right": lambda i, j: (j, -i),
    "a quarter to the left": lambda i, j: (-j, i),
}


def turner(board: Board, turn: Callable[[int, int], tuple[int, int]]) -> Callable[[Tile], Tile]:
    turned = [turn(*tile) for tile in board.tiles]
    top, left = min(i for i, _ in turned), min(j for _, j in turned)

    def turned_tile(tile: Tile) -> Tile:
        i, j = turn(*tile)
        return Tile(i - top, j - left)

    return turned_tile


def turn_formation(formation: Formation, to: Callable[[Tile], Tile]) -> Formation:
    return Formation(
        Board(frozenset(map(to, formation.board.tiles))),
        {to(tile): piece for tile, piece in formation.pieces.items()},
        {to(tile): item for tile, item in formation.items.items()},
    )


def turn_take(take: Any, to: Callable[[Tile], Tile]) -> str:
    return f"{take.seat}:{to(Tile.read(take.origin))}x{to(Tile.read(take.tile))}"


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@settings(max_examples=100, deadline=None)
@given(rounds)
def test_turning_the_board_turns_the_outcome(turn: Callable[[int, int], tuple[int, int]], one: Round) -> None:
    """Allow one exception: of equally experienced pawns the first in reading order is reset."""
    formation, orders, ruleset = one
    ruleset = replace(ruleset, emperor_resets_strongest=False)
    to = turner(formation.board, turn)
    turned_orders = [
        Order(order.seat, to(order.origin), to(order.destination)) if order.origin and order.destination else order
        for order in orders
    ]
    done = resolve(formation, orders, ruleset)
    turned = resolve(turn_formation(formation, to), turned_orders, ruleset)
    assert outcome(turned)[0] == turn_formation(done.formation, to)
    assert sorted(map(str, turned.takes)) == sorted(turn_take(take, to) for take in done.takes)
    assert (turned.fallen, sorted(turned.collected)) == (done.fallen, sorted(done.collected))


def rename_seats(formation: Formation, name: dict[str, str]) -> Formation:
    return Formation(
        formation.board,
        {tile: piece._replace(seat=name[piece.seat]) for tile, piece in formation.pieces.items()},
        {tile: Item(name.get(item.owner, "")) for tile, item in formation.items.items()},
    )


@often
@given(rounds, st.permutations(SEATS))
def test_renaming_seats_renames_the_outcome(one: Round, names: list[str]) -> None:
    formation, orders, ruleset = one
    name = dict(zip(SEATS, names, strict=True))
    done = resolve(formation, orders, ruleset)
    other = resolve(rename_seats(formation, name), [order._replace(seat=name[order.seat]) for order in orders], ruleset)
    assert other.formation == rename_seats(done.formation, name)
    assert sorted(map(str, other.takes)) == sorted(name[str(take)[0]] + str(take)[1:] for take in done.takes)
    assert set(other.fallen) == {name[seat] for seat in done.fallen}


@often
@given(rounds, rounds)
def test_what_happens_elsewhere_is_no_matter(here: Round, there: Round) -> None:
    """Put two battlefields on one board, out of reach of each other, and compare each with itself alone."""
    (formation, orders, ruleset), (second, second_orders, _) = here, there
    if set(formation.seats) & set(second.seats):
        return
    second_orders = [order for order in second_orders if not refusal(second, order, ruleset.path)]

    def aside(tile: Tile) -> Tile:
        return Tile(tile.row, tile.column + formation.board.columns + 1)

    moved = turn_formation(second, aside)
    moved_orders = [
        Order(order.seat, aside(order.origin), aside(order.destination))
        if order.origin and order.destination
        else order
        for order in second_orders
    ]
    both = join_formations(formation, moved)
    done = resolve(both, orders + moved_orders, ruleset)
    alone = resolve(formation, orders, ruleset), resolve(second, second_orders, ruleset)
    assert done.formation == join_formations(alone[0].formation, turn_formation(alone[1].formation, aside))
    assert sorted(done.fallen) == sorted(alone[0].fallen + alone[1].fallen)


def join_formations(one: Formation, other: Formation) -> Formation:
    board = Board(one.board.tiles | other.board.tiles)
    return Formation(board, dict(one.pieces) | dict(other.pieces), dict(one.items) | dict(other.items))


# --- Every round ends, and its trace tells all of it ----------------------------------------------------------


@often
@given(rounds)
def test_every_round_ends_in_time(one: Round) -> None:
    """Check that in each repetition some mover settles or comes nearer to its origin."""
    formation, orders, ruleset = one
    ways = [(order.origin, order.destination) for order in orders if order.origin and order.destination]
    steps = sum(abs(start.row - end.row) + abs(start.column - end.column) for start, end in ways)
    done = resolve(formation, orders, ruleset)
    assert max((step["repetition"] for step in done.trace), default=0) <= len(ways) + steps


class Retold:
    """A round played back from its first formation and its trace alone."""

    def __init__(self, formation: Formation, ruleset: Ruleset) -> None:
        self.before, self.ruleset = formation, ruleset
        self.pieces = {str(tile): piece for tile, piece in formation.pieces.items()}
        self.at: dict[str, str] = {home: home for home in self.pieces}
        self.items = {str(tile): str(item) for tile, item in formation.items.items()}
        self.fallen: list[str] = []

    def tell(self, step: dict[str, Any]) -> None:
        getattr(self, f"apply_{step['kind']}", lambda step: None)(step)

    def apply_fixed(self, step: dict[str, Any]) -> None:
        self.at[step["piece"]] = step["at"]

    apply_home = apply_fixed

    def apply_pushed(self, step: dict[str, Any]) -> None:
        assert self.at[step["piece"]] == step["from"]
        self.at[step["piece"]] = step["to"]

    def apply_took(self, step: dict[str, Any]) -> None:
        taker, taken = self.pieces[step["piece"]], self.pieces[step["taken"]]
        assert (taker.seat, taken.seat, taken.is_emperor) == (step["seat"], step["from_seat"], step["emperor"])
        assert self.at[step["taken"]] == step["at"]
        rule = self.ruleset.emperor_takes_emperor if taker.is_emperor else self.ruleset.pawn_takes_emperor
        self.pieces[step["piece"]] = taker if taker.is_emperor else taker._replace(experience=1)
        if step["becomes"] == "removed":
            del self.pieces[step["taken"]], self.at[step["taken"]]
        else:
            veteran = taken.is_emperor and rule == "veteran"
            experience = self.before.authority(taken.seat) if veteran else 1
            self.pieces[step["taken"]] = Piece(taker.seat, Kind(step["becomes"]), experience)

    def apply_experience(self, step: dict[str, Any]) -> None:
        self.pieces[step["piece"]] = self.pieces[step["piece"]]._replace(experience=step["experience"])

    def apply_fell(self, step: dict[str, Any]) -> None:
        self.fallen.append(step["seat"])

    def apply_vanished(self, step: dict[str, Any]) -> None:
        for home in [home for home, tile in self.at.items() if tile in step["tiles"]]:
            assert self.pieces.pop(home).seat == step["seat"]
            del self.at[home]

    def apply_collected(self, step: dict[str, Any]) -> None:
        assert self.items.pop(step["at"]) == step["item"]
        assert self.at[step["piece"]] == step["at"]
        assert self.pieces[step["piece"]].seat == step["seat"]


@often
@given(rounds)
def test_the_trace_tells_the_whole_round(one: Round) -> None:
    formation, orders, ruleset = one
    done = resolve(formation, orders, ruleset)
    story = Retold(formation, ruleset)
    for step in done.trace:
        story.tell(step)
    assert {story.at[home]: piece for home, piece in story.pieces.items()} == {
        str(tile): piece for tile, piece in done.formation.pieces.items()
    }
    assert story.items == {str(tile): str(item) for tile, item in done.formation.items.items()}
    assert tuple(story.fallen) == done.fallen
    took = [f"{step['seat']}:{step['piece']}x{step['at']}" for step in done.trace if step["kind"] == "took"]
    assert sorted(took) == [str(take) for take in done.takes]


@often
@given(rounds)
def test_phases_are_told_in_their_order(one: Round) -> None:
    formation, orders, ruleset = one
    steps = resolve(formation, orders, ruleset).trace
    inside = [(step["repetition"], step["phase"]) for step in steps if step["repetition"]]
    assert inside == sorted(inside)
    assert {phase for _, phase in inside} <= {1, 2, 3}


# --- Reading what was written ---------------------------------------------------------------------------------


@often
@given(rounds)
def test_a_formation_reads_itself(one: Round) -> None:
    formation, _, _ = one
    covered = {str(tile): str(item) for tile, item in formation.covered.items()}
    assert Formation.read(str(formation), covered) == formation
    margin = "\n".join("      " + line for line in str(formation).splitlines())
    assert Formation.read(f"\n{margin}\n\n", covered) == formation


@often
@given(rounds)
def test_orders_read_themselves(one: Round) -> None:
    for order in one[1]:
        assert Order.read(order.seat, str(order)) == order


@given(st.integers(0, 9998), st.integers(0, 26 + 26**2 + 26**3 - 1))
def test_tiles_read_themselves(row: int, column: int) -> None:
    assert Tile.read(str(Tile(row, column))) == Tile(row, column)


def goal_texts() -> st.SearchStrategy[str]:
    plain = st.sampled_from(sorted(GOALS))
    return plain | st.tuples(st.integers(1, 99), st.integers(0, 99)).map(lambda two: f"survive({two[0]},{two[1]})")


rulesets = st.builds(
    Ruleset,
    **{rule: st.sampled_from(values) for rule, values in CHOICES.items()},
    goals=st.lists(goal_texts(), min_size=1, max_size=4, unique=True).map(tuple),
    max_rounds=st.integers(1, 500),
    quiet_rounds=st.integers(1, 500),
)


@given(rulesets)
def test_rulesets_read_themselves(ruleset: Ruleset) -> None:
    assert Ruleset.read(str(ruleset)) == ruleset
    assert Ruleset.of(ruleset.as_json()) == ruleset


def any_game(seed: int) -> tuple[Battle, list[list[tuple[str, str]]], list[Battle]]:
    """Draw a battle of a few rounds: its opening, random orders, and the position after each round."""
    luck = Random(seed)
    scenario = any_scenario(luck)
    while len(Formation.read(scenario["formation"]).seats) < 2:
        scenario = any_scenario(luck)
    formation = Formation.read(scenario["formation"], scenario["items"])
    rules = scenario["rules"] | {"priority": luck.choice(["quickest", "rotating"]), "max_rounds": luck.randint(1, 9)}
    if luck.random() < 0.5:
        tiles = sorted(formation.board.tiles)
        targets = {seat: frozenset(luck.choices(tiles, k=2)) for seat in formation.seats}
        formation = replace(formation, board=replace(formation.board, targets=targets))
        rules["goals"] = ["cross", "last_emperor"]
    battle = opening = begin(formation, Ruleset.of(rules))
    ordered, stood = [], []
    while battle.to_act:
        orders = [(seat, any_order(luck, battle, seat)) for seat in luck.sample(battle.to_act, len(battle.to_act))]
        battle, _ = play(battle, orders)
        ordered.append(orders)
        stood.append(battle)
    return opening, ordered, stood


def any_order(luck: Random, battle: Battle, seat: str) -> str:
    choices = [
        (origin, end)
        for origin, ends in legal_orders(battle.formation, seat, battle.ruleset.path).items()
        for end in ends
    ]
    if not choices or luck.random() < 0.1:
        return "-"
    origin, end = luck.choice(choices)
    return f"{origin}-{end}"


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**40))
def test_records_read_themselves_and_replay(seed: int) -> None:
    opening, ordered, stood = any_game(seed)
    record = of({"Battle": 'A "cup", \\ of tea', "a": "Ming: Yongle"}, opening, ordered, str(stood[-1].outcome))
    again = read(str(record))
    assert str(again) == str(record)
    assert again.headers["Battle"] == 'A "cup", \\ of tea'
    assert again.opening == opening
    assert [battle for battle, _ in again.replay()] == stood


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**40))
def test_every_battle_ends_and_says_who_won(seed: int) -> None:
    opening, ordered, stood = any_game(seed)
    last = stood[-1].outcome
    assert len(ordered) <= opening.ruleset.max_rounds
    assert last is not None
    assert set(last.seats) <= set(opening.seats)
    assert last.seats or not stood[-1].fighting
    assert all(battle.outcome is None for battle in stood[:-1])
