"""The goal `throne` beyond its cases: kept with the battle, written into records, told in words."""

import json

import pytest

from battlefield import Ruleset, begin, game, play, reasons, words
from battlefield.battles import Battle, UnfitBoard
from battlefield.compact import read as read_compact
from battlefield.goals import goal_numbers, read_goal
from battlefield.records import of, read, read_board
from battlefield.unknown import UnknownRule

DIAGRAM = """
+---+---+---+
|(a)| a |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   | b |(b)|
+---+---+---+
"""


def opening(rules: str = "goals=throne(2)", named: str = "") -> Battle:
    return begin(read_board(DIAGRAM + named), Ruleset.read(rules))


def test_a_stored_battle_goes_on_as_it_would_have() -> None:
    battle, _ = play(opening(), [("a", "A1-A2")])
    battle, _ = play(battle, [("a", "A2-B2")])
    assert battle.reign == ("a", 1)
    stored = game.read(json.loads(json.dumps(game.write(battle))))
    after, _ = play(stored, [])
    assert str(after.outcome) == "a"
    assert game.write(stored) == game.write(battle)


def test_battles_without_the_goal_are_stored_as_before() -> None:
    battle = opening("goals=last_emperor", "throne: A2\n")
    assert battle.throne is None
    assert not {"throne", "reign"} & (set(game.write(battle)) | set(game.view(battle)))
    assert game.read(game.write(battle)).reign == ("", 0)


def test_a_record_names_the_throne_and_replays() -> None:
    rounds = [[("a", "A1-A2")], [("a", "-")]]
    record = of({}, opening(named="throne: A2\n"), rounds, "a")
    assert "throne: A2" in str(record)
    assert read(str(record)).replay()[-1][0].outcome == record.replay()[-1][0].outcome


def test_the_throne_must_be_on_the_board() -> None:
    with pytest.raises(ValueError, match="throne"):
        opening(named="throne: F9\n")
    with pytest.raises(UnfitBoard) as refused:
        begin(read_compact("A_/_B"), Ruleset(goals=("throne",)))
    assert refused.value.code == "no-throne"


def test_a_reign_of_no_rounds_is_refused() -> None:
    with pytest.raises(UnknownRule):
        read_goal("throne(0)")
    assert goal_numbers("throne") == (3,)


def test_a_reign_is_in_the_trace_and_told() -> None:
    battle, resolution = play(opening(named="throne: A2\n"), [("a", "A1-A2")])
    step = resolution.trace[-1]
    assert step == {"repetition": 0, "phase": 0, "kind": "reigned", "seat": "a", "at": "A2", "rounds": 1}
    assert words.of_step(step)[0] == words.STEPS["reigned"]
    told = game.event_story(game.view(opening(named="throne: A2\n")), game.view(battle), resolution.trace,
                            battle.ruleset.as_json(), [])  # fmt: skip
    assert words.STEPS["reigned"] in [sentence for sentence, _ in told]
    assert reasons.of_round(game.view(opening(named="throne: A2\n")), resolution.trace, battle.ruleset.as_json())


def test_the_words_of_the_rules_say_how_long() -> None:
    sentence, numbers = words.of_ruleset(Ruleset(goals=("throne(4)",), collectors="all"))[0]
    assert "4 rounds" in sentence % numbers
    assert "any piece" in sentence


def test_who_resigns_holds_the_throne_no_longer() -> None:
    battle, _ = play(opening("goals=throne(2)", "throne: A2\n"), [("a", "A1-A2")])
    battle, _ = play(battle, [("a", "abdicate")])
    assert battle.reign == ("", 0)
    assert str(battle.outcome) == "b"
