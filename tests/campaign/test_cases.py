"""The worked cases of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.cases import answer

HERE = Path(__file__).parent
EXAMPLES = json.loads((HERE / "examples.json").read_text("utf-8"))["cases"]
MORE = [json.loads(line) for line in (HERE / "more.jsonl").read_text("utf-8").splitlines()]
CASES = [*EXAMPLES, *MORE]


def board_after(case: dict[str, Any], got: dict[str, str]) -> dict[str, str]:
    """Return the whole board that a case expects: what is not named is as before."""
    before = case["before"]["board"]
    rest = before.get("rest", "-")
    return {name: case["after"]["board"].get(name, before.get(name, rest)) for name in got}


def test_no_case_is_lost() -> None:
    assert len(EXAMPLES) == 42
    assert len({case["id"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    result = answer(case)
    after = result["after"]
    if not after:
        # The set-up itself was refused.
        assert result["error"] == case["after"]["error"]
        return
    assert after["board"] == board_after(case, after["board"])
    for name, value in case["after"].items():
        if name == "error":
            assert result["error"] == value
        elif name == "board":
            continue
        elif isinstance(value, dict):
            assert {key: after[name].get(key) for key in value} == value, name
        else:
            assert after[name] == value, name
    assert ("error" in result) == ("error" in case["after"])
    assert after["words"] == len(case["dice"]) or case.get("seed")


@pytest.mark.parametrize(
    "change",
    [
        {"before": [1]},
        {"before": {"board": {"ash": "z3"}}},
        {"before": {"board": {"ash": 3}}},
        {"before": {"board": [], "hands": 3}},
        {"before": {"order": 7}},
        {"orders": [1]},
        {"orders": 5},
        {"dice": ["six"]},
    ],
)
def test_a_case_that_cannot_be_read_is_said_to_be_bad(change: dict[str, Any]) -> None:
    assert answer({**EXAMPLES[1], **change})["error"] == "bad_case"


def test_too_few_dice_are_said() -> None:
    assert answer({**EXAMPLES[1], "dice": [3, 6]})["error"] == "no_dice"
