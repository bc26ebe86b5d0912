"""Dates are written as the reader's language writes them: no template spells a format of its own."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[2] / "templates"
FOR_MACHINES = {"c", "Y-m-d", "l", "H:i:s"}
"""Of attributes, of a weekday alone, and of a clock that runs."""


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_formats_have_names(path: Path) -> None:
    spelt = set(re.findall(r'\|(?:date|time):"([^"]*)"', path.read_text()))
    assert {each for each in spelt if not each.endswith("_FORMAT")} <= FOR_MACHINES
