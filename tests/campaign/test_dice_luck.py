"""Luck with dice: it is against the mean of all throws, and what one side wins the other loses."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import players
from campaign import dice_luck, events
from campaign.chance import pairs_lost
from campaign.game import get_game

DICE, FEWER = (st.lists(st.integers(1, 6), min_size=1, max_size=most) for most in (3, 2))


def roll(what: str, first: list[int], second: list[int]) -> events.Event:
    lost, killed, equal = pairs_lost(first, second)
    return events.build_rolled(
        what, "dale", "gate", (first, second), (lost + equal, killed + equal * (what == "meeting"))
    )


@settings(deadline=None)  # the first look at so many dice adds up all throws
@given(st.sampled_from(["assault", "meeting"]), DICE, FEWER)
def test_what_one_side_wins_the_other_loses(what: str, first: list[int], second: list[int]) -> None:
    found = dice_luck.measure([roll(what, first, second)], {"dale": "a", "gate": "b"})
    assert found["a"] == pytest.approx(-found["b"])


@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)])
def test_over_all_throws_it_is_nothing(attack: int, defence: int) -> None:
    faces = [[]]
    for _die in range(attack + defence):
        faces = [[*each, face] for each in faces for face in range(1, 7)]
    rolls = [roll("assault", each[:attack], each[attack:]) for each in faces]
    assert dice_luck.measure(rolls, {"dale": "a", "gate": "n"}) == {"a": pytest.approx(0, abs=1e-9)}


def test_a_territory_that_changed_hands_counts_for_its_captor() -> None:
    taken = [events.build_captured("a", "gate", "dale", 2), roll("assault", [1], [6])]
    found = dice_luck.measure(taken, {"dale": "b", "gate": "c"})
    assert found["a"] == -found["b"] > 0 and "c" not in found


def test_in_a_whole_game_the_luck_of_all_seats_sums_to_that_against_nobody() -> None:
    game, luck = get_game("classic"), random.Random(4)
    field = game.field_names()[0]
    state = game.initial(field, ("a", "b", "c"), game.presets()["classic"][2], "seed", chests=False)
    sums: dict[str, float] = {}
    for _number in range(60):
        if game.outcome(state):
            break
        orders = [
            (seat, game.check(state, seat, players.choose("campaign.classic", state, seat, "random", luck)))
            for seat in game.to_act(state)
        ]
        before = game.write(state)
        state, happened = game.resolve(state, orders, "seed")
        for seat, gain in game.dice_luck(happened, before).items():
            sums[seat] = sums.get(seat, 0.0) + gain
    assert set(sums) <= {"a", "b", "c"} and any(sums.values())
    assert sum(sums.values()) == pytest.approx(0, abs=1e-9), "no territory of this map is nobody's"
