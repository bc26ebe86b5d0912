"""The flat resolver is never another truth: round by round the same as the readable one."""

import os
from random import Random

import pytest

from battlefield import Battle, Order, play
from battlefield.battles import prioritise
from players import fast
from players.fast.layout import NOBODY

from . import compiled
from .random_battles import any_battle, any_orders


def compare(seed: int, most_rounds: int = 8) -> int:
    """Play one random battle in both; how many rounds it had."""
    luck = Random(seed)
    battle = any_battle(luck)
    plan = fast.Plan(battle)
    workspace = fast.allocate_workspace(len(plan.seats), len(plan.field.place))
    rounds = 0
    while battle.outcome is None and rounds < most_rounds:
        orders = any_orders(luck, battle)
        play_flat(plan, workspace, battle, orders)
        battle, _ = play(battle, orders)
        rounds += 1
        agree(plan, battle, f"seed {seed}, round {rounds}: {orders}")
    return rounds


def play_flat(plan: fast.Plan, workspace: fast.Workspace, battle: Battle, orders: list[tuple[str, str]]) -> None:
    given = [plan.number(Order.read(seat, text)) for seat, text in prioritise(battle, orders)]
    for i, order in enumerate(given):
        workspace.orders[i] = order
    fast.resolve(plan.ground, plan.field, workspace, len(given))


def agree(plan: fast.Plan, battle: Battle, where: str) -> None:
    formation = fast.decode_formation(plan, plan.field)
    assert formation.pieces == battle.formation.pieces, where
    assert formation.items == battle.formation.items, where
    assert {seat: plan.field.fallen[i] for i, seat in enumerate(plan.seats) if plan.field.fallen[i]} == battle.fallen
    assert plan.field.clock[1] == battle.quiet, where
    if battle.throne:
        seat, rounds = battle.reign
        assert list(plan.field.clock[4:6]) == [plan.seats.index(seat) if seat else NOBODY, rounds], where
    found = fast.decode_outcome(plan, plan.field)
    assert (found and found[:2]) == (battle.outcome and battle.outcome[:2]), where


def test_random_battles_agree() -> None:
    assert sum(compare(seed) for seed in range(1200)) >= 2000


@pytest.mark.slow
def test_many_random_battles_agree() -> None:
    """Run a sample of those that `SWEEP_FROM` and `SWEEP_BATTLES` reach."""
    first, count = int(os.environ.get("SWEEP_FROM", "10000")), int(os.environ.get("SWEEP_BATTLES", "800"))
    assert sum(compare(seed) for seed in range(first, first + count)) >= 2 * count


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_it_agrees_too() -> None:
    compiled.run_and_read(
        "from tests.players.test_fast import compare;assert sum(compare(seed) for seed in range(5000, 6000)) >= 1500"
    )
