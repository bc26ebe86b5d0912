"""Computer players look at a battle of many seats from a side that they draw; the orders are those of the battle."""

from dataclasses import replace
from random import Random

import pytest

from battlefield import Order, begin, fields, legal_orders, play
from battlefield.battles import read_order
from battlefield.presets import PRESETS
from players import PLAYERS, thinking
from players.ladder import BEST
from players.turning import Side, draw_side, turn

SIDES = [Side(9, 9, *(bool(number & bit) for bit in (1, 2, 4))) for number in range(8)]


@pytest.mark.parametrize("side", SIDES)
def test_a_turned_battle_has_the_same_orders(side: Side) -> None:
    battle = begin(fields.without_chests(fields.load("cloister-4")), PRESETS["crossing"][2])
    turned = turn(battle, side)
    assert {side.back(tile) for tile in turned.formation.pieces} == set(battle.formation.pieces)
    assert turned.targets["a"] == {side.tile(tile) for tile in battle.targets["a"]}
    for seat in battle.seats:
        found = {
            str(side.order(Order(seat, origin, goal)))
            for origin, goals in legal_orders(turned.formation, seat).items()
            for goal in goals
        }
        wanted = {f"{a}-{b}" for a, goals in legal_orders(battle.formation, seat).items() for b in goals}
        assert found == wanted


def test_a_turned_battle_goes_on_as_the_battle_does() -> None:
    luck = Random(5)
    battle = begin(fields.without_chests(fields.load("delta-3")), PRESETS["treasure"][2])
    for _ in range(12):
        if battle.outcome:
            break
        side = draw_side(battle, luck)
        turned = turn(battle, side)
        orders = [(seat, PLAYERS["random"].choose(turned, seat, luck)) for seat in turned.to_act]
        back = [(seat, str(side.order(read_order(turned, seat, text)))) for seat, text in orders]
        after, _ = play(turned, orders)
        battle, _ = play(battle, back)
        assert turn(battle, side) == after


def test_thinkers_give_legal_orders_from_every_side() -> None:
    battle = begin(fields.without_chests(fields.load("delta-3")), PRESETS["classic"][2])
    for number in range(12):
        text = PLAYERS["guarded"].choose(battle, "c", Random(number))
        read_order(battle, "c", text)


@pytest.mark.parametrize("board", ["ring-8", "basin-8"])
def test_seats_that_mirror_each_other_give_mirrored_orders(board: str) -> None:
    battle = begin(fields.without_chests(fields.load(board)), PRESETS["siege"][2])
    thought = replace(BEST, nodes=1)
    rows, columns = battle.formation.board.rows, battle.formation.board.columns
    mirror = Side(rows, columns, mirror_rows=False, mirror_columns=True, swap=False)
    assert mirror.tile(battle.crowns["a"]) == battle.crowns["b"]
    found = {
        seat: {read_order(battle, seat, thinking.choose_order(thought, battle, seat, Random(n))) for n in range(40)}
        for seat in ("a", "b")
    }
    assert {mirror.order(order)._replace(seat="b") for order in found["a"]} == found["b"]
