"""A submission while it is being written: a finding for each line, and the odds of each attack."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from campaign.cases import start
from campaign.chance import Script
from campaign.game import Illegal, get_game
from campaign.order_preview import weigh
from campaign.state import Battle, State
from core.errors import DomainError
from tournaments.domain.game_errors import to_domain_error

BOARD = {"ash": "a5", "birch": "a3", "cedar": "-", "gate": "a4", "rest": "b2"}


def stand(ruleset: str, board: dict[str, str], **before: Any) -> State:
    map = "grid3x3" if ruleset == "skirmish" else "seven"
    case = {"game": ruleset, "map": map, "seats": "ab", "before": {"board": board, **before}}
    return start(case, Script(()))[0]


def texts(rows: list[dict[str, Any]]) -> list[str]:
    return [" ".join(message % fields if fields else message for message, fields in row["said"]) for row in rows]


def codes(rows: list[dict[str, Any]]) -> list[tuple[int | None, str, str]]:
    return [(row["line"], row["level"], row["code"]) for row in rows]


def test_every_line_of_a_sheet_has_its_finding() -> None:
    state = stand("simultaneous", BOARD, reserve={"a": 3})
    rows = weigh(state, "a", "reinforce ash 2\n\nmove ash dale 1; fly\nreinforce birch 2")
    assert codes(rows) == [(1, "fine", ""), (3, "error", "not_adjacent"), (4, "error", "unknown_order"),
                           (5, "fine", "")]  # fmt: skip
    assert rows[1]["text"] == "move ash dale 1"
    rows = weigh(state, "a", "reinforce ash 2\nreinforce birch 2")
    assert codes(rows) == [(1, "fine", ""), (2, "warning", "over_reserve")]


def test_a_finding_about_the_whole_sheet_stands_behind_the_lines() -> None:
    state = stand("skirmish", {"A1": "a2", "C3": "b1", "rest": "-"}, money={"a": 1})
    assert codes(weigh(state, "a", "build A1 2")) == [(1, "fine", ""), (None, "error", "not_enough_money")]


def test_the_arithmetic_of_skirmish_is_told_before() -> None:
    state = stand("skirmish", {"A1": "a3", "B2": "a3", "A2": "b3", "C3": "b1", "rest": "-"})
    assert texts(weigh(state, "a", "attack A1 A2 3")) == ["If nothing else moves: held, by 3."]
    together = weigh(state, "a", "attack A1 A2 3\nattack B2 A2 3")
    assert texts(together) == ["If nothing else moves: taken, with 6 left."] * 2


def test_the_odds_of_one_roll_and_of_a_fight_to_the_end() -> None:
    state = stand("classic", BOARD | {"cedar": "b2"}, phase="attack", active="a")
    once, again = (
        texts(weigh(state, "a", "attack ash cedar")),
        texts(weigh(state, "a", "attack ash cedar until 1")),
    )
    assert once == ["One roll: 37% they lose two, 34% one each, 29% you lose two."]
    assert texts(weigh(state, "a", "attack ash cedar dice 1")) == ["One roll: 25% they lose one, 75% you lose one."]
    assert again == ["79% to take it; mean losses 1.5 against 1.7."]
    until = texts(weigh(state, "a", "attack ash cedar until 3"))[0]
    assert until.endswith("before you stop; mean losses 1.0 against 1.3.")


def test_behind_an_attack_only_the_form_is_known() -> None:
    state = stand("classic", BOARD | {"cedar": "b2"}, phase="attack", active="a")
    rows = weigh(state, "a", "attack ash cedar; attack cedar gate; attack nowhere gate; claim ash; juggle")
    assert codes(rows)[1:] == [(2, "fine", ""), (3, "error", "unknown_territory"), (4, "fine", ""),
                               (5, "error", "unknown_order")]  # fmt: skip
    assert texts(rows)[1] == ""


@pytest.mark.parametrize("text", ["", "\n;\n", "attack", "place ash x", "trade a b c on"])
def test_whatever_is_written_there_is_an_answer(text: str) -> None:
    for ruleset in ("classic", "simultaneous", "skirmish"):
        board = {"A1": "a2", "C3": "b1", "rest": "-"} if ruleset == "skirmish" else BOARD
        for row in weigh(stand(ruleset, board), "a", text):
            assert row["level"] in ("fine", "warning", "error")


@pytest.mark.parametrize(
    ("ruleset", "before", "order", "sentence"),
    [
        ("classic", {"phase": "draft", "pool": 5}, "place ash 0", "Choose a number from 1 to 5."),
        ("classic", {"phase": "draft", "pool": 1}, "place ash 0", "This number can only be 1 here."),
        ("classic", {"phase": "attack"}, "attack ash cedar dice 4", "Choose a number from 1 to 3."),
        ("classic", {"phase": "attack"}, "attack birch cedar dice 0", "Choose a number from 1 to 2."),
        ("classic", {"phase": "attack"}, "attack ash cedar until 5", "Choose a number from 1 to 4."),
        ("classic", {"phase": "fortify"}, "fortify ash birch 0", "Choose a number from 1 to 4."),
        ("simultaneous", {}, "reinforce ash 0", "Choose a number that is 1 or more."),
        ("simultaneous", {}, "reinforce ash 2000000000", "Choose a number from 1 to 1000000000."),
        ("simultaneous", {}, "truce b 11", "Choose a number from 1 to 10."),
        ("skirmish", {"money": {"a": 7}}, "build A1 0", "Choose a number from 1 to 7."),
        ("skirmish", {}, "attack A1 A2 0", "Choose a number from 1 to 4."),
        ("skirmish", {"phase": "placing"}, "place A1 0", "Choose a number from 1 to 2."),
    ],
)
def test_a_wrong_number_is_refused_with_those_that_are_allowed(
    ruleset: str, before: dict[str, Any], order: str, sentence: str
) -> None:
    board = {"A1": "a4", "C3": "b2", "rest": "-"} if ruleset == "skirmish" else BOARD | {"cedar": "b2", "fir": "c1"}
    turn = {"active": "a"} if ruleset == "classic" else {}
    case = {"game": ruleset, "map": "seven", "seats": "abc", "before": {"board": board, **turn, **before}}
    if ruleset == "skirmish":
        case |= {"map": "grid3x3", "seats": "ab"}
    elif order.startswith("truce"):
        case |= {"options": {"truces": "kept"}}
    state = start(case, Script(()))[0]
    rows = weigh(state, "a", order)
    assert codes(rows) == [(1, "error", "bad_number")] and texts(rows) == [sentence]
    with pytest.raises(Illegal) as refused:
        get_game(ruleset).check(state, "a", order)
    assert refused.value.code == "bad_number" and refused.value.sentence % refused.value.fields == sentence


def test_a_wrong_number_in_a_fight_is_refused_with_those_that_are_allowed() -> None:
    state = stand("classic", BOARD | {"cedar": "b2"}, phase="attack", active="a")
    asked = replace(state, phase="defend", active="b", battle=Battle("ash", "cedar", 3, None))
    assert texts(weigh(asked, "b", "defend 3")) == ["Choose a number from 1 to 2."]
    taken = replace(state, phase="occupy", battle=Battle("ash", "cedar", 3, None))
    assert texts(weigh(taken, "a", "occupy 5")) == ["Choose a number from 3 to 4."]
    with translation.override("ca"):
        error = catch(taken, "occupy 5")
        assert (error.code, str(error)) == ("bad_number", "Tria un nombre entre 3 i 4.")


def catch(state: State, order: str) -> DomainError:
    """Return the domain error of an order that is refused."""
    with pytest.raises(Illegal) as refused:
        get_game("classic").check(state, "a", order)
    return to_domain_error(refused.value, refused.value.code, "")
