"""The chances to win a campaign as a page shows them of battles that are over."""

from dataclasses import replace

import pytest

from campaign.game import get_game
from campaign.holdings import Holding
from campaign.options import OPTIONS
from campaign.state import State
from players.campaign.chances import estimate


def begin(name: str, seats: str = "abc", **rules: object) -> State:
    field = "grid4x4" if name == "skirmish" else "world"
    return get_game(name).initial(field, tuple(seats), rules, "dynasty", chests=False)


@pytest.mark.parametrize("ruleset", sorted(OPTIONS))
def test_chances_add_up_and_whoever_takes_land_and_armies_gains(ruleset: str) -> None:
    state = begin(ruleset.partition(".")[2])
    before = estimate(state)
    assert sum(before.values()) == pytest.approx(1, abs=0.001)
    for seat in state.seats:
        held = {name: Holding(seat, 9) for name in list(state.board)[::2]}
        after = estimate(replace(state, board={**state.board, **held}))
        assert after[seat] > before[seat] and after[seat] == max(after.values())


def test_the_end_is_the_result_and_a_draw_is_shared() -> None:
    state = begin("skirmish")
    assert estimate(replace(state, ended="round_limit", placements=(("a", "b"), ("c",)))) == {
        "a": 0.5,
        "b": 0.5,
        "c": 0,
    }
    flipped = replace(state, ended="flipped", placements=())
    assert sum(estimate(flipped).values()) == pytest.approx(1, abs=0.001), "a void battle has no result"


def test_seats_that_left_have_no_chance_and_team_mates_have_the_same() -> None:
    after, _events = get_game("skirmish").resolve(begin("skirmish"), [("c", "resign")], "dynasty")
    assert estimate(after)["c"] == 0
    paired = begin("simultaneous", "abcd", start="dealt", teams="two")
    found = estimate(paired)
    assert found["a"] == found["c"] and found["b"] == found["d"] and found["a"] + found["b"] == pytest.approx(1)


def test_near_the_last_round_territories_count_more() -> None:
    state = begin("skirmish", round_limit=10)
    rich = {name: Holding("b", 30) for name in list(state.board)[:1]}
    wide = {name: Holding("a", 1) for name in list(state.board)[1:8]}
    board = {**state.board, **rich, **wide}
    early, late = (estimate(replace(state, board=board, round=number)) for number in (2, 10))
    assert late["a"] > early["a"]
