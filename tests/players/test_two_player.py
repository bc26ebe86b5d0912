"""With two seats any order may answer any other: what they settle on holds against every order there is."""

from random import Random

import pytest

from battlefield import Battle, Formation, Ruleset, begin, fields, play
from battlefield.presets import PRESETS
from benchmarks.strength import build_opening, checks
from players import simple, thinking
from players.fast import evaluation, tables
from players.fast.choices import list_orders
from players.fast.layout import HOLD, MAX_CHOICES
from players.fast.rounds import survey
from players.searching import Node, Thinker

THOUGHT = thinking.Thought(nodes=1, closely=16, others=12, wide=8, answers=True)


def play_random_rounds(preset: str, board: str, seed: int) -> Battle:
    """Return a battle after three random rounds that did not end it."""
    luck = Random(seed)
    while True:
        now = begin(fields.without_chests(fields.load(board)), PRESETS[preset][2])
        for _ in range(3):
            if now.outcome is None:
                now, _ = play(now, [(seat, simple.choose_random(now, seat, luck)) for seat in now.to_act])
        if now.outcome is None:
            return now


def worth(thinker: Thinker, orders: list[int]) -> list[float]:
    """Return both seats' shares after a round of these orders, evaluated by itself."""
    place = thinker.plan.field
    survey(place, thinker.study.workspace)
    tables.play(thinker.study, place, orders)
    shares = [0.0, 0.0]
    evaluation.evaluate(thinker.study.ground, thinker.study.after, thinker.study.features, shares, 0)
    return shares


def mixture(root: Node, seat: int) -> dict[int, float]:
    table = root.table
    return {table.choices[i]: table.mixes[i] for i in range(seat * MAX_CHOICES, seat * MAX_CHOICES + table.sizes[seat])}


def all_orders(thinker: Thinker, root: Node, seat: int) -> list[int]:
    evaluation.mark_threats(thinker.study.ground, root.place, thinker.study.features)
    found = list_orders(thinker.study.ground, root.place, thinker.study.features.authority, seat, root.table.orders)
    return [HOLD, *root.table.orders[:found]]


GROUNDS = [("classic", "duel-2"), ("courtly", "narrows-2"), ("crossing", "bridge-2")]


@pytest.mark.parametrize(("preset", "board"), GROUNDS)
def test_no_order_at_all_gains_much_against_the_mixture(preset: str, board: str) -> None:
    for seed in range(3):
        thinker = Thinker(play_random_rounds(preset, board, seed), "a")
        root = thinking.grow_tree(THOUGHT, thinker)
        for seat in range(2):
            theirs = mixture(root, 1 - seat)
            assert sum(theirs.values()) == pytest.approx(1)
            hoped = max(
                sum(
                    often * worth(thinker, [mine, other] if seat == 0 else [other, mine])[seat]
                    for other, often in theirs.items()
                )
                for mine in all_orders(thinker, root, seat)
            )
            assert hoped <= root.table.worth[seat] + 0.03


def test_the_table_holds_what_the_rounds_come_to() -> None:
    thinker = Thinker(play_random_rounds("classic", "duel-2", 5), "b")
    table = thinking.grow_tree(THOUGHT, thinker).table
    for i in range(table.sizes[0]):
        for j in range(table.sizes[1]):
            at = 2 * (i * table.strides[0] + j * table.strides[1])
            orders = [table.choices[i], table.choices[MAX_CHOICES + j]]
            assert table.shares[at : at + 2] == pytest.approx(worth(thinker, orders))


def test_trust_is_put_in_what_looks_best_while_one_holds() -> None:
    """Check the part of the other's mixture in orders that look best to it."""
    battle = play_random_rounds("classic", "duel-2", 7)
    thinker = Thinker(battle, "a", trust=0.6)
    root = thinking.grow_tree(THOUGHT, thinker)
    orders = all_orders(thinker, root, 1)
    naive = {order: worth(thinker, [HOLD, order])[1] for order in orders}
    good = {order for order in orders if naive[order] >= max(naive.values()) - 0.05}
    assert sum(often for order, often in mixture(root, 1).items() if order in good) >= 0.6 - 1e-9
    assert sum(mixture(root, 0).values()) == pytest.approx(1)


