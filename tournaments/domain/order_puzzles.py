"""Puzzles of one order: which rounds make one, what each order is worth, and when an answer is right."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.json_types import Json
from players.reviews import FINE, Grade, Option, find_grade

MIN_LOSS = 0.12
"""What the order that was given lost of the chance to win, at least."""
CHANCES = (0.12, 0.97)
"""The chance to win with the best order: below it nothing helps, above it everything wins."""
MAX_GOOD, MIN_LEGAL = 3, 6
"""How many orders may be right, and how many there must be to choose from."""
GAP = 0.04
"""By how much the best wrong order is worse than the worst right one, at least: nobody shall quarrel about a hair."""
DIGITS = 4


@dataclass(frozen=True)
class Key:
    """The solution of a puzzle: the chance to win that each order leaves, and how often the mixture gives it."""

    chances: Mapping[str, float]
    often: Mapping[str, float]

    @property
    def best(self) -> float:
        return max(self.chances.values())

    @property
    def good(self) -> list[Option]:
        """Return the right orders, the best first."""
        found = [self.option(order) for order in self.chances if self.is_right(order)]
        return sorted(found, key=lambda option: (-option.chance, -option.often, option.order))

    def option(self, order: str) -> Option:
        return Option(order, self.often.get(order, 0.0), self.chances[order])

    def measure_loss(self, order: str) -> float:
        """Return how much of the chance to win an order loses.

        >>> key = Key({"-": 0.25, "A1-A2": 0.75}, {"A1-A2": 1.0})
        >>> key.measure_loss("-"), key.is_right("-"), key.grade("A1-A2")
        (0.5, False, <Grade.BEST: 'best'>)
        """
        return self.best - self.chances[order]

    def is_right(self, order: str) -> bool:
        """Return whether an order is one of the right ones: it loses little or nothing."""
        return self.measure_loss(order) <= FINE

    def grade(self, order: str) -> Grade:
        return find_grade(self.measure_loss(order))

    def is_puzzle(self, played: str) -> bool:
        """Return whether this makes a puzzle: few orders are right, and clearly better than what was given."""
        wrong = [chance for order, chance in self.chances.items() if not self.is_right(order)]
        good = self.good
        clear = bool(wrong) and good[-1].chance - max(wrong) >= GAP
        enough = len(self.chances) >= MIN_LEGAL and len(good) <= MAX_GOOD and CHANCES[0] <= self.best <= CHANCES[1]
        return clear and enough and self.measure_loss(played) >= MIN_LOSS

    def write(self) -> Json:
        """Return the solution as JSON."""
        return {
            "chances": {order: round(chance, DIGITS) for order, chance in self.chances.items()},
            "often": {order: round(often, DIGITS) for order, often in self.often.items()},
        }


def read_key(data: Json) -> Key:
    """Return what `Key.write` wrote."""
    return Key(data["chances"], data["often"])


def list_candidates(rounds: list[Json], most: int) -> list[tuple[int, str, str]]:
    """Return the mistakes of a review that may become puzzles, the worst first: place of the round, seat, order given.

    `rounds`: as `tournaments.domain.judgements` writes them.

    >>> judged = {"given": ["-", 0.0, 0.2], "best": 0.6, "mixture": [], "saving": None}
    >>> list_candidates([{"chances": {}, "orders": {}}, {"chances": {}, "orders": {"b": judged}}], 3)
    [(1, 'b', '-')]
    """
    found = [
        (each["best"] - each["given"][2], place, seat, each["given"][0])
        for place, one in enumerate(rounds)
        for seat, each in one["orders"].items()
        if each["best"] - each["given"][2] >= MIN_LOSS and CHANCES[0] <= each["best"] <= CHANCES[1]
    ]
    return [(place, seat, order) for _loss, place, seat, order in sorted(found, key=lambda each: -each[0])[:most]]
