"""The ladder: what a computer player is, and the levels from weak to strong."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from battlefield import Battle
from battlefield.marks import N_

from . import greedy, simple

Choice = Callable[[Battle, str, int, Random], str]
"""The order text for a seat of a battle, from the open battle, the seat, a budget of nodes, and luck."""


@dataclass(frozen=True)
class Player:
    """A computer player: it sees the open battle, its seat and the rules, and nothing else."""

    name: str
    title: str
    """To be translated, as the sentence."""
    sentence: str
    budget: int
    """How many nodes it may look at for one order; never time, so that it plays the same from the same seed."""
    play: Choice

    def choose(self, battle: Battle, seat: str, luck: Random) -> str:
        """The text of an order that is legal for the seat."""
        return self.play(battle, seat, self.budget, luck)


LADDER = (
    Player("random", N_("Random"), N_("Any legal order, without a thought."), 0, simple.random_order),
    Player("greedy", N_("Greedy"), N_("The order that looks best while everybody else stands still."), 0,
           greedy.best_order),
)
