"""Two equals that contest one tile give way in turn: a battle that comes back to where it was gets nowhere."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield import Battle, Formation, begin, fields, play
from battlefield.battles import read_order
from battlefield.presets import PRESETS
from battlefield.records import read_board
from players import PLAYERS, thinking
from players.fast import encoding
from players.fast.repeats import NEVER, count_repeats, find_repeat, hash_pieces, scale_odds
from players.ladder import BEST
from players.reading import Closed
from players.thinking import choose_order, make_thinker, vary
from players.turning import Side, cross_table, find_opposite_side, turn

from .random_battles import any_battle, any_orders

DUEL = begin(fields.without_chests(fields.load("old-duel-2")), PRESETS["classic"][2])
"""The opening of the source, where both can step on one tile in the middle from the first round on."""
QUICK = replace(BEST, nodes=1, reads=True)
"""The grandmaster with one table."""


def play_on(seed: str, rounds: int) -> tuple[list[dict[str, str]], int]:
    """Return the orders of a battle between equals, and the round of the first capture."""
    battle, past = DUEL, list[Closed]()
    lucks = {seat: Random(f"{seed} {seat}") for seat in DUEL.seats}
    while battle.outcome is None and battle.number <= rounds:
        orders = {seat: thinking.choose_order(QUICK, battle, seat, lucks[seat], past) for seat in battle.to_act}
        past.append((battle, orders))
        battle, resolution = play(battle, list(orders.items()))
        if resolution.takes:
            break
    return [orders for _before, orders in past], battle.number - 1


@pytest.mark.timeout(1800)
def test_two_equals_do_not_push_each_other_back_for_ever() -> None:
    found = [play_on(seed, 12) for seed in ("1", "2", "3")]
    assert all(rounds <= 10 for _orders, rounds in found)
    assert len({str(orders) for orders, _rounds in found}) > 1, "battles differ"


TAKEN_TURNS = """
                    +---+
                    |(a)|
+---+---+---+---+---+---+
| a | a | a |   | b | b |
+---+---+---+---+---+---+
|   | a |   | a |   |
+---+---+---+---+---+
|   |   |   | b |   |
+---+---+---+---+---+
|   | b | b |   |   |
+---+---+---+---+---+---+
| b | b | b | b | a | a |
+---+---+---+---+---+---+
                    |(b)|
                    +---+
"""
"""Here two grandmasters threatened each other's Emperor, and took the threatening pawn, for 188 rounds."""


def count_most_returns(battle: Battle, seed: str, rounds: int) -> int:
    """Return how often the most frequent formation is there while grandmasters play."""
    past, lucks = list[Closed](), {seat: Random(f"{seed} {seat}") for seat in battle.seats}
    while battle.outcome is None and battle.number <= rounds:
        orders = [(seat, PLAYERS["grandmaster"].choose(battle, seat, lucks[seat], past)) for seat in battle.to_act]
        past.append((battle, dict(orders)))
        battle, _resolution = play(battle, orders)
    return max(Counter(hash_pieces(encoding.encode_field(before)) for before, _orders in past).values())


def test_two_equals_do_not_take_the_same_pawns_for_ever() -> None:
    battle = begin(Formation.read(TAKEN_TURNS), PRESETS["captives"][2])
    assert count_most_returns(battle, "round and round", 16) <= 5


CAMPS_CHANGED = """
+---+---+---+
|(a)| a | a |
+---+---+---+---+---+
        | a | a | a |
+---+---+---+---+---+---+---+
|   | b | b |   | a | a |   |
+---+---+---+---+---+---+---+
    |   |   |   |   |   |
    +---+---+---+---+---+
        |   |   |   |
    +---+---+---+---+---+
    |   |   |   |   |   |
+---+---+---+---+---+---+---+
|   | b | b |   | a | a |   |
+---+---+---+---+---+---+---+
        | b | b | b |
        +---+---+---+---+---+
                | b | b |(b)|
                +---+---+---+
"""
"""Here two grandmasters took each other's camp, and all stood as before eight rounds later, to the last round."""


def test_two_equals_do_not_go_round_in_a_great_circle_for_ever() -> None:
    battle = begin(Formation.read(CAMPS_CHANGED), PRESETS["captives"][2])
    assert count_most_returns(battle, "round and round", 60) <= 5


CONTESTED = """
        +---+---+---+
        | c |(c)|   |
    +---+---+---+---+---+---+
    |   |   | b |   |   |   |
+---+---+---+---+---+---+---+---+---+
|   | b2|   | b | b |   |   |   | a |
+---+---+---+---+---+---+---+---+---+---+
|   |   |   |###| c | a |   |   |   |(a)|
+---+---+---+---+---+---+---+---+---+---+
|   |   |   |   | c |   |   |   | a |
+---+---+---+---+---+---+---+---+---+
    | c2| a | a |   |   |   |
    +---+---+---+---+---+---+
        |(c)| c | b |
        +---+---+---+
throne: E4
"""
"""Here two of three grandmasters took and retook the throne to the last round."""


def test_three_do_not_take_the_same_tile_for_ever() -> None:
    battle = begin(read_board(CONTESTED), PRESETS["regents"][2])
    assert count_most_returns(battle, "the throne", 40) <= 5


@pytest.mark.parametrize("turns", list(product((False, True), repeat=3)))
def test_the_past_of_a_crowd_is_known_from_every_side(turns: tuple[bool, bool, bool]) -> None:
    best = PLAYERS["grandmaster"].thought
    assert best
    battle = begin(fields.without_chests(fields.load("trident-3")), PRESETS["regents"][2])
    past: list[Closed] = [(battle, dict.fromkeys("abc", "-"))] * 3
    side = Side(battle.formation.board.rows, battle.formation.board.columns, *turns)
    thinker = make_thinker(best, turn(battle, side), "a", past, side=side)
    assert len(thinker.first.history) == 1 and list(thinker.first.weary) == [pytest.approx(0.7**3)]


