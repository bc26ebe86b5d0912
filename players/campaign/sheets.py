"""Sheets of the games in which all seats act at once, in the flat form of a search."""

from collections.abc import Iterator
from typing import NamedTuple

ALL = 10_000
"""As many armies as there are."""

Steps = tuple[tuple[int, int], ...]
"""Where armies go from a territory, and how many."""


class Sheet(NamedTuple):
    """What is paid for, what is guarded, and who goes where; never changed in place."""

    paid: Steps = ()
    """Armies built, placed or bid, by territory."""
    guarded: frozenset[int] = frozenset()
    steps: dict[int, Steps] = {}

    def replace_steps(self, origin: int, steps: Steps) -> "Sheet":
        """Return a copy of the sheet with other steps from one territory."""
        others = {place: way for place, way in self.steps.items() if place != origin}
        return self._replace(steps={**others, origin: steps} if steps else others)


def flatten(sheet: Sheet) -> Iterator[tuple[int, int, int]]:
    """Yield every step as (origin, target, armies).

    >>> list(flatten(Sheet(steps={0: ((1, 3), (2, 1))})))
    [(0, 1, 3), (0, 2, 1)]
    """
    for origin, steps in sheet.steps.items():
        for target, armies in steps:
            yield origin, target, armies
