"""The exact odds of a computer player's orders, worked out from what it asks of its random numbers."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import TypeVar, cast
from unittest import mock

from battlefield import Battle
from players import PLAYERS, thinking
from players.ladder import Choice
from players.reading import Closed
from players.searching import Node, Thinker
from players.thinking import Thought

from .trees import SEATS, Place
from .values import Odds, Past, Policy

T = TypeVar("T")


class Forks:
    """Luck that goes a given way at every fork, and notes how likely that was and which other ways there are."""

    def __init__(self, ways: tuple[int, ...] = ()) -> None:
        self.ways = ways
        """At the first forks; at those that follow, the first that can be."""
        self.likely = 1.0
        self.chosen: tuple[int, ...] = ()
        self.others: list[tuple[int, ...]] = []

    def fork(self, odds: Sequence[float]) -> int:
        possible = [way for way, odd in enumerate(odds) if odd > 0]
        at = len(self.chosen)
        way = self.ways[at] if at < len(self.ways) else possible[0]
        if at >= len(self.ways):
            self.others += [(*self.chosen, other) for other in possible[1:]]
        self.chosen += (way,)
        self.likely *= odds[way] / sum(odds)
        return way

    def choice(self, things: Sequence[T]) -> T:
        return things[self.fork([1.0] * len(things))]

    def choices(self, things: Sequence[T], weights: Sequence[float]) -> list[T]:
        return [things[self.fork(weights)]]

    def random(self) -> "Fraction":
        return Fraction(self)


class Fraction:
    """From nought to one, not known but where it is compared."""

    def __init__(self, forks: Forks) -> None:
        self.forks = forks

    def __lt__(self, bound: float) -> bool:
        return self.forks.fork([bound, 1 - bound]) == 0


def compute_odds(ask: Callable[[Random], str]) -> Odds:
    """Return how often each answer comes; `ask` may use `random() <`, `choice` and `choices` of its luck alone."""
    found: defaultdict[str, float] = defaultdict(float)
    ways: list[tuple[int, ...]] = [()]
    while ways:
        luck = Forks(ways.pop())
        found[ask(cast("Random", luck))] += luck.likely
        ways += luck.others
    return dict(found)


def think_once(choose: Choice, battle: Battle, seat: str, past: Sequence[Closed] = ()) -> Odds:
    """Return the odds of a player's orders; its thoughts about the battle are kept between the forks."""
    roots: dict[tuple[Thought, int], Node] = {}

    def grow(thought: Thought, thinker: Thinker, grow: Callable[[Thought, Thinker], Node] = thinking.grow_tree) -> Node:
        view = thought, thinker.me  # from either side of the table
        if view not in roots:
            roots[view] = grow(thought, thinker)
        return roots[view]

    with mock.patch.object(thinking, "grow_tree", grow):
        return compute_odds(lambda luck: choose(battle, seat, luck, past))


def policy(choose: Choice, reads: int = 0) -> Policy:
    """Return the policy of a player that reads so many of the last rounds."""

    @cache
    def play(here: Place, seat: int, past: Past) -> Odds:
        return think_once(choose, here.battle, SEATS[seat], list_closed(past))

    return Policy(play, reads)


def of_level(level: str) -> Policy:
    return policy(PLAYERS[level].choose, PLAYERS[level].reads)


def list_closed(past: Past) -> list[Closed]:
    """Return these rounds in the form in which a player reads them."""
    return [(here.battle, dict(zip(SEATS, orders, strict=True))) for here, orders in past]
