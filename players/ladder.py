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
    """With two seats: how many of the last closed rounds it looks at, to see what comes back and to read its rival."""
    crowd_reads: int = 0
    """With more: how many, to see what comes back."""
    thought: Thought | None = None
    """How it thinks, if it searches."""


def thinker(name: str, title: str, sentence: str, thought: Thought) -> Player:
    return Player(
        name,
        title,
        sentence,
        partial(thinking.choose_order, thought),
        thought.nodes,
        max(ROUNDS * thought.reads, thought.memory * (thought.weariness != 1.0)),
        ROUNDS if thought.crowd_weariness != 1.0 else 0,
        thought,
    )


BEST = Thought(nodes=14, closely=16, others=12, wide=8, answers=True, drawn=0.4, progress=1.0, weariness=0.7)
"""How the top level thinks; those below it look into less, and stroll now and then instead of thinking."""
HUNTING = (("hunt", 1.2), ("hunters", 0.3), ("authority", -0.3))
"""What weighs more or less to the best levels in a duel than was learned: pieces near the other Emperor above all."""
LADDER = (
    Player("random", N_("Random"), N_("Any legal order, without thinking."), simple.choose_random),
    Player(
        "novice",
        N_("Novice"),
        N_("A first opponent: plays about, and overlooks most of what it could capture."),
        partial(simple.choose_capture, attention=0.1),
    ),
    Player(
        "page",
        N_("Page"),
        N_("Has learnt to capture, and still overlooks three chances of four."),
        partial(simple.choose_capture, attention=0.26),
    ),
    Player(
        "wanderer",
        N_("Wanderer"),
        N_("Strolls about, and captures half of what is in reach."),
        partial(simple.choose_capture, attention=0.46),
    ),
    thinker(
        "greedy",
        N_("Greedy"),
        N_("Bold: charges at your Emperor, and does what looks best if everyone else stands still."),
        replace(thinking.GREEDY, slip=0.75, crowded=0.5, attention=0.42),
    ),
    thinker(
        "guarded",
        N_("Guarded"),
        N_("Careful: expects everyone to do what suits them best, and keeps its Emperor out of reach."),
        Thought(
            nodes=1,
            closely=16,
            others=12,
            wide=4,
            loose=0.02,
            slip=0.56,
            attention=0.36,
            crowded=0.33,
            leaning=(("shelter", 0.3), ("exposed", -0.8), ("hanging", -0.1)),
        ),
    ),
    thinker(
        "tactician",
        N_("Tactician"),
        N_("A trickster: weighs its orders against yours, and rarely does the same thing twice."),
        replace(BEST, nodes=1, slip=0.46, crowded=0.36, attention=0.5, least=0.02),
    ),
    thinker(
        "strategist",
        N_("Strategist"),
        N_("Patient: gathers strength, and thinks a round further where it matters most."),
        replace(BEST, nodes=3, slip=0.24, crowded=0.25, leaning=(("experience", 0.05), ("authority", 0.2))),
    ),
    thinker(
        "general",
        N_("General"),
        N_("Bold and far-sighted: presses you, and thinks several rounds ahead."),
        replace(BEST, nodes=6, slip=0.14, crowded=0.07, leaning=(("hunters", 0.2),), duelling=HUNTING),
    ),
    thinker(
        "grandmaster",
        N_("Grandmaster"),
        N_("Plays so that nobody can see through it, until it has seen through you."),
        replace(
            BEST,
            crowd_trust=0.3,
            crowd_weariness=0.7,
            reads=True,
            drawn=0.15,
            memory=30,
            duelling=HUNTING,
            whim=0.03,
            tuned=True,
        ),
    ),
)
PLAYERS: dict[str, Player] = {player.name: player for player in LADDER}
"""By name, from weak to strong."""
