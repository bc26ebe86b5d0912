"""The engine against the second reading, on random scenarios.

The ordinary run compares a few thousand. A long run: `SWEEP=1000000 SWEEP_SEED=7 python -m pytest
tests/battlefield/test_comparison.py -k sweep --timeout 0`; a scenario that differs is shown with its seed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battlefield.orders import Refusal
from battlefield.scenarios import answer
from tests.battlefield import second_reading
from tests.battlefield.any_scenario import any_scenario

ROOT = Path(__file__).parents[2]
SEED = int(os.environ.get("SWEEP_SEED", "1"))
SWEEP = int(os.environ.get("SWEEP", "0"))


def strip_trace(found: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without its trace and sentences, which the second reading does not have."""
    found = {name: value for name, value in found.items() if name != "trace"}
    if "error" in found:
        found["error"] = {name: value for name, value in found["error"].items() if name != "message"}
    return found


def scenario_of(seed: int) -> dict[str, Any]:
    return any_scenario(Random(seed))


def compare(seed: int) -> dict[str, Any]:
    scenario = scenario_of(seed)
    expected = second_reading.answer(scenario)
    assert strip_trace(answer(scenario)) == expected, f"seed {seed}: {json.dumps(scenario)}\n{scenario['formation']}"
    return expected


def test_two_thousand_scenarios() -> None:
    for seed in range(SEED * 10_000_000, SEED * 10_000_000 + 2000):
        compare(seed)


@pytest.mark.slow
@pytest.mark.skipif(not SWEEP, reason="set SWEEP to the number of scenarios")
def test_sweep() -> None:
    for seed in range(SEED * 10_000_000, SEED * 10_000_000 + SWEEP):
        compare(seed)


def test_the_scenarios_are_crowded() -> None:
    """Check that the comparison is worth something: it has every refusal, many takes and falls, and long rounds."""
    answers = [second_reading.answer(scenario_of(seed)) for seed in range(3000)]
    errors = Counter(found["error"]["code"] for found in answers if "error" in found)
    assert set(errors) == set(Refusal) - {Refusal.FALLEN}
    resolved = [found for found in answers if "error" not in found]
    assert len(resolved) > 2000
    assert sum(len(found["takes"]) > 1 for found in resolved) > 300
    assert sum(bool(found["fallen"]) for found in resolved) > 300


def test_resolve_answers_line_by_line() -> None:
    """Pipe three thousand scenarios through `manage.py resolve`, and a few lines that are none."""
    scenarios = [scenario_of(seed) for seed in range(3000)]
    lines = [json.dumps(scenario, ensure_ascii=False) for scenario in scenarios]
    nonsense = {500: "{", 1500: "[]", 2500: '{"formation": "+---+"}'}
    for place, line in nonsense.items():
        lines.insert(place, line)
    answers = pipe("\n".join(lines) + "\n")
    assert len(answers) == len(lines)
    for place in sorted(nonsense, reverse=True):
        assert set(answers.pop(place)) == {"error"}
    assert [strip_trace(found) for found in answers] == [second_reading.answer(scenario) for scenario in scenarios]


def pipe(text: str) -> list[dict[str, Any]]:
    command = [sys.executable, str(ROOT / "manage.py"), "resolve"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules": {"weather": "rain"}}, "unknown-rule"),
        ({"rules": {"conflict": "shout"}}, "unknown-value"),
        ({"rules": {"emperor_precedence": 1}}, "unknown-value"),
        ({"formation": ""}, "bad-diagram"),
        ({"formation": "+---+\n| ? |\n+---+"}, "bad-diagram"),
        ({"formation": "+---+\n| a0|\n+---+"}, "bad-diagram"),
    ],
)
def test_both_refuse(change: dict[str, Any], code: str) -> None:
    scenario = {"formation": "+---+\n| a |\n+---+", "orders": [["a", "-"]]} | change
    assert second_reading.answer(scenario)["error"]["code"] == code
    assert answer(scenario)["error"]["code"] == code
