"""docs/asvs.md names tests that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "asvs.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)?)`", PAGE)))
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| V")]


@pytest.mark.parametrize("named", NAMED)
def test_what_is_named_is_there(named: str) -> None:
    path, _colons, function = named.partition("::")
    source = (ROOT / path).read_text()
    assert not function or re.search(rf"^(?:async )?def {function}\(", source, re.MULTILINE)


def test_every_line_is_answered() -> None:
    assert len(ROWS) > 55 and {row[1] for row in ROWS} == {"yes", "partly", "no", "not here"}
    assert {int(re.match(r"V(\d+)", row[0])[1]) for row in ROWS} == set(range(1, 18))  # type: ignore[index]


def test_most_of_what_holds_is_shown_by_a_test() -> None:
    holds = [row for row in ROWS if row[1] == "yes"]
    assert sum(bool(row[3]) for row in holds) >= 0.85 * len(holds)
