"""The course of a battle: what its boards say, round by round, and the few steps that decided it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import players
from campaign import course
from campaign.course import Decision, Stand, Step
from campaign.game import get_game
from campaign.holdings import Holding, read_holding
from campaign.words import event_text, story
from players.campaign.chances import estimate

NAMES = ("ash", "birch", "cedar", "dale", "elm", "fir", "gate")
HELD = st.tuples(*[st.sampled_from(["a2", "b1", "n3", "-"])] * len(NAMES)).map(" ".join)
CAPTURED = {"kind": "captured", "seat": "a", "at": "cedar", "from": "ash", "armies": 4}
LEFT = {"kind": "left", "seat": "b", "why": "eliminated", "by": "a"}


def board(held: str) -> dict[str, Holding]:
    return {name: read_holding(text) for name, text in zip(NAMES, held.split(), strict=True)}


def make_steps(*boards: str) -> list[Step]:
    return [Step(number, number, "", board(each), []) for number, each in enumerate(boards, 1)]


def find(steps: list[Step], ending: str, *, pays: bool = True) -> list[Decision]:
    return course.find_decisions(("a", "b"), steps, board(ending), {}, field="seven", pays=pays)


def test_a_round_of_many_steps_is_one_row_and_the_opening_only_the_first_board() -> None:
    boards = ("- - - - - - -", "a1 a1 b4 b1 n1 n1 n1", "a1 b1 b3 b1 n1 n1 n1")
    steps = [step._replace(round=of) for step, of in zip(make_steps(*boards), (0, 1, 1), strict=True)]
    assert course.list_stands(("a", "b"), steps, board("a3 b1 b3 b1 a1 n1 n1"), {}) == [
        Stand(0, {"a": 2, "b": 2}, {"a": 2, "b": 5}),
        Stand(1, {"a": 2, "b": 3}, {"a": 4, "b": 5}),
    ]


def test_a_battle_without_a_round_has_one_row_and_no_luck() -> None:
    told = course.narrate(("a", "b"), [], board("a1 - - - - - b1"), field="seven", pays=True)
    assert (len(told.stands), told.luck, told.decisions) == (1, {}, [])


def test_a_region_that_changes_hands_and_a_seat_that_leaves_decide() -> None:
    steps = make_steps(
        "a1 a1 b1 b1 n1 n1 n1",  # one territory, and the west
        "a1 a1 a4 b1 n1 n1 n1",  # one territory: too little
        "a1 a1 a4 b1 a1 n1 n1",  # one, and the last of b
    )
    steps[0] = steps[0]._replace(events=[CAPTURED])
    steps[2] = steps[2]._replace(events=[{**CAPTURED, "at": "dale"}, LEFT])
    ending = "a1 a1 a4 a4 a1 n1 n1"
    first, last = find(steps, ending)
    assert (first.number, first.changes) == (1, {"a": (2, 3), "b": (2, 1)})
    assert first.sentences[0][0] == story.HOLDS
    assert (last.number, last.changes) == (3, {"a": (4, 5), "b": (1, 0)})
    assert last.sentences[0] == event_text.describe_events([LEFT])[0], "who left is told first"
    assert [each.number for each in find(steps, ending, pays=False)] == [3]


def test_the_opening_decides_nothing() -> None:
    steps = [step._replace(round=0) for step in make_steps("- - - - - - -")]
    assert find(steps, "a1 a1 a1 b1 b1 b1 b1") == []


def test_where_chances_are_known_the_steps_that_change_them_most_decide() -> None:
    steps = make_steps(*["a1 a1 b4 b1 n1 n1 n1"] * 3)
    chances = ({"a": 0.5, "b": 0.5}, {"a": 0.45, "b": 0.55}, {"a": 0.8, "b": 0.2})
    steps = [step._replace(chances=each) for step, each in zip(steps, chances, strict=True)]
    told = course.narrate(
        ("a", "b"), steps, board("a1 a1 b4 b1 n1 n1 n1"), {"a": 1.0, "b": 0.0}, field="seven", pays=True
    )
    assert [each.number for each in told.decisions] == [2, 3], "a twentieth decides nothing"
    assert told.decisions[0].chances == {"a": (0.45, 0.8), "b": (0.55, 0.2)}
    assert [stand.chances["a"] for stand in told.stands] == [0.5, 0.45, 0.8, 1.0]


@given(st.lists(HELD, min_size=1, max_size=12), HELD)
def test_at_most_four_steps_decide_and_no_other_weighs_more(boards: list[str], ending: str) -> None:
    steps = make_steps(*boards)
    found = [each.number for each in find(steps, ending, pays=False)]
    weights = {}
    for step, after in zip(steps, [*[step.board for step in steps[1:]], board(ending)], strict=True):
        weights[step.number] = course.weigh(course.list_changes(("a", "b"), step.board, after), step, after, ())
    assert found == sorted(found) and len(found) <= course.MAX_DECISIONS
    least = min((weights[number] for number in found), default=0)
    others = [weight for number, weight in weights.items() if number not in found]
    assert all(weight < course.LEAST or (len(found) == course.MAX_DECISIONS and weight <= least) for weight in others)


@pytest.mark.parametrize("name", ["classic", "simultaneous", "skirmish"])
def test_a_whole_game_is_told_from_its_record(name: str) -> None:
    game, chance, steps = get_game(name), random.Random(4), []
    field = game.field_names()[0]
    seats, rules = game.seats_of(field)[:3], next(iter(game.presets().values()))[2]
    state, rounds = game.initial(field, seats, rules, "seed", chests=False), set()
    while len(steps) < 60 and not game.outcome(state):
        orders = [
            (seat, game.check(state, seat, players.choose(game.NAME, state, seat, "random", chance)))
            for seat in game.to_act(state)
        ]
        before, rounds = game.write(state), rounds | {game.get_round_and_turn(state)[0]}
        state, happened = game.resolve(state, orders, "seed")
        steps.append((len(steps) + 1, before, happened))
    told = game.course(field, rules, steps, game.write(state), estimate)
    assert all(sum(stand.chances.values()) == pytest.approx(1, abs=0.001) for stand in told.stands)
    assert [stand.round for stand in told.stands] == sorted(rounds | {0})
    assert told.stands[-1].territories == {seat: len(state.list_owned(seat)) for seat in seats}
    assert all(set(stand.armies) == set(seats) for stand in told.stands)
    rolled = any(event["kind"] == "rolled" for *_rest, events in steps for event in events)
    assert set(told.luck) == (set(seats) if rolled else set())
