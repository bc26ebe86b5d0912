"""The ladder: what a computer player is, and the levels from weak to strong."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from battlefield import Battle
from battlefield.marks import N_

from . import simple, thinking
from .thinking import Thought

Choice = Callable[[Battle, str, Random], str]
"""The order text for a seat of a battle, from the open battle, the seat and luck."""


@dataclass(frozen=True)
class Player:
    """A computer player: it sees the open battle, its seat and the rules, and nothing else.

    Its budget is a number of nodes and never time, so that it plays the same from the same seed.
    """

    name: str
    title: str
    """To be translated, as the sentence."""
    sentence: str
    choose: Choice
    """The text of an order that is legal for the seat."""
    nodes: int = 0
    """How many tables of joint orders it fills for one order."""


def thinker(name: str, title: str, sentence: str, thought: Thought) -> Player:
    return Player(name, title, sentence, partial(thinking.order, thought), thought.nodes)


BEST = Thought(nodes=40, closely=16, others=12, wide=8, answers=True, trust=0.6)
"""How the top level thinks; those below it look into less, and now and then do what greedy does."""
LADDER = (
    Player("random", N_("Random"), N_("Any legal order, without a thought."), simple.random_order),
    Player("wanderer", N_("Wanderer"), N_("Strolls about, and takes what stands in reach."), simple.wander),
    thinker("greedy", N_("Greedy"), N_("What looks best while everybody else stands still."),
            thinking.GREEDY),
    thinker("guarded", N_("Guarded"), N_("Mistrusts everybody to do what looks best to them."),
            Thought(nodes=1, closely=16, others=12, wide=4, loose=0.02, slip=0.12)),
    thinker("tactician", N_("Tactician"), N_("Weighs its orders against those of its rivals, and mixes them."),
            replace(BEST, nodes=1, slip=0.13)),
    thinker("strategist", N_("Strategist"), N_("Thinks a round further where it matters most."),
            replace(BEST, nodes=4, slip=0.075)),
    thinker("general", N_("General"), N_("Thinks several rounds ahead."),
            replace(BEST, nodes=12, slip=0.04)),
    thinker("grandmaster", N_("Grandmaster"), N_("Thinks far ahead and leaves nothing to be read."),
            BEST),
)
PLAYERS: dict[str, Player] = {player.name: player for player in LADDER}
"""By name, from weak to strong."""
