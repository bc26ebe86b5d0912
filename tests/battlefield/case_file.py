"""The case file beside this module, read once."""

from __future__ import annotations

from pathlib import Path

from battlefield import cases
from battlefield.cases import Case, read_cases, read_orders

FOLDER = Path(__file__).parent / "cases"


def all_cases() -> list[Case]:
    """Return the whole case file, in the order of its numbers."""
    return cases.all_cases(FOLDER)


__all__ = ["FOLDER", "Case", "all_cases", "read_cases", "read_orders"]
