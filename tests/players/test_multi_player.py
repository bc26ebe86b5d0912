"""With three seats and more orders are legal, the same from the same seed, and the best there are to what is known."""

import itertools
from dataclasses import replace
from random import Random

import pytest

from battlefield import Battle, Formation, begin, play
from battlefield.battles import read_order
from battlefield.presets import PRESETS
from players import PLAYERS, simple, thinking
from players.fast import evaluation, multi_player, tables
from players.fast.layout import HOLD, MAX_CHOICES
from players.fast.rounds import survey
from players.ladder import BEST
from players.searching import Node, Thinker

from . import compiled
from .random_battles import any_battle
from .test_two_player import all_orders, play_random_rounds

QUICK = replace(BEST, nodes=1)
SMALL = """
+---+---+---+---+
|(a)| a |   |(b)|
+---+---+---+---+
    |   | b |
    +---+---+---+
        |   |(c)|
        +---+---+
        | c |   |
        +---+---+
"""
"""Three seats so near one another that all their combinations can be played."""


def mixture(root: Node, seat: int) -> dict[int, float]:
    table = root.table
    return {table.choices[i]: table.mixes[i] for i in range(seat * MAX_CHOICES, seat * MAX_CHOICES + table.sizes[seat])}


def small_battle(seed: int) -> Battle:
    """Return the small board after two random rounds that did not end the battle."""
    luck = Random(seed)
    while True:
        now = begin(Formation.read(SMALL), PRESETS["classic"][2])
        for _ in range(2):
            if now.outcome is None:
                now, _ = play(now, [(seat, simple.choose_random(now, seat, luck)) for seat in now.to_act])
        if now.outcome is None and not now.fallen:
            return now


def worth(thinker: Thinker, orders: list[int]) -> list[float]:
    """Return all seats' shares after a round of these orders, evaluated by itself."""
    place, study, found = thinker.plan.field, thinker.study, [0.0] * thinker.seats
    survey(place, study.workspace)
    tables.play(study, place, orders)
    evaluation.evaluate(study.ground, study.after, study.features, found, 0)
    return found


def shares(thinker: Thinker, orders: list[list[int]]) -> dict[tuple[int, ...], float]:
    """Return the player's share for every combination of these orders, a list for every seat."""
    return {combination: worth(thinker, list(combination))[thinker.me] for combination in itertools.product(*orders)}


def test_an_order_that_another_beats_in_every_combination_is_not_played() -> None:
    beaten = 0
    for seed in range(24):
        thinker = Thinker(small_battle(seed), "a", trust=0.3)
        root = thinking.grow_tree(QUICK, thinker)
        orders = [all_orders(thinker, root, seat) for seat in range(3)]
        found = shares(thinker, orders)
        others = list(itertools.product(*orders[1:]))
        for order in orders[0]:
            if any(all(found[better, *rest] > found[order, *rest] for rest in others) for better in orders[0]):
                beaten += 1
                assert order not in mixture(root, 0)
    assert beaten


def test_habits_that_are_known_for_certain_are_answered_with_the_best_there_is() -> None:
    known = 0
    for seed in range(24):
        thinker = Thinker(small_battle(seed), "a", trust=1.0)
        root = thinking.grow_tree(QUICK, thinker)
        orders = [all_orders(thinker, root, seat) for seat in range(3)]
        habits = [habit for seat in (1, 2) for habit in only_habits(thinker, orders, seat)]
        if len(habits) == 2:
            known += 1
            against = {mine: worth(thinker, [mine, *habits])[0] for mine in orders[0]}
            assert max(against.values()) == pytest.approx(max(against[mine] for mine in mixture(root, 0)))
            assert max(against.values()) == pytest.approx(min(against[mine] for mine in mixture(root, 0)))
    assert known


def only_habits(thinker: Thinker, orders: list[list[int]], seat: int) -> list[int]:
    """Return what looks best to a seat while all others hold, if nothing else looks nearly as good."""
    alone = {
        order: worth(thinker, [order if other == seat else HOLD for other in range(3)])[seat] for order in orders[seat]
    }
    good = [order for order in alone if alone[order] >= max(alone.values()) - multi_player.LOOSE]
    return good if len(good) == 1 else []


def test_the_mixture_is_of_legal_orders_and_whole() -> None:
    """Draw random battles of three seats and more, some without a move or an Emperor."""
    visited = set()
    for seed in range(60):
        battle = any_battle(Random(seed))
        if len(battle.seats) > 2 and battle.to_act:
            seat = battle.to_act[seed % len(battle.to_act)]
            thinker = Thinker(battle, seat, trust=0.5)
            mixed = mixture(thinking.grow_tree(QUICK, thinker), thinker.me)
            assert sum(mixed.values()) == pytest.approx(1)
            for order in mixed:
                read_order(battle, seat, str(thinker.order(order)))
            visited.add(len(battle.seats))
    assert len(visited) > 1


@pytest.mark.parametrize(("preset", "board"), [("turning", "delta-3"), ("courtly", "cross-4"), ("classic", "ring-8")])
def test_every_level_gives_the_same_legal_order_from_the_same_seed(preset: str, board: str) -> None:
    battle = play_random_rounds(preset, board, 3)
    for level in ("tactician", "strategist", "general", "grandmaster"):
        first, again = (PLAYERS[level].choose(battle, battle.to_act[-1], Random(4)) for _ in range(2))
        assert first == again
        read_order(battle, battle.to_act[-1], first)


def test_a_seat_that_has_fallen_is_not_reckoned_with() -> None:
    """Let two of four fight on: no order is drawn for the others."""
    battle = begin(Formation.read(SMALL), PRESETS["classic"][2])
    thinker = Thinker(battle, "a")
    thinker.plan.field.fallen[1] = 1
    root = thinking.grow_tree(QUICK, thinker)
    assert root.table.profile[1] == HOLD
    assert sum(mixture(root, 0).values()) == pytest.approx(1)


def mixtures() -> list[dict[int, float]]:
    """Return the mixtures of some fields, for the comparison below."""
    found = []
    for preset, board in (("classic", "cross-4"), ("turning", "delta-3")):
        thinker = Thinker(play_random_rounds(preset, board, 2), "b", trust=0.6)
        mixed = mixture(thinking.grow_tree(replace(BEST, nodes=12), thinker), thinker.me)
        found.append({int(order): round(float(often), 6) for order, often in mixed.items()})
    return found


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_it_mixes_the_same() -> None:
    elsewhere = compiled.run_and_read("from tests.players.test_multi_player import mixtures; print(mixtures())")
    assert elsewhere == str(mixtures())
