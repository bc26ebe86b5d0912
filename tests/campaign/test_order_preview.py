"""A submission while it is being written: a finding for each line, and the odds of each attack."""

from typing import Any

import pytest

from campaign.cases import start
from campaign.chance import Script
from campaign.order_preview import weigh
from campaign.state import State

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
