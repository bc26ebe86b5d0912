"""Why each piece is where it is: the stories end where the pieces stand, for every case and at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from battlefield import Formation, Order, Ruleset, begin, game, resolve
from battlefield.reasons import REASONS, Story, of_round
from battlefield.scenarios import answer
from tests.battlefield.any_scenario import any_scenario
from tests.battlefield.case_file import Case, all_cases

ROUNDS = [case for case in all_cases() if not case.is_battle and "error" not in case.fields]


def stories(scenario: dict[str, Any]) -> tuple[list[Story], dict[str, Any], dict[str, Any]]:
    """Return the stories of one round, and its views before and after."""
    rules = Ruleset.of(scenario["rules"])
    formation = Formation.read(scenario["formation"], scenario.get("items"))
    resolution = resolve(formation, [Order.read(*each) for each in scenario["orders"]], rules)
    before = view(formation)
    return of_round(before, resolution.trace, rules.as_json()), before, view(resolution.formation)


def view(formation: Formation) -> dict[str, Any]:
    return {
        "pieces": [
            {"tile": str(tile), "seat": piece.seat, "kind": str(piece.kind)}
            for tile, piece in sorted(formation.pieces.items())
        ]
    }


def ends_where_it_stands(scenario: dict[str, Any]) -> None:
    reasons, before, after = stories(scenario)
    assert [story.home for story in reasons] == [piece["tile"] for piece in before["pieces"]]
    assert sorted(story.at for story in reasons if story.at) == sorted(piece["tile"] for piece in after["pieces"])
    for story in reasons:
        assert story.sentences
        for message, fields in story.sentences:
            assert message % fields


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case.number)
def test_every_case_is_explained_to_where_the_pieces_stand(case: Case) -> None:
    ends_where_it_stands(case.scenario)


@pytest.mark.parametrize("seed", range(60))
def test_any_round_is(seed: int) -> None:
    scenario = any_scenario(Random(seed))
    if "error" not in answer(scenario):
        ends_where_it_stands(scenario)


def test_every_reason_is_given_in_some_case() -> None:
    reasons = [story for case in ROUNDS for story in stories(case.scenario)[0]]
    texts = {message for story in reasons for message, _ in story.sentences}
    known = {name for name, message in REASONS.items() if message in texts}
    assert set(REASONS) - known == {"abdicated"}, "which no single round shows, but a battle"


def test_abdication_is_explained() -> None:
    battle = begin(Formation.read("+---+---+\n|(a)|(b)|\n+---+---+"), Ruleset())
    _, events = game.resolve(battle, [("a", "abdicate")], "")
    reasons = {story.home: story for story in of_round(game.view(battle), events, battle.ruleset.as_json())}
    assert reasons["A1"].at is None
    assert REASONS["abdicated"] in [message for message, _ in reasons["A1"].sentences]


def test_the_first_worked_example() -> None:
    case = next(case for case in ROUNDS if case.number == "11.01")
    sentences = {
        each.home: [message % fields for message, fields in each.sentences] for each in stories(case.scenario)[0]
    }
    assert sentences["C5"] == [
        "It was ordered to C2.",
        "On C2 it captures a pawn of b, which changes sides and stays there.",
        "It springs back over C3, which others hold, to C4.",
        "Nothing else claims C4 any more: it moves there.",
    ]
    assert sentences["C2"] == ["The piece from C5 captures it on C2: it belongs to a now."]
