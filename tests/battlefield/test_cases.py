"""The case file, case by case: the engine, and the second reading, must come to what is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from battlefield import BadRecord, Board, Formation, IllegalOrder, Ruleset, Tile, begin, play
from battlefield.battles import Battle, UnfitBoard, prioritise
from battlefield.goals import GOALS, read_goal
from battlefield.orders import Refusal
from battlefield.records import of, read
from battlefield.rulesets import CHOICES, LIMITS
from battlefield.scenarios import answer
from battlefield.traces import line
from tests.battlefield import second_reading
from tests.battlefield.case_file import Case, all_cases, read_orders

CASES = all_cases()
ROUNDS = [case for case in CASES if not case.is_battle]
BATTLES = [case for case in CASES if case.is_battle]


def parametrize(cases: list[Case]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=lambda case: f"{case.number} {case.title}")


def read_items(case: Case, drawing: str) -> dict[str, str]:
    """Return every item after the round: those that are drawn, and those listed as lying under pieces."""
    _, _, drawn = second_reading.read_diagram(drawing)
    return {second_reading.name_of(tile): item for tile, item in drawn.items()} | case.things("items after")


def build_answer(case: Case) -> dict[str, Any]:
    if "error" in case.fields:
        code, seat = case.fields["error"].split()
        return {"error": {"code": code, "seat": seat, "order": dict(case.orders)[seat]}}
    return {
        "formation": case.after,
        "items": read_items(case, case.after),
        "takes": case.list_field("takes"),
        "fallen": case.fields.get("fallen", "").split(),
    }


def list_steps(steps: list[dict[str, Any]]) -> list[str]:
    """Return the trace as the case file has it: without the orders, in the order of phases."""
    return sorted(line(step) for step in steps if step["kind"] not in ("ordered", "held"))


@parametrize(ROUNDS)
def test_the_engine(case: Case) -> None:
    found = answer(case.scenario)
    trace = list_steps(found.pop("trace", []))
    if "error" in found:
        assert found["error"].pop("message")
    assert found == build_answer(case)
    assert trace == sorted(case.trace)


@parametrize(ROUNDS)
def test_the_second_reading(case: Case) -> None:
    assert second_reading.answer(case.scenario) == build_answer(case)


def opening(case: Case) -> Battle:
    formation = Formation.read(case.before, case.things())
    targets = {seat: frozenset(map(Tile.read, tiles.split())) for seat, tiles in case.things("targets").items()}
    throne = Tile.read(case.fields["throne"]) if "throne" in case.fields else None
    board = Board(formation.board.tiles, targets, throne)
    return begin(Formation(board, formation.pieces, formation.items), Ruleset.of(case.rules))


def second_opinion(battle: Battle, orders: list[tuple[str, str]]) -> dict[str, Any]:
    """Return what the second reading makes of the round that is open."""
    rules = {rule: getattr(battle.ruleset, rule) for rule in second_reading.DEFAULTS}
    items = {str(tile): str(item) for tile, item in battle.formation.items.items()}
    scenario = {"formation": str(battle.formation), "items": items, "rules": rules, "orders": orders}
    return second_reading.answer(scenario)


def pairs(text: str) -> list[tuple[str, str]]:
    return [(seat, order) for seat, order in read_orders(text)]


def play_round(battle: Battle, text: str) -> Battle:
    orders = pairs(text)
    after, _ = play(battle, orders)
    if "abdicate" not in text:
        assert second_opinion(battle, prioritise(battle, orders))["formation"] == str(after.formation)
    return after


def play_case(case: Case) -> Battle:
    battle = opening(case)
    for text in case.rounds:
        assert battle.outcome is None, "the battle is over before its last round"
        battle = play_round(battle, text)
    return battle


@parametrize([case for case in BATTLES if "error" not in case.fields])
def test_a_battle(case: Case) -> None:
    battle = play_case(case)
    assert str(battle.formation) == case.after
    assert {str(tile): str(item) for tile, item in battle.formation.items.items()} == read_items(case, case.after)
    assert sorted(battle.fallen) == case.fields.get("fallen", "").split()
    assert str(battle.outcome or "*") == case.fields["result"]
    assert (battle.outcome.by if battle.outcome else "") == case.fields.get("by", "")


@parametrize([case for case in BATTLES if "error" in case.fields])
def test_a_refused_battle(case: Case) -> None:
    code, *seat = case.fields["error"].split()
    if seat:
        with pytest.raises(IllegalOrder) as error:
            play_case(case)
        assert (error.value.refusal, error.value.seat) == (code, seat[0])
    else:
        with pytest.raises(UnfitBoard) as unfit:
            opening(case)
        assert unfit.value.code == code


@parametrize([case for case in BATTLES if "error" not in case.fields])
def test_a_battle_as_a_record(case: Case) -> None:
    """Write down every battle of the case file, read it again, and compare how it ends."""
    record = of(
        {"Battle": case.title},
        opening(case),
        [pairs(text) for text in case.rounds],
        case.fields["result"],
    )
    again = read(str(record))
    assert str(again) == str(record)
    assert str(again.replay()[-1][0].formation) == case.after


def test_a_record_with_another_result_is_refused() -> None:
    case = next(case for case in BATTLES if case.fields.get("result") == "a" and len(case.rounds) == 1)
    record = of({}, opening(case), [pairs(text) for text in case.rounds], "b")
    with pytest.raises(BadRecord, match="comes to a"):
        read(str(record))


def test_numbers_are_in_order() -> None:
    counted: dict[str, int] = {}
    for case in CASES:
        theme, number = case.number.split(".")
        counted[theme] = counted.get(theme, 0) + 1
        assert int(number) == counted[theme]
    assert list(map(int, counted)) == list(range(1, len(counted) + 1))


def test_titles_differ() -> None:
    titles = [case.title for case in CASES]
    assert sorted(titles) == sorted(set(titles))


def list_settings() -> set[tuple[str, Any]]:
    """Return every rule and value that a case names."""
    return {(rule, value) for case in CASES for rule, value in case.rules.items() if rule != "goals"}


@pytest.mark.parametrize(("rule", "value"), [(rule, value) for rule, known in CHOICES.items() for value in known])
def test_every_value_has_a_case(rule: str, value: Any) -> None:
    assert (rule, value) in list_settings()


@pytest.mark.parametrize("limit", LIMITS)
def test_every_limit_has_a_case(limit: str) -> None:
    assert limit in {case.fields.get("by") for case in CASES}


@pytest.mark.parametrize("error", Refusal)
def test_every_refusal_has_a_case(error: Refusal) -> None:
    assert error in {case.fields.get("error", "").split(" ")[0] for case in CASES}


@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_has_a_case_that_meets_it(goal: str) -> None:
    assert goal in {case.fields.get("by") for case in CASES}


@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_has_a_case_that_misses_it(goal: str) -> None:
    def asks(case: Case) -> bool:
        return goal in {read_goal(text)[0] for text in case.rules.get("goals", ["last_emperor"])}

    assert any(asks(case) and case.fields.get("result") == "*" for case in BATTLES)
