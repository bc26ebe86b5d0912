"""All chance: one stream of words from a seed, or faces written down beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol, Self, TypeVar

T = TypeVar("T")
WORD = 2**64


class Luck(Protocol):
    """What the rules ask of chance; `words` counts what was used."""

    words: int

    def die(self) -> int: ...

    def shuffle(self, items: Sequence[T]) -> list[T]: ...

    def copy(self) -> Self: ...


@dataclass
class Stream:
    """The stream of a seed, standing at word number `words`."""

    seed: str
    words: int = 0

    def copy(self) -> "Stream":
        return replace(self)

    def word(self) -> int:
        text = f"{self.seed}:{self.words}"
        self.words += 1
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; words that would favour some are dropped."""
        fair = WORD - WORD % n
        word = self.word()
        while word >= fair:
            word = self.word()
        return word % n

    def die(self) -> int:
        return 1 + self.below(6)

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """Return the items in a new order, exchanging from the last place down."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed


class OutOfFaces(Exception):
    """More dice were rolled than the script has faces."""

    code = "no_dice"


@dataclass
class Script:
    """Dice that show the given faces one after the other, and leave lists as they are."""

    faces: tuple[int, ...]
    words: int = 0

    def copy(self) -> "Script":
        return replace(self)

    def die(self) -> int:
        if self.words >= len(self.faces):
            raise OutOfFaces(f"the script has only {len(self.faces)} faces")
        self.words += 1
        return self.faces[self.words - 1]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        return list(items)


def roll_off(luck: Luck, seats: Sequence[str]) -> tuple[str, list[dict[str, int]]]:
    """Return who rolls highest and every round of dice; the highest repeat until one is left."""
    rounds: list[dict[str, int]] = []
    left = list(seats)
    while len(left) > 1 or not rounds:
        dice = {seat: luck.die() for seat in left}
        rounds.append(dice)
        left = [seat for seat in left if dice[seat] == max(dice.values())]
    return left[0], rounds


def pairs_lost(first: Sequence[int], second: Sequence[int]) -> tuple[int, int, int]:
    """Compare dice in pairs from the highest; return the pairs lost by first, by second, and the equal ones.

    >>> pairs_lost([6, 3], [5])
    (0, 1, 0)
    """
    pairs = list(zip(sorted(first, reverse=True), sorted(second, reverse=True), strict=False))
    lost_first = sum(x < y for x, y in pairs)
    lost_second = sum(x > y for x, y in pairs)
    return lost_first, lost_second, len(pairs) - lost_first - lost_second
