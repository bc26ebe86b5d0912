"""The levels of the computer players, from weak to strong."""

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Protocol

from battlefield import Battle
from battlefield.marks import N_

from . import simple, thinking
from .reading import ROUNDS, Past
from .thinking import Thought


class Choice(Protocol):
    """The order text for a seat of a battle, from the open battle, the seat, luck, and the closed rounds behind it."""

    def __call__(self, battle: Battle, seat: str, luck: Random, past: Past = ()) -> str: ...


@dataclass(frozen=True)
class Player:
    """A computer player: it sees the open battle, its seat, the rules and the closed rounds, and nothing else.

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
    reads: int = 0
    """With two seats: how many of the last closed rounds it looks at, to read its rival."""


def thinker(name: str, title: str, sentence: str, thought: Thought) -> Player:
    return Player(
        name, title, sentence, partial(thinking.choose_order, thought), thought.nodes, ROUNDS if thought.chance else 0
    )


BEST = Thought(nodes=40, closely=16, others=12, wide=8, answers=True, trust=0.6)
"""How the top level thinks; those below it look into less, and now and then do what greedy does."""
LADDER = (
    Player("random", N_("Random"), N_("Any legal order, without thinking."), simple.choose_random),
    Player("wanderer", N_("Wanderer"), N_("Strolls about, and captures whatever is in reach."), simple.choose_capture),
    thinker("greedy", N_("Greedy"), N_("Does what looks best if everyone else stands still."), thinking.GREEDY),
    thinker(
        "guarded",
        N_("Guarded"),
        N_("Expects everyone to do what suits them best."),
        Thought(nodes=1, closely=16, others=12, wide=4, loose=0.02, slip=0.12, crowded=0.3),
    ),
    thinker(
        "tactician",
        N_("Tactician"),
        N_("Weighs its orders against those of its rivals, and mixes them."),
        replace(BEST, nodes=1, slip=0.13, crowded=0.14),
    ),
    thinker(
        "strategist",
        N_("Strategist"),
        N_("Thinks a round further where it matters most."),
        replace(BEST, nodes=4, slip=0.075, crowded=0.1),
    ),
    thinker(
        "general", N_("General"), N_("Thinks several rounds ahead."), replace(BEST, nodes=12, slip=0.04, crowded=0.055)
    ),
    thinker(
        "grandmaster",
        N_("Grandmaster"),
        N_("Thinks far ahead and reads its rivals."),
        replace(BEST, trust=0.3, chance=0.1),
    ),
)
PLAYERS: dict[str, Player] = {player.name: player for player in LADDER}
"""By name, from weak to strong."""
