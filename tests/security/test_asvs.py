"""docs/engineering/asvs.md names tests that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/engineering/asvs.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", PAGE)))
ENTRY = re.compile(
    r"^- \*\*(V[^*]+)\*\* ([a-z ]+): (.+?)\.(?:\sTest:\s(.+?)\.)?\n(?=- |\n|\Z)", re.MULTILINE | re.DOTALL
)
ROWS = ENTRY.findall(PAGE + "\n")
"""Of each entry: its requirements, whether they hold, how, and the tests."""
WANTED = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4,
    "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5,
    "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4,
    "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4,
    "17.3": 2,
}  # fmt: skip
"""How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, before those of level 3."""


@pytest.mark.parametrize("named", NAMED)
def test_what_is_named_is_there(named: str) -> None:
    path, _colons, function = named.partition("::")
    source = (ROOT / path).read_text()
    assert not function or re.search(rf"^(?:async )?def {function}\(", source, re.MULTILINE)


def test_every_requirement_is_answered_once() -> None:
    assert sum(WANTED.values()) == 253
    wanted = [f"V{section}.{number}" for section, count in WANTED.items() for number in range(1, count + 1)]
    answered = [one for row in ROWS for part in re.split(r",\s+", row[0]) for one in list_requirements(part, wanted)]
    assert sorted(answered) == sorted(wanted)
    assert {row[1] for row in ROWS} <= {"yes", "partly", "no", "not here"} and all(row[2] for row in ROWS)


def list_requirements(part: str, wanted: list[str]) -> list[str]:
    """Return one requirement, or all from one to another."""
    first, _dash, last = part.partition("–")
    return wanted[wanted.index(first) : wanted.index(last) + 1] if last else [part]


def test_most_of_what_holds_is_shown_by_a_test() -> None:
    holds = [row for row in ROWS if row[1] == "yes"]
    assert sum(bool(row[3]) for row in holds) >= 0.85 * len(holds)
