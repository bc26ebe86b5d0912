"""How much each feature of a field weighs, in the order of `fast.evaluation.FEATURES`, by family of rules.

`players.learning` wrote the numbers, which lie in `learned.json` beside the command, the size of the data and the
errors that it measured. They tell how likely a seat is to win. What wins more battles is not quite the same:
`players.tuning` found how much more or less the best level weighs each feature (`tuned.json`).
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from battlefield import Battle
from battlefield.rulesets import Ruleset

from .families import find_family, measure_stage
from .fast.evaluation import COUNT, FEATURES

MANY = 5
"""Shares of so many fighting seats and of more are trusted alike."""
FILE = Path(__file__).with_name("learned.json")
TUNED = Path(__file__).with_name("tuned.json")


@cache
def load() -> dict[str, Any]:
    """Return what was learned: by number of seats ("two", "more") and family, weights at the start and later on."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def get_weights(battle: Battle) -> tuple[float, ...]:
    """Return the weights for a battle: those of its rules and its number of seats, blended by how far it has come."""
    return blend(battle.ruleset, len(battle.seats), measure_stage(battle))


def blend(ruleset: Ruleset, seats: int, stage: float) -> tuple[float, ...]:
    """Return the weights for these rules with so many seats at a stage from 0 to 1."""
    learned = load()["weights"]["two" if seats == 2 else "more"][find_family(ruleset)]
    return tuple(first + stage * change for first, change in zip(learned["start"], learned["change"], strict=True))


@cache
def load_tuned() -> dict[str, Any]:
    """Return what was tuned for battles of two: by family, how much more than was learned each feature weighs."""
    found: dict[str, Any] = json.loads(TUNED.read_text(encoding="utf-8"))
    return found


def get_tuned(ruleset: Ruleset) -> Mapping[str, float]:
    """Return by feature how much more it weighs under these rules to who wants to win, and not to tell chances."""
    tuned: dict[str, float] = load_tuned()["weights"][find_family(ruleset)]
    return tuned


def lean(weights: tuple[float, ...], seats: int, seat: int, leaning: Mapping[str, float]) -> tuple[float, ...]:
    """Return the weights of each seat in turn: those given, and for one seat some features more or less."""
    found = list(weights) * (seats * COUNT // len(weights))
    for feature, weight in leaning.items():
        found[seat * COUNT + FEATURES.index(feature)] += weight
    return tuple(found)


def get_trust(battle: Battle, fighting: int) -> float:
    """Return how far shares of so many fighting seats are trusted, from 0 (all are as likely to win) to 1."""
    by_number = load().get("trust", {}).get("two" if len(battle.seats) == 2 else "more")
    if not by_number:
        return 1.0
    first, last = by_number[min(fighting, MANY) - 2]
    stage = measure_stage(battle)
    return min(1.0, max(0.0, float(first * (1 - stage) + last * stage)))


def write(found: dict[str, Any]) -> str:
    """Return what was learned as text, a list of weights on a line."""
    text = json.dumps(found, indent=1)
    return re.sub(r"\[[^\[\]]*\]", lambda match: " ".join(match[0].split()), text) + "\n"
