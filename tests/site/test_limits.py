"""The page of limits says what the code says."""

import re
from pathlib import Path

from core import limits

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"^([A-Z_]+) = (.+?)(?:  # (.+))?$", re.MULTILINE)


def rows() -> list[str]:
    """Yield a row of the table for each limit: its name, its value, and what it is of."""
    source = Path(limits.__file__).read_text(encoding="utf-8")
    return [f"| `{name}` | {value} | {words or ''} |" for name, value, words in LINE.findall(source)]


def test_every_limit_is_on_the_page() -> None:
    page = (ROOT / "docs/operators/limits.md").read_text(encoding="utf-8")
    assert [row for row in rows() if row not in page.splitlines()] == []


def test_the_page_lists_no_limit_that_is_gone() -> None:
    page = (ROOT / "docs/operators/limits.md").read_text(encoding="utf-8")
    assert {line for line in page.splitlines() if line.startswith("| `")} == set(rows())
