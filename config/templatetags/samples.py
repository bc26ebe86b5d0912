"""A sample battle for the style page, resolved like every other."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django import template

from battlefield import battles, game
from battlefield.formations import Formation
from battlefield.rulesets import Ruleset
from battlefield.traces import Step
from tournaments.lab.examples import EXAMPLES, play_example

register = template.Library()
View = dict[str, Any]
NAMES = {"a": ("Yongle", "Ming"), "b": ("Kangxi", "Qing"), "c": ("Theodora", "Makedon"), "d": ("Pachacuti", "Inca")}
ORDERS = (("a", "C2-C4"), ("b", "F4-D4"), ("c", "D5-D4"), ("d", "B3-C3"))
PRACTICE = Formation.read("""
            +---+
            |(a)|
    +---+---+---+---+---+
    |   | a3| a2| a |   |
    +---+---+---+---+---+
    | d |   |   |   | b |
+---+---+---+---+---+---+---+
|(d)| d3| d |   | b | b2|(b)|
+---+---+---+---+---+---+---+
    | d |(x)| c |[b]| b |
    +---+---+---+---+---+
    |   | c2| c | c |   |
    +---+---+---+---+---+
            |(c)|
            +---+
""")


@register.simple_tag
@cache
def sample_battle() -> dict[str, Any]:
    """Return a cross of four after its first round, as seat a sees it."""
    battle = battles.begin(PRACTICE, Ruleset.of({"conflict": "bounce"}))
    after, events = game.resolve(battle, ORDERS, "")
    shown = build_round(game.view(battle), ORDERS, events, game.view(after))
    pieces = [piece["seat"] for piece in shown["after"]["pieces"]]
    seats = [
        {"seat": seat, "emperor": emperor, "dynasty": dynasty, "ready": seat in "bd", "pieces": pieces.count(seat)}
        for seat, (emperor, dynasty) in NAMES.items()
    ]
    you = {"seat": "a", "order": None, "receipt": None, "legal": game.legal(after, "a")}
    return {"position": shown["after"], "seats": seats, "rounds": [shown], "you": you}


@register.simple_tag
@cache
def sample_example() -> dict[str, Any]:
    """Return the first worked example of the rules."""
    example = EXAMPLES[0]
    before, after, events = play_example(example)
    return {"position": after, "rounds": [build_round(before, example.orders, events, after)]}


def build_round(before: View, orders: Iterable[tuple[str, str]], events: list[Step], after: View) -> View:
    """Return a round as the board replays it."""
    return {"number": 1, "before": before, "orders": [list(order) for order in orders], "events": events,
            "after": after}  # fmt: skip
