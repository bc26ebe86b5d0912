"""What a seat may know, and what the numbers of skirmish and of the ranking are."""

from dataclasses import replace
from typing import Any

import pytest

from campaign import games
from campaign.cases import start
from campaign.chance import Script
from campaign.outcome import placements
from campaign.skirmish.combat import exchange, spread
from campaign.state import Departure, State


def begin_game(ruleset: str = "classic", **more: Any) -> State:
    setup = {"ruleset": f"campaign.{ruleset}", "map": "seven", "seats": 3, **more}
    return games.initial(setup, "knowledge")[0]


def test_others_see_only_how_many_cards() -> None:
    state = replace(begin_game(), hands={"a": ("ash", "fir"), "b": ("elm",), "c": ()})
    found = games.view(state, "a")
    assert found["hands"] == {"a": ["ash", "fir"], "b": 1, "c": 0}
    assert found["hand"] == ["ash", "fir"]
    assert found["deck"] == len(state.deck)
    assert games.view(state)["hands"] == {"a": 2, "b": 1, "c": 0}
    assert "hand" not in games.view(state)
    ended = games.view(replace(state, ended="hold"))
    assert ended["hands"] == {"a": ["ash", "fir"], "b": ["elm"], "c": []}
    assert ended["deck"] == list(state.deck)


def test_a_mission_is_known_to_its_holder() -> None:
    state = begin_game(map="world", options={"goal": "missions"})
    assert games.view(state, "b")["missions"] == {"b": state.missions["b"]}
    assert games.view(state, "b")["mission"] == state.missions["b"]
    assert games.view(state)["missions"] == {}
    assert games.view(replace(state, ended="mission"))["missions"] == state.missions


def test_capitals_are_secret_until_all_have_chosen() -> None:
    state = replace(begin_game(), phase="capital", capitals={"a": "ash", "b": "elm"})
    assert games.view(state, "a")["capitals"] == {"a": "ash"}
    assert games.view(state)["capitals"] == {}
    assert games.view(replace(state, phase="draft"))["capitals"] == {"a": "ash", "b": "elm"}


def test_the_hand_of_one_who_resigned_stays_unseen_in_the_discards() -> None:
    state = replace(begin_game(), hands={"a": (), "b": ("elm", "fir"), "c": ()}, discard=("ash",))
    after, _ = games.resolve(state, {"b": "resign"}, Script(()))
    assert after.discard == ("ash", "elm", "fir")
    assert games.view(after, "a")["discard"] == ["ash", None, None]
    assert games.view(replace(after, ended="hold"))["discard"] == ["ash", "elm", "fir"]


def test_a_card_is_named_to_its_new_owner_only() -> None:
    found = [
        {"kind": "card", "seat": "a", "card": "ash"},
        {"kind": "inherited", "heir": "a", "from": "c", "cards": ["elm", "fir"]},
        {"kind": "captured", "seat": "a", "at": "fir", "from": "dale", "armies": 3},
    ]
    assert games.filter_events(found, "a") == found
    hidden = games.filter_events(found, "b")
    assert hidden == games.filter_events(found)
    assert hidden[0]["card"] is None
    assert hidden[1]["cards"] == [None, None]
    assert hidden[2] == found[2]
    assert found[0]["card"] == "ash"


@pytest.mark.parametrize(
    ("defenders", "plain", "guarded"),
    [
        (1, (2, 2), (3, 2)),
        (2, (3, 2), (5, 3)),
        (3, (4, 2), (7, 3)),
        (4, (5, 1), (9, 3)),
        (5, (7, 4), (11, 3)),
        (6, (8, 4), (13, 2)),
        (8, (10, 2), (18, 6)),
        (10, (13, 5), (22, 6)),
    ],
)
def test_the_fewest_attackers_that_conquer(defenders: int, plain: tuple[int, int], guarded: tuple[int, int]) -> None:
    for per_soldier, expected in ((1, plain), (3, guarded)):
        results = ((force, exchange(force, defenders, defenders * per_soldier)) for force in range(1, 40))
        force, left = next((force, left) for force, (left, remaining) in results if not remaining)
        assert (force, left) == expected