def test_a_slip_is_a_stroll() -> None:
    battle = play_random_rounds("classic", "duel-2", 9)
    slipping = thinking.Thought(nodes=1, closely=16, others=12, wide=8, answers=True, slip=1.0)
    for seed in range(5):
        luck = Random(seed)
        luck.random()
        strolled = simple.choose_capture(battle, "a", luck, attention=thinking.ATTENTION)
        assert thinking.choose_order(slipping, battle, "a", Random(seed)) == strolled


def test_openings_are_the_same_for_every_seat_and_nobody_is_in_check() -> None:
    for board, preset, seats in (("duel-2", "courtly", 2), ("cross-4", "classic", 4)):
        first = [build_opening(board, preset, number, 1) for number in range(seats)]
        assert all(each.formation == first[0].formation for each in first)
        assert build_opening(board, preset, seats, 1).formation != first[0].formation
        assert not any(checks(first[0], seat) for seat in first[0].seats)


def test_a_rival_that_is_as_good_as_known_leaves_more_than_one_answer_to_look_into() -> None:
    """Keep more answers than the one that is best at first sight: only a look further on can tell."""
    for seed in range(4):
        thinker = Thinker(play_random_rounds("courtly", "duel-2", seed), "a", trust=0.95)
        root = thinking.grow_tree(THOUGHT, thinker)
        offered = root.table.choices[: root.table.sizes[0]]
        assert len(set(offered)) == len(offered) == min(thinking.FIRST.fill, len(all_orders(thinker, root, 0)))


@pytest.mark.parametrize("seat", ["a", "b"])
def test_against_chance_an_order_is_worth_its_mean_over_all_orders_of_the_other(seat: str) -> None:
    thinker = Thinker(play_random_rounds("crossing", "bridge-2", 3), seat, trust=0.06, chance=0.9)
    root = thinking.grow_tree(THOUGHT, thinker)
    me, others = thinker.me, all_orders(thinker, root, 1 - thinker.me)[1:]
    for i in range(me * MAX_CHOICES, me * MAX_CHOICES + root.table.sizes[me]):
        mine = root.table.choices[i]
        found = [worth(thinker, [mine, other] if me == 0 else [other, mine])[me] for other in others]
        assert root.table.blind[i] == pytest.approx(0.9 * sum(found) / len(found))
    assert all(sum(mixture(root, each).values()) == pytest.approx(1) for each in range(2))


def test_who_has_an_edge_hopes_for_more_while_the_battle_goes_on_and_for_less_from_a_draw() -> None:
    """Play in one column: the Emperors can take each other, and both at once is a draw."""
    corridor = Formation.read("+---+---+---+---+\n|(a)| a3| b3|(b)|\n+---+---+---+---+")
    thinker = Thinker(begin(corridor, Ruleset()), "a", edge=4.0, drawn=0.5)
    table, visited = thinking.grow_tree(THOUGHT, thinker).table, set()
    for i in range(table.sizes[0]):
        for j in range(table.sizes[1]):
            number = i * table.strides[0] + j * table.strides[1]
            plain = worth(thinker, [table.choices[i], table.choices[MAX_CHOICES + j]])[0]
            times = 4.0 if table.visits[number] == 0 else 0.5
            visited.add((times, 0 < plain < 1))
            assert table.shares[2 * number] == pytest.approx(plain * times / (plain * times + 1 - plain))
    assert {(4.0, True), (0.5, True)} <= visited


def test_a_draw_can_be_worth_less_than_half_to_both() -> None:
    corridor = Formation.read("+---+---+---+---+\n|(a)| a3| b3|(b)|\n+---+---+---+---+")
    thinker = Thinker(begin(corridor, Ruleset()), "a", drawn=0.4, stake=0.4)
    table = thinking.grow_tree(THOUGHT, thinker).table
    combinations = range(table.sizes[0] * table.sizes[1])
    draws = [table.shares[2 * n : 2 * n + 2] for n in combinations if sum(table.shares[2 * n : 2 * n + 2]) < 0.99]
    assert draws and all(share == pytest.approx(0.4 / 1.4) for shares in draws for share in shares)