BOARDS_OF_TWO = [name for name in fields.FIELDS if len(fields.load(name).seats) == 2]


@pytest.mark.parametrize("name", BOARDS_OF_TWO)
def test_both_sides_of_the_table_see_the_same_opening(name: str) -> None:
    battle = begin(fields.without_chests(fields.load(name)), PRESETS["classic"][2])
    crossed = cross_table(battle)
    assert crossed.formation.board.tiles == battle.formation.board.tiles
    assert crossed.formation.pieces == battle.formation.pieces and crossed.targets == battle.targets


@pytest.mark.parametrize(("goals", "hunts"), [(("last_emperor",), True), (("treasure", "last_emperor"), False)])
def test_the_best_hunt_in_a_duel_unless_a_treasure_decides(goals: tuple[str, ...], hunts: bool) -> None:
    best = PLAYERS["grandmaster"].thought
    assert best and best.duelling
    battle = replace(DUEL, ruleset=replace(DUEL.ruleset, goals=goals))
    found, calm = (
        make_thinker(each, battle, "a", []).study.features.weights for each in (best, replace(best, duelling=()))
    )
    assert (list(found) != list(calm)) == hunts


@pytest.mark.parametrize(("goals", "varies"), [(("last_emperor",), True), (("treasure", "last_emperor"), False)])
def test_weights_stay_as_they_are_where_a_treasure_decides(goals: tuple[str, ...], varies: bool) -> None:
    """Weigh a position with a whim so great that whoever has it gives other orders."""
    best = PLAYERS["grandmaster"].thought
    assert best and best.whim
    battle = replace(DUEL, ruleset=replace(DUEL.ruleset, goals=goals))
    moody, calm = (
        [choose_order(replace(best, nodes=1, whim=whim), battle, "a", Random(seed)) for seed in range(12)]
        for whim in (5.0, 0.0)
    )
    assert (moody != calm) == varies


def test_weights_differ_a_little_from_one_order_to_the_next() -> None:
    found = {vary((1.0, 0.0, -2.0), 0.03, Random(seed)) for seed in range(99)}
    assert len(found) == len(thinking.MOODS) and all(weights[1] == 0 and weights[2] < 0 for weights in found)
    assert vary((1.0, -2.0), 0.03, Random(1)) == vary((1.0, -2.0), 0.03, Random(1)), "the same seed"


def test_a_formation_is_known_again_whatever_the_pieces_are_called() -> None:
    battles, luck = [DUEL], Random(3)
    while len(battles) < 12 and battles[-1].outcome is None:
        orders = [(seat, PLAYERS["random"].choose(battles[-1], seat, luck)) for seat in "ab"]
        battles.append(play(battles[-1], orders)[0])
    fields_ = [encoding.encode_field(battle) for battle in battles]
    hashes = [hash_pieces(field) for field in fields_]
    for one, first in zip(fields_, hashes, strict=True):
        turned = one._replace(**{part: getattr(one, part)[::-1] for part in ("place", "seat", "emperor", "experience")})
        assert hash_pieces(turned) == first
        assert hash_pieces(one._replace(experience=[9 * each for each in one.experience])) == first, "going to and fro"
    known, weary = count_repeats([fields_[0], fields_[0], fields_[-1]], 0.5)
    assert known == [hashes[0], hashes[-1]] and weary == [0.5, 1.0]
    assert find_repeat(fields_[0], known) == 0 and find_repeat(fields_[5], known) == NEVER
    assert find_repeat(fields_[0], []) == NEVER


@given(st.floats(0.001, 0.999), st.floats(0.05, 20.0))
def test_scaled_odds_can_be_scaled_back(share: float, times: float) -> None:
    scaled = scale_odds(share, times)
    assert scaled / (1 - scaled) == pytest.approx(times * share / (1 - share))
    assert scale_odds(scaled, 1 / times) == pytest.approx(share)


def identity(battle: Battle) -> Battle:
    return battle


def blur_experience(battle: Battle) -> Battle:
    """Return everything of a battle but the experience of its pieces."""
    bare = {tile: piece._replace(experience=1) for tile, piece in battle.formation.pieces.items()}
    return replace(battle, formation=replace(battle.formation, pieces=bare))


@given(st.integers(0, 10**9))
def test_a_battle_goes_on_alike_across_the_table(seed: int) -> None:
    """Turn battles of two, but for the rule by which letters decide.

    Where the strongest piece is reset, the order of reading decides between equals, and a turned board reads the other
    way round: which of them it is does not count.
    """
    luck = Random(seed)
    battle = any_battle(luck)
    rules = battle.ruleset
    if len(battle.seats) != 2 or rules.priority == "rotating":
        return
    letters = dict(zip(battle.seats, reversed(battle.seats), strict=True))
    side, crossed = find_opposite_side(battle), cross_table(battle)
    assert cross_table(crossed) == battle
    orders = any_orders(luck, battle)
    turned = [(letters[seat], str(side.order(read_order(battle, seat, text)))) for seat, text in orders]
    after, _resolution = play(battle, orders)
    found, _resolution = play(crossed, turned)
    look = blur_experience if rules.emperor_resets_strongest else identity
    assert look(cross_table(replace(after, outcome=None))) == look(replace(found, outcome=None))
    assert (after.outcome and {letters[seat] for seat in after.outcome.seats}) == (
        found.outcome and set(found.outcome.seats)
    )
