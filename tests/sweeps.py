"""Sweeps: where trying everything is slow, the run of all tests takes a sample, and `make sweeps` everything.

Tests that take a sample carry the marker `sweep`; what a sample holds is fixed, so that the same commit meets the same.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

WHOLE = os.environ.get("SWEEPS") == "all"
Each = TypeVar("Each")


def part(every: int, first: int = 0) -> slice:
    """Return the slice that takes one of `every` so many from number `first` on; in a whole sweep, all of them."""
    return slice(None) if WHOLE else slice(first % every, None, every)


def sample(values: Sequence[Each], every: int, first: int = 0) -> list[Each]:
    """Return one value of `every` so many, from number `first` on; in a whole sweep, all of them."""
    return list(values[part(every, first)])


def count(few: int, many: int) -> int:
    """Return how many to try: a few, and in a whole sweep many."""
    return many if WHOLE else few
