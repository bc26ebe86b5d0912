"""The story of a round: short, the most important first, and true."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from battlefield import Formation, Order, Ruleset, game, resolve
from battlefield.highlights import IMPORTANCE, MAX_SENTENCES, STORY, narrate_round
from battlefield.marks import Sentence
from battlefield.pieces import SEATS
from battlefield.scenarios import answer
from tests.battlefield.any_scenario import any_scenario

DUEL = "+---+---+---+\n|(a)| a | b |\n+---+---+---+\n|   |   |(b)|\n+---+---+---+"


def tell(scenario: Mapping[str, Any], reader: str = "") -> tuple[list[Sentence], Any, Formation]:
    """Return the story of one round, its resolution, and the formation before it."""
    rules = Ruleset.of(scenario["rules"])
    before = Formation.read(scenario["formation"], scenario.get("items"))
    resolution = resolve(before, [Order.read(*each) for each in scenario["orders"]], rules)
    views = [game.view(begin_at(formation, rules)) for formation in (before, resolution.formation)]
    return narrate_round(*views, resolution.trace, rules.path, [], reader), resolution, before


def begin_at(formation: Formation, rules: Ruleset) -> Any:
    """Return a battle on the formation that is good for looking at it alone."""
    return game.Battle(formation, rules, tuple(sorted({piece.seat for piece in formation.pieces.values()})), {}, {})


def name_of(sentence: Sentence) -> str:
    return next(name for name, message in STORY.items() if message == sentence[0])


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        ([("a", "B1-C1")], "a’s pawn captures b’s pawn on C1, which changes sides."),
        ([("a", "A1-A2")], "No piece meets another in this round."),
        ([("a", "B1-B2"), ("b", "C2-B2")], "a and b collide on B2, and both turn back."),
    ],
)
def test_what_happened_is_told_first(orders: list[tuple[str, str]], expected: str) -> None:
    found, _, _ = tell({"formation": DUEL, "rules": {}, "orders": orders})
    found = [sentence for sentence in found if not name_of(sentence).startswith("threat")] or [(STORY["quiet"], {})]
    assert found[0][0] % found[0][1] == expected


@pytest.mark.parametrize("seed", range(120))
def test_any_story_is_short_sorted_and_tells_every_capture_of_an_emperor(seed: int) -> None:
    scenario = any_scenario(Random(seed))
    if "error" in answer(scenario):
        return
    found, resolution, _ = tell(scenario)
    names = [name_of(sentence) for sentence in found]
    assert 0 < len(found) <= MAX_SENTENCES and names == sorted(names, key=IMPORTANCE.__getitem__)
    assert all(message % fields for message, fields in found)
    captured = sum(step["kind"] == "took" and step["emperor"] for step in resolution.trace)
    assert min(captured, MAX_SENTENCES) == sum(name.startswith("emperor-") for name in names)
    assert ("quiet" in names) == (names == ["quiet"])


@pytest.mark.parametrize("seed", range(120))
def test_a_threat_is_an_order_that_would_be_legal(seed: int) -> None:
    scenario = any_scenario(Random(seed))
    if "error" in answer(scenario):
        return
    found, resolution, _ = tell(scenario)
    after, path = resolution.formation, Ruleset.of(scenario["rules"]).path
    reach = {
        str(goal): piece.seat
        for tile, piece in after.pieces.items()
        for goal in legal(after, piece.seat, path).get(tile, [])
    }
    threatened = {str(tile) for seat in SEATS for tile in after.emperors(seat) if str(tile) in reach}
    texts = {fields["at"] for sentence in found if name_of(sentence).startswith("threat") for fields in [sentence[1]]}
    assert texts <= threatened and (texts == threatened or len(found) == MAX_SENTENCES)


def legal(formation: Formation, seat: str, path: str) -> Mapping[Any, Any]:
    from battlefield.orders import legal_orders

    return legal_orders(formation, seat, path)


@pytest.mark.parametrize(
    ("reader", "orders", "expected"),
    [
        ("a", [("a", "B1-C1")], "Your pawn captures b’s pawn on C1: it now fights for you."),
        ("b", [("a", "B1-C1")], "a’s pawn captures your pawn on C1, which changes sides."),
        ("b", [("a", "B1-B2"), ("b", "C2-B2")], "Your piece and a’s collide on B2, and both turn back."),
        ("a", [("a", "A1-A2")], "Your piece goes from A1 to A2."),
        ("b", [("a", "A1-A2")], "No piece meets another in this round."),
    ],
)
def test_the_reader_is_spoken_to(reader: str, orders: list[tuple[str, str]], expected: str) -> None:
    found, _, _ = tell({"formation": DUEL, "rules": {}, "orders": orders}, reader)
    texts = [message % fields for message, fields in found if "can reach" not in message]
    assert (texts or [STORY["quiet"]])[0] == expected


def test_what_concerns_the_reader_comes_first() -> None:
    formation = "+---+---+---+---+\n|(a)| a | b |(b)|\n+---+---+---+---+\n|(c)| c | d |(d)|\n+---+---+---+---+"
    scenario = {"formation": formation, "rules": {}, "orders": [("a", "B1-C1"), ("c", "B2-C2")]}
    assert list(tell(scenario, "d")[0][0][1].values())[:2] == ["c", "d"]
    assert list(tell(scenario, "b")[0][0][1].values())[:2] == ["a", "b"]
