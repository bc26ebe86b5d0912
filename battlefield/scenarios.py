"""Scenarios: one round as a JSON object, for tests, tools and other programs (rules §8)."""

import json
from collections.abc import Mapping
from typing import Any

from .formations import Formation
from .orders import IllegalOrder, Order, check
from .pieces import SEATS
from .resolver import resolve
from .rulesets import Ruleset
from .unknown import UnknownRule


class BadScenario(ValueError):
    """A scenario that cannot be read."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


def answer_line(line: str) -> str:
    """Answer one line of text with one line."""
    try:
        scenario = json.loads(line)
    except (ValueError, RecursionError):
        return json.dumps(_error("bad-json", "the line is not JSON"))
    return json.dumps(answer(scenario), ensure_ascii=False)


def answer(scenario: Any) -> dict[str, Any]:
    """Resolve a scenario: return the formation after it, takes, fallen and trace; or an error."""
    try:
        formation, orders, ruleset = _read(scenario)
    except IllegalOrder as error:
        return _error(error.refusal, str(error), seat=error.seat, order=error.text)
    except (BadScenario, UnknownRule) as error:
        return _error(error.code, str(error))
    resolution = resolve(formation, orders, ruleset)
    after = resolution.formation
    return {
        "formation": str(after),
        "items": {str(tile): str(item) for tile, item in after.items.items()},
        "takes": [str(take) for take in resolution.takes],
        "fallen": list(resolution.fallen),
        "trace": list(resolution.trace),
    }


def _error(code: str, message: str, **details: str) -> dict[str, Any]:
    return {"error": {"code": str(code)} | details | {"message": message}}


def _read(scenario: Any) -> tuple[Formation, list[Order], Ruleset]:
    if not isinstance(scenario, dict) or not isinstance(scenario.get("formation"), str):
        raise BadScenario("bad-scenario", "a scenario is an object with a formation")
    formation = _formation(scenario["formation"], scenario.get("items") or {})
    rules = scenario.get("rules") or {}
    if not isinstance(rules, dict):
        raise BadScenario("bad-scenario", "rules is an object")
    ruleset = Ruleset.of(rules)
    return formation, _orders(formation, scenario.get("orders") or [], ruleset), ruleset


def _formation(diagram: str, items: Any) -> Formation:
    if not isinstance(items, Mapping) or not all(isinstance(item, str) for item in items.values()):
        raise BadScenario("bad-items", "items is an object of tiles and items")
    try:
        return Formation.read(diagram, items)
    except ValueError as error:
        raise BadScenario("bad-diagram", str(error)) from error


def _orders(formation: Formation, value: Any, ruleset: Ruleset) -> list[Order]:
    if not isinstance(value, list) or not all(_is_order(entry) for entry in value):
        raise BadScenario("bad-orders", "orders is a list of [seat, text]")
    if len({seat for seat, _ in value}) != len(value):
        raise BadScenario("bad-orders", "a seat has one order")
    orders = []
    for seat, text in value:
        order = Order.read(seat, text)
        check(formation, order, ruleset.path)
        orders.append(order)
    return orders


def _is_order(entry: Any) -> bool:
    return (
        isinstance(entry, list)
        and len(entry) == 2
        and all(isinstance(part, str) for part in entry)
        and len(entry[0]) == 1
        and entry[0] in SEATS
    )
