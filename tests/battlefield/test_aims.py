"""What a battle is fought for, as it is said to one seat."""

from dataclasses import replace

import pytest

from battlefield import aims, battles, fields
from battlefield.goals import GOALS
from battlefield.marks import Sentence
from battlefield.rulesets import Ruleset


def begin(field: str, *goals: str, **rules: object) -> battles.Battle:
    return battles.begin(fields.load(field), Ruleset.of({"goals": list(goals) or ["last_emperor"], **rules}))


def fill(sentence: Sentence | None) -> str:
    return sentence[0] % sentence[1] if sentence else ""


def list_texts(battle: battles.Battle, seat: str | None) -> list[tuple[str, str]]:
    return [(fill(words), fill(progress)) for words, progress in aims.list_aims(battle, seat)]


def test_in_a_duel_the_other_emperor_is_named() -> None:
    assert list_texts(begin("duel-2"), "a") == [("Take b’s Emperor.", "")]
    assert list_texts(begin("duel-2"), None) == [("The last Emperor standing wins.", "")]


def test_of_several_emperors_it_is_said_how_many_are_left() -> None:
    battle = replace(begin("cross-4"), fallen={"b": 2})
    assert list_texts(battle, "a") == [("Be the last Emperor standing.", "3 of 4 left")]


def test_the_way_to_a_target_is_measured() -> None:
    words, progress = list_texts(begin("bridge-2", "cross"), "a")[0]
    assert words == "Reach J1, J2, J4, J5 with your Emperor."
    assert progress == "distance 10"


def test_rounds_to_survive_are_counted_down() -> None:
    battle = replace(begin("cross-4", "survive(20,3)"), number=7)
    assert list_texts(battle, "a") == [
        ("Have more than 3 pieces after round 20.", "14 to go, you have 5"),
    ]


def test_a_limit_is_said_when_it_was_set_or_is_near() -> None:
    assert list_texts(begin("duel-2", max_rounds=20), "a")[1] == (
        "Most pieces after round 20 wins.",
        "20 to go",
    )
    assert list_texts(replace(begin("duel-2"), quiet=35), "a")[1] == (
        "Without a capture the most pieces win.",
        "5 to go",
    )


def test_it_is_said_who_holds_the_throne_and_how_long() -> None:
    battle = begin("terrace-2", "throne(4)", collectors="all")
    words, progress = list_texts(replace(battle, reign=("b", 2)), "a")[0]
    assert words == "Hold the throne on D4 for 4 rounds in a row, with any piece."
    assert progress == "b: 2 of 4"
    assert list_texts(begin("terrace-2", "throne(4)"), "a")[0] == (
        "Hold the throne on D4 for 4 rounds in a row, with your Emperor.",
        "",
    )


@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_is_said_to_everybody(goal: str) -> None:
    field = {"treasure": "delta-3", "throne": "duel-2"}.get(goal, "bridge-2")
    for seat in ("a", None):
        assert all(words for words, _progress in list_texts(begin(field, goal), seat))