@pytest.mark.parametrize("lost", range(12))
def test_spread_losses_are_exact(lost: int) -> None:
    for sizes in ({"A1": 5, "B1": 3, "C1": 4}, {"A1": 1, "B1": 11}, {"A1": 12}):
        losses = spread(lost, sizes)
        assert sum(losses.values()) == lost
        assert all(abs(losses[name] - lost * size / 12) < 1 for name, size in sizes.items())


def list_warnings(ruleset: str, board: dict[str, str], sheet: list[str], **before: Any) -> list[tuple[str, str, int]]:
    case = {"game": ruleset, "map": "seven", "seats": "ab", "before": {"board": board, **before}}
    state, _ = start(case, Script(()))
    return [(finding["level"], finding["code"], finding["line"]) for finding in games.check(state, "a", sheet)]


BOARD = {"ash": "a5", "birch": "a3", "cedar": "-", "gate": "a1", "rest": "b2"}


def test_asking_too_much_draws_a_warning() -> None:
    sheet = ["reinforce gate 4", "colonize cedar 4", "nop", "reinforce ash 4"]
    # The quiet ash is paid first, then cedar; gate gets one of its four.
    assert list_warnings("simultaneous", BOARD, sheet, reserve={"a": 9}) == [("warning", "over_reserve", 1)]
    assert list_warnings("simultaneous", BOARD, ["move ash birch 5"]) == [("warning", "over_armies", 1)]
    assert list_warnings("simultaneous", BOARD, ["move ash birch 4", "attack gate dale 1"]) == [
        ("warning", "over_armies", 2)
    ]
    assert list_warnings("simultaneous", BOARD, ["move birch gate 2", "attack gate dale 2"]) == []
    assert list_warnings("simultaneous", BOARD, ["reinforce ash 1", "move ash birch 5"], reserve={"a": 1}) == []


def test_each_line_of_a_sheet_is_reported() -> None:
    sheet = ["move ash birch 0", "nop", "attack gate ash 1", "fly ash birch"]
    assert list_warnings("simultaneous", BOARD, sheet) == [
        ("error", "bad_number", 1),
        ("error", "not_adjacent", 3),
        ("error", "unknown_order", 4),
    ]


def test_seats_that_left_are_ranked() -> None:
    state = replace(begin_game("simultaneous", seats=6), ended="round_limit")
    gone = (Departure("d", "a", 2, 3, 9), Departure("b", "a", 4, 1, 1), Departure("c", "", 4, 1, 1))
    state = replace(state, gone=(*gone, Departure("e", "a", 4, 1, 2)), reserve={"a": 1, "f": 1})
    assert placements(state, None) == (("a", "f"), ("e",), ("b", "c"), ("d",))
    assert placements(state, "f") == (("f",), ("a",), ("e",), ("b", "c"), ("d",))


def test_an_outcome_says_who_and_whether_it_counts() -> None:
    state = replace(begin_game(casual=True), round=4, board=begin_game().board)
    assert games.outcome(state) is None
    after, events = games.resolve(state, {"c": "flip"}, Script(()))
    assert games.outcome(after) == {"ended": "flipped", "placements": [], "void": True, "by": "c"}
    assert events[-1]["kind"] == "over"
    after, _ = games.resolve(state, {"c": {"do": "resign"}}, Script(()))
    after, _ = games.resolve(after, {"b": "resign"}, Script(()))
    assert games.outcome(after) == {
        "ended": "last_standing",
        "placements": [["a"], ["b"], ["c"]],
        "void": False,
        "by": "a",
    }


def test_a_resignation_comes_alone() -> None:
    state = begin_game("simultaneous")
    with pytest.raises(games.OrderError):
        games.resolve(state, {"a": "resign", "b": []}, Script(()))
