"""The flat rounds of the searches do what the rules do, and the tables of odds are exact."""

from random import Random
from typing import Any

import pytest

import players
from campaign import turn_plans
from campaign.game import get_game
from campaign.state import State
from players.campaign import flat_simultaneous, flat_skirmish, mixing
from players.campaign.features import get_sight
from players.campaign.flat_position import Field, Ground, field_of, ground_of
from players.campaign.odds import ROLLS, storm
from players.campaign.sheets import Sheet

ROUNDS = 8


def flat(ground: Ground, text: str, *, fights: bool) -> Sheet:
    """Return a submission as a search writes it; without its attacks if nobody fights."""
    paid: list[tuple[int, int]] = []
    guarded: set[int] = set()
    steps: dict[int, tuple[tuple[int, int], ...]] = {}
    for line in turn_plans.split_lines(text) if text != "-" else ():
        if line["do"] in ("build", "reinforce", "colonize"):
            paid.append((ground.number[line["at"]], line["armies"]))
        elif line["do"] == "guard":
            guarded.add(ground.number[line["at"]])
        elif line["do"] == "move" or (fights and line["do"] == "attack"):
            origin = ground.number[line["from"]]
            steps[origin] = (*steps.get(origin, ()), (ground.number[line["to"]], line["armies"]))
    return Sheet(tuple(paid), frozenset(guarded), steps)


def flatten(state: State) -> tuple[Ground, Field]:
    features = get_sight(state, state.seats[0], Random(0))
    return ground_of(features), field_of(ground_of(features), features)


def battle(name: str, preset: str, field: str, seats: str, seed: int, **rules: Any) -> State:
    played = get_game(name)
    return played.initial(field, tuple(seats), played.presets()[preset][2] | rules, str(seed), chests=False)


@pytest.mark.parametrize("preset", ["classic", "rich"])
@pytest.mark.parametrize("seed", range(6))
def test_a_round_of_skirmish(preset: str, seed: int) -> None:
    played, state = get_game("skirmish"), battle("skirmish", preset, "grid4x4", "abcd", seed, continue_ratio=2)
    for number in range(ROUNDS):
        level = ("random", "greedy", "general")[number % 3]
        given = [(seat, players.choose(played.NAME, state, seat, level, Random(f"{seed} {number} {seat}")))
                 for seat in played.to_act(state)]  # fmt: skip
        before, (after, _) = state, played.resolve(state, given, str(seed))
        if before.phase == "plan" and not after.ended:
            ground, now = flatten(before)
            sheets = [flat(ground, dict(given).get(seat, "-"), fights=True) for seat in before.seats]
            money = [before.money[seat] for seat in before.seats]
            ended, coins = flat_skirmish.play(ground, now, money, sheets)
            assert ended == flatten(after)[1]
            living = [place for place, seat in enumerate(before.seats) if seat in after.living]
            assert [coins[place] for place in living] == [after.money[before.seats[place]] for place in living]
        state = after
        if state.ended:
            break


@pytest.mark.parametrize("seed", range(4))
def test_reserves_moves_and_income_of_the_simultaneous_game(seed: int) -> None:
    """Compare exactly where everything is dealt and nobody attacks."""
    played, state = get_game("simultaneous"), battle("simultaneous", "dealt", "rivers", "abc", seed)
    for number in range(ROUNDS):
        ground, now = flatten(state)
        lines = [(seat, players.choose(played.NAME, state, seat, "greedy", Random(f"{number} {seat}")))
                 for seat in played.to_act(state)]  # fmt: skip
        calm = [(seat, "; ".join(line for line in text.split("; ") if not line.startswith("attack")) or "-")
                for seat, text in lines]  # fmt: skip
        sheets = [flat(ground, dict(calm).get(seat, "-"), fights=False) for seat in state.seats]
        reserve = [state.reserve[seat] for seat in state.seats]
        after, _ = played.resolve(state, calm, str(seed))
        ended, left = flat_simultaneous.play(
            ground, flat_simultaneous.list_priorities(ground), now, reserve, sheets, flat_simultaneous.Scene(0)
        )
        assert ended == flatten(after)[1] and left == [after.reserve[seat] for seat in state.seats]
        state = played.resolve(state, lines, str(seed))[0]
        if state.ended:
            break


def test_the_odds_of_one_roll_are_those_of_the_rules() -> None:
    for dice, losses in ROLLS.items():
        assert sum(chance for _, _, chance in losses) == pytest.approx(1), dice
    one = storm(2, 1)
    assert (one.win, one.left, one.spent, one.garrison) == pytest.approx((15 / 36, 2, 1, 1))
    assert storm(4, 1, 3).win == pytest.approx(855 / 1296)
    assert storm(20, 5).win > storm(10, 5).win > storm(5, 5).win
    assert storm(200, 100).win == pytest.approx(storm(60, 30).win)


def test_a_table_is_solved_and_what_is_hardly_played_left_out() -> None:
    mine, theirs = mixing.solve([[1.0, 0.0], [0.0, 1.0]])
    assert mine == pytest.approx([0.5, 0.5], abs=0.06) and theirs == pytest.approx([0.5, 0.5], abs=0.06)
    assert mixing.solve([[0.2, 0.3], [0.6, 0.7]])[0][1] > 0.98
    assert {mixing.draw([0.9, 0.04, 0.06], Random(seed)) for seed in range(50)} == {0}
