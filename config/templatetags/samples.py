"""A battle to look at where there is none: for the page of style. Played by the same resolver as every other."""

from functools import cache
from typing import Any

from django import template

from battlefield import battles, game
from battlefield.formations import Formation
from battlefield.rulesets import Ruleset

register = template.Library()
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
FIRST_EXAMPLE = Formation.read("""
+---+---+---+---+---+
|   | b |   |   |   |
+---+---+---+---+---+
|   |   | b |   |   |
+---+---+---+---+---+
| c2|   |   |   |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   |   | a3|   |   |
+---+---+---+---+---+
""")


def played(formation: Formation, rules: dict[str, Any], orders: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    battle = battles.begin(formation, Ruleset.of(rules))
    after, events = game.resolve(battle, orders, "")
    return {"number": 1, "before": game.view(battle), "orders": [list(order) for order in orders], "events": events,
            "after": game.view(after), "after_battle": after}


@register.simple_tag
@cache
def sample_battle() -> dict[str, Any]:
    """A cross of four after its first round, as seat a sees it."""
    shown = played(PRACTICE, {"conflict": "bounce"}, ORDERS)
    legal = game.legal(shown.pop("after_battle"), "a")
    pieces = [piece["seat"] for piece in shown["after"]["pieces"]]
    seats = [
        {"seat": seat, "emperor": emperor, "dynasty": dynasty, "ready": seat in "bd", "pieces": pieces.count(seat)}
        for seat, (emperor, dynasty) in NAMES.items()
    ]
    you = {"seat": "a", "order": None, "receipt": None, "legal": legal}
    return {"position": shown["after"], "seats": seats, "rounds": [shown], "you": you}


@register.simple_tag
@cache
def sample_example() -> dict[str, Any]:
    """The first worked example of the rules: a take whose spring passes over a newcomer."""
    round_ = played(FIRST_EXAMPLE, {"conflict": "bounce"}, (("a", "C5-C2"), ("b", "B1-A1"), ("c", "A3-C3")))
    del round_["after_battle"]
    return {"position": round_["after"], "rounds": [round_]}
