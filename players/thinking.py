"""The computer players that search: how many orders they look at, how many they weigh, and how deep they go."""

from dataclasses import dataclass
from random import Random

from battlefield import Battle

from .fast.compiled import make_numbers
from .fast.layout import MAX_CANDIDATES, MAX_CHOICES
from .fast.two_player import TableLimits
from .reading import Kinds, Past, read
from .searching import Node, Thinker


@dataclass(frozen=True)
class Thought:
    """A way of thinking."""

    nodes: int
    """With `answers`: how many tables it fills for one order; with three seats and more, how often it answers."""
    closely: int
    """How many of its own orders it looks at closely."""
    others: int
    """The same of every other seat's; 1 takes it that they stand still."""
    wide: int
    """How many of its own orders the table at the root holds."""
    loose: float = 0.0
    """A player that does not mix takes any order that looks at most so much worse than the best."""
    least: float = 0.05
    """Orders that the mixture plays less often than this are not played at all."""
    answers: bool = False
    """Whether any order may answer any other, as `fast.two_player` and `multi_player` say, not the widths above."""
    trust: float = 0.0
    """With `answers`: how likely another just does what looks best while everybody else stands still."""
    chance: float = 0.0
    """How likely it gives any order at random. Who reckons with that reads what lies behind; at 0 nothing is read."""
    slip: float = 0.0
    """How often it does just that itself, with two seats."""
    crowded: float = 0.0
    """The same with more."""
    weights: tuple[float, ...] = ()
    """How much each feature weighs; empty for those that were learned."""


RIVALS = {1: (12,), 2: (4, 4), 3: (3, 3, 3)}
"""By number of other seats: how many orders the nearest have in a table; further ones have just one."""


CROWD = 0.6
"""With more than two seats: how likely each of the others just does what looks best while everybody else holds."""
GREEDY = Thought(nodes=1, closely=16, others=1, wide=4, loose=0.02)
"""Does what looks best while everybody else stands still."""
MATTERS = 0.4
"""From what likelihood on it matters that the other may order at random."""
EDGES, DRAWN = Kinds(habit=6.0, chance=30.0, thought=1.0), -0.5
"""How many times better the odds are against each kind than between equals; what power of that goes for a draw."""
FIRST, FURTHER = TableLimits(times=120, most=12, keen=0.004, fill=8), TableLimits(times=60, most=6, keen=0.01, fill=4)
"""How the table at the root is made with two seats, and those further on."""
GLANCED = 10
"""How many orders of a seat are candidates further on with two seats, and those of a rival with more."""
KEPT, ANSWERING, TURNS = 5, 3, 2
"""With more than two seats: how many orders of a seat are tried to the end, how many rivals answer (the nearest),
how often at least; so many nodes as two seats would fill bring half as many turns more."""


def choose_order(thought: Thought, battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Return the order text that this way of thinking arrives at."""
    slip = thought.slip if len(battle.seats) == 2 else thought.crowded
    if slip and luck.random() < slip:
        thought = GREEDY
    thinker = Thinker(battle, seat, thought.weights, **form_beliefs(thought, battle, seat, past))
    root = grow_tree(thought, thinker)
    return str(thinker.order(draw_order(thought, thinker, root, luck)))


def form_beliefs(thought: Thought, battle: Battle, seat: str, past: Past) -> dict[str, float]:
    """Return what the thinker believes of the others: fixed trust with more than one, else what it has read."""
    if len(battle.seats) != 2:
        return {"trust": CROWD}
    if not thought.chance:
        return {"trust": thought.trust}
    rival = next(each for each in battle.seats if each != seat)
    before = Kinds(thought.trust, thought.chance, 1 - thought.trust - thought.chance)
    kinds = read(past, rival, before)
    edge = EDGES.habit ** measure_learning(before.habit, kinds.habit) * EDGES.chance**kinds.chance
    chance = kinds.chance if kinds.chance >= MATTERS else 0.0
    return {"trust": kinds.habit, "chance": chance, "edge": edge, "drawn": edge**DRAWN}


def measure_learning(before: float, now: float) -> float:
    """Return how far a belief has grown towards certainty, from 0 to 1; 0 where it has shrunk.

    >>> measure_learning(before=0.5, now=0.75)
    0.5
    """
    return max(now - before, 0.0) / (1 - before)


def grow_tree(thought: Thought, thinker: Thinker) -> Node:
    """Build the root of the search tree, as deep as the thought goes."""
    if not thought.answers:
        return _look(thought, thinker)
    return _grow_two_player(thought, thinker) if thinker.seats == 2 else _grow_multi_player(thought, thinker)


def _grow_two_player(thought: Thought, thinker: Thinker) -> Node:
    root = thinker.node(thinker.plan.field, make_numbers([MAX_CANDIDATES] * 2), make_numbers([thought.wide] * 2), FIRST)
    glanced, inner = make_numbers([GLANCED] * 2), make_numbers([FURTHER.most] * 2)
    for _ in range(thought.nodes - 1):
        thinker.deepen(root, glanced, inner, FURTHER)
    return root


def _grow_multi_player(thought: Thought, thinker: Thinker) -> Node:
    rivals = len(thinker.by_distance())
    closely = thinker.each(MAX_CANDIDATES, [GLANCED] * rivals)
    wide = thinker.each(KEPT, [KEPT] * ANSWERING)
    return thinker.build_multi_player_node(closely, wide, TURNS + thought.nodes // 2)


def _look(thought: Thought, thinker: Thinker) -> Node:
    rivals = len(thinker.by_distance())
    closely = thinker.each(thought.closely, [thought.others] * rivals)
    return thinker.look(closely, thinker.each(thought.wide, get_widths(rivals, thought.wide)))


def get_widths(rivals: int, most: int = MAX_CHOICES) -> tuple[int, ...]:
    """Return the number of orders for each of so many other seats, none above `most`.

    >>> get_widths(2)
    (4, 4)
    """
    return tuple(min(most, width) for width in RIVALS.get(rivals, RIVALS[3]))


def draw_order(thought: Thought, thinker: Thinker, root: Node, luck: Random) -> int:
    """Draw one of the orders: by the mixture, or any that looks nearly as good as the best."""
    first, table = thinker.me * MAX_CHOICES, root.table
    choices = range(first, first + table.sizes[thinker.me])
    if thought.loose:
        least = table.values[first] - thought.loose
        return int(luck.choice([table.choices[i] for i in choices if table.values[i] >= least]))
    most = max(table.mixes[i] for i in choices)
    kept = [i for i in choices if table.mixes[i] >= min(thought.least, most)]
    return int(table.choices[luck.choices(kept, [table.mixes[i] for i in kept])[0]])
