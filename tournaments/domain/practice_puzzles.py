"""The puzzles for practice, which never count: they are the site's own, and everybody may have their solutions.

`benchmarks.practice_puzzles` makes them of rounds that computer players fought, and keeps them in
`practice_puzzles.json`; the page of each dozen holds positions and solutions, so that it works without a network.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from core.json_types import Json
from tournaments.domain.order_puzzles import Key

PATH = Path(__file__).with_suffix(".json")
DOZEN = 12


@dataclass(frozen=True)
class PracticePuzzle:
    """A round in which a seat gave a bad order, and everything that a better one is told by."""

    state: Json
    """The battle when the round opened, as the game writes it."""
    seat: str
    bad_order: str
    theme: str
    chances: Mapping[str, float]
    """The chance to win that each order leaves."""
    often: Mapping[str, float]

    @property
    def key(self) -> Key:
        return Key(self.chances, self.often)


@cache
def load() -> tuple[PracticePuzzle, ...]:
    """Return all puzzles that are kept, the clearest ones first."""
    return tuple(PracticePuzzle(**row) for row in json.loads(PATH.read_text("utf-8"))) if PATH.exists() else ()


def count_dozens() -> int:
    """Return how many dozens there are.

    >>> count_dozens() >= 3
    True
    """
    return len(load()) // DOZEN


def list_dozen(number: int) -> Sequence[PracticePuzzle]:
    """Return the puzzles of a dozen, counted from 1; none where there is no such dozen.

    >>> len(list_dozen(1)), len(list_dozen(0)), len(list_dozen(999))
    (12, 0, 0)
    """
    return load()[DOZEN * (number - 1) : DOZEN * number] if 1 <= number <= count_dozens() else ()


def measure_clearness(puzzle: PracticePuzzle) -> float:
    """Return by how much the best wrong order is worse than the best one: the more, the easier."""
    key = puzzle.key
    return key.best - max(chance for order, chance in key.chances.items() if not key.is_right(order))


def keep(puzzles: Sequence[PracticePuzzle]) -> None:
    """Keep these puzzles in place of those before, the clearest ones first."""
    rows = [asdict(each) for each in sorted(puzzles, key=measure_clearness, reverse=True)]
    PATH.write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n", "utf-8")
    load.cache_clear()
