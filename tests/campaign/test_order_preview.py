"""A submission while it is being written: a finding for each line, and the odds of each attack."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from campaign.atlas import build
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


def test_a_set_of_cards_says_what_it_brings() -> None:
    hand = {"a": ["ash", "birch", "cedar", "dale"]}
    turn = {"active": "a", "order": ["a", "b"], "phase": "draft", "pool": 3, "hands": hand}
    rows = weigh(stand("classic", BOARD, **turn), "a", "trade ash birch cedar\ntrade dale ash birch")
    assert texts(rows)[0] == "Brings 10 armies." and rows[1]["level"] == "error"


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


@pytest.mark.parametrize(
    ("ruleset", "before", "order", "code", "sentence"),
    [
        (
            "classic",
            {"phase": "draft", "pool": 5},
            "place ash 6",
            "too_many",
            "You do not have that many armies available: 5 at most.",
        ),
        ("classic", {"phase": "draft", "pool": 0}, "place ash 1", "too_many", "You have no armies available for this."),
        (
            "classic",
            {"phase": "fortify"},
            "fortify ash birch 5",
            "too_many",
            "You do not have that many armies available: 4 at most.",
        ),
        ("classic", {"phase": "fortify"}, "fortify elm ash 1", "too_many", "You have no armies available for this."),
        (
            "simultaneous",
            {"options": {"min_bid": 3}},
            "colonize dale 2",
            "bid_too_low",
            "The bid is too low: the least one is 3.",
        ),
        (
            "skirmish",
            {"phase": "placing"},
            "place A1 3",
            "too_many",
            "You do not have that many armies available: 2 at most.",
        ),
        ("skirmish", {}, "attack A1 A2 5", "too_many", "Not that many armies can leave A1: 4 at most."),
        ("skirmish", {}, "attack A1 A2 3; move A1 B1 2", "too_many", "Not that many armies can leave A1: 4 at most."),
        ("skirmish", {}, "move B1 A1 1", "too_many", "There are no armies in B1 that could leave it."),
        (
            "skirmish",
            {"money": {"a": 3}},
            "build A1 4",
            "not_enough_money",
            "You do not have enough coins for all your orders: they cost 4, and you have 3.",
        ),
    ],
)
def test_too_much_or_too_little_is_refused_with_what_is_possible(
    ruleset: str, before: dict[str, Any], order: str, code: str, sentence: str
) -> None:
    skirmish = {"A1": "a4", "B1": "a0", "C3": "b2", "rest": "-"}
    board = skirmish if ruleset == "skirmish" else BOARD | {"cedar": "b2", "dale": "-", "elm": "a1"}
    case: dict[str, Any] = {"game": ruleset, "map": "seven", "seats": "ab", "options": before.get("options", {})}
    case["before"] = {"board": board} | {name: value for name, value in before.items() if name != "options"}
    if ruleset == "skirmish":
        case["map"] = "grid3x3"
    if ruleset == "classic":
        case |= {"seats": "abc", "options": {"fortify": "connected"}}
        case["before"] |= {"active": "a", "board": board | {"fir": "c1", "birch": "a3", "gate": "a4"}}
    state = start(case, Script(()))[0]
    rows = weigh(state, "a", order)
    assert (rows[-1]["code"], texts(rows)[-1]) == (code, sentence)
    with pytest.raises(Illegal) as refused:
        get_game(ruleset).check(state, "a", order)
    error = to_domain_error(refused.value, refused.value.code, "")
    assert (error.code, str(error)) == (code, sentence)


def test_the_field_that_too_many_leave_is_named_in_the_readers_language() -> None:
    board = {"northern_europe": "a2", "great_britain": "a1", "alaska": "b1", "rest": "-"}
    case = {"game": "skirmish", "map": "world", "seats": "ab", "before": {"board": board}}
    state = start(case, Script(()))[0]
    with pytest.raises(Illegal) as refused:
        get_game("skirmish").check(state, "a", "move northern_europe great_britain 3")
    with translation.override("es"):
        assert "Europa del Norte" in str(to_domain_error(refused.value, refused.value.code, ""))


@pytest.mark.parametrize(
    ("ruleset", "before"),
    [("classic", {"phase": "draft", "pool": 5, "active": "a"}), ("simultaneous", {}), ("skirmish", {})],
)
@pytest.mark.parametrize("leave", ["resign", "flip", "Resign"])
def test_who_leaves_gives_no_other_order(ruleset: str, before: dict[str, Any], leave: str) -> None:
    board = {"A1": "a4", "C3": "b2", "rest": "-"} if ruleset == "skirmish" else BOARD | {"cedar": "b2"}
    state = stand(ruleset, board, **before)
    other = "place ash 1" if ruleset == "classic" else "nop"
    for order, line in ((f"{leave}; {other}", 1), (f"{other}\n{leave}", 2)):
        assert (line, "error", "stands_alone") in codes(weigh(state, "a", order))
        with pytest.raises(Illegal) as refused:
            get_game(ruleset).check(state, "a", order)
        assert refused.value.code == "stands_alone"


@pytest.mark.parametrize("order", ["resign;", " Resign ", ";resign\n"])
def test_a_lone_order_is_alone_whatever_separates_it_from_nothing(order: str) -> None:
    assert get_game("simultaneous").check(stand("simultaneous", BOARD), "a", order) == "resign"


@pytest.mark.parametrize("ruleset", ["classic", "simultaneous"])
def test_more_lines_than_can_be_sent_are_refused_with_their_number(ruleset: str) -> None:
    state = stand(
        ruleset, BOARD | {"cedar": "b2"}, **({"phase": "draft", "active": "a"} if ruleset == "classic" else {})
    )
    text = "\n".join(["nop"] * 201)
    sentence = "You can send at most 200 lines at once; these are 201."
    rows = weigh(state, "a", text)
    assert codes(rows) == [(None, "error", "too_many_lines")] and texts(rows) == [sentence]
    with pytest.raises(Illegal) as refused:
        get_game(ruleset).check(state, "a", text)
    assert refused.value.code == "too_many_lines" and refused.value.sentence % refused.value.fields == sentence


@pytest.mark.parametrize(
    ("ruleset", "order", "stored"),
    [
        ("simultaneous", "Reinforce Ash 2; MOVE ASH Birch 1", "reinforce ash 2; move ash birch 1"),
        ("skirmish", "Build a1 1\nAttack a1 B1 2", "build A1 1; attack A1 B1 2"),
        ("classic", "Place GATE 5; Done; Attack Gate Cedar UNTIL 1", "place gate 5; done; attack gate cedar until 1"),
    ],
)
def test_names_may_be_written_in_any_case(ruleset: str, order: str, stored: str) -> None:
    before = {"reserve": {"a": 5}} if ruleset == "simultaneous" else {"money": {"a": 5}}
    if ruleset == "classic":
        before = {"phase": "draft", "pool": 5, "active": "a"}
    board = {"A1": "a4", "C3": "b2", "rest": "-"} if ruleset == "skirmish" else BOARD | {"cedar": "b2"}
    state = stand(ruleset, board, **before)
    assert {row["level"] for row in weigh(state, "a", order)} == {"fine"}
    assert get_game(ruleset).check(state, "a", order) == stored


def test_a_name_that_could_mean_two_territories_is_not_guessed() -> None:
    ids = ("Ford", "ford", "Mill")
    data = {
        "territories": [{"id": each} for each in ids],
        "routes": [{"a": "Ford", "b": "ford"}, {"a": "ford", "b": "Mill"}],
    }
    assert [build(data, data).spell(word) for word in ("ford", "Ford", "FORD", "mill")] == [
        "ford",
        "Ford",
        "FORD",
        "Mill",
    ]


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
