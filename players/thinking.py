"""The players that think: how closely they look, how many orders they weigh, how far they search."""

from dataclasses import dataclass
from random import Random

from battlefield import Battle

from .fast.compiled import numbers
from .fast.duels import CANDIDATES, Care
from .fast.layout import WIDE
from .searching import Node, Thinker


@dataclass(frozen=True)
class Thought:
    """A way of thinking."""

    nodes: int
    """How many tables it fills for one order."""
    closely: int
    """How many of its own orders it looks at closely."""
    others: int
    """The same of every other seat's; 1 takes it that they stand still."""
    wide: int
    """How many of its own orders the table at the root holds."""
    inner: int = 5
    """The same further on."""
    loose: float = 0.0
    """A player that does not mix takes any order that looks at most so much worse than the best."""
    least: float = 0.05
    """Orders that the mixture plays less often than this are not played at all."""
    answers: bool = False
    """With two seats: whether any order may answer any other, as `fast.duels` says, in place of the widths above."""
    trust: float = 0.0
    """With `answers`: how likely the other just does what looks best while everybody else stands still."""
    slip: float = 0.0
    """How often it does just that itself."""
    weights: tuple[float, ...] = ()
    """How much each feature weighs; empty for those that were learned."""


RIVALS = {1: (12,), 2: (4, 4), 3: (3, 3, 3)}
"""By number of other seats: how many orders the nearest have in the table at the root; further ones have just one."""
INNER = {1: (8,), 2: (3, 2), 3: (2, 2, 1)}
"""The same further on."""
GLANCES = {1: (8,), 2: (6, 6), 3: (5, 5, 3)}
"""By number of other seats: how many of their orders are looked at closely further on."""


GREEDY = Thought(nodes=1, closely=16, others=1, wide=4, loose=0.02)
"""Does what looks best while everybody else stands still."""
FIRST, FURTHER = Care(times=120, most=12, keen=0.004), Care(times=60, most=6, keen=0.01)
"""How the table at the root of a duel is made, and those further on."""
GLANCED = 10
"""How many orders of a seat are candidates further on in a duel."""


def order(thought: Thought, battle: Battle, seat: str, luck: Random) -> str:
    """The order text that this way of thinking comes to."""
    if thought.slip and luck.random() < thought.slip:
        thought = GREEDY
    thinker = Thinker(battle, seat, thought.weights, thought.trust)
    root = grow(thought, thinker)
    return str(thinker.order(draw(thought, thinker, root, luck)))


def grow(thought: Thought, thinker: Thinker) -> Node:
    """The root of the tree, as deep as the thought goes."""
    return _grow_duel(thought, thinker) if thought.answers and thinker.seats == 2 else _grow(thought, thinker)


def _grow_duel(thought: Thought, thinker: Thinker) -> Node:
    root = thinker.node(thinker.plan.field, numbers([CANDIDATES] * 2), numbers([thought.wide] * 2), FIRST)
    glanced, inner = numbers([GLANCED] * 2), numbers([FURTHER.most] * 2)
    for _ in range(thought.nodes - 1):
        thinker.deepen(root, glanced, inner, FURTHER)
    return root


def _grow(thought: Thought, thinker: Thinker) -> Node:
    rivals = len(thinker.by_distance())
    closely = thinker.each(thought.closely, [thought.others] * rivals)
    root = thinker.node(thinker.plan.field, closely, thinker.each(thought.wide, narrow(RIVALS, rivals, thought.wide)))
    near = thinker.each(8, narrow(GLANCES, rivals))
    inner = thinker.each(thought.inner, narrow(INNER, rivals, thought.inner))
    for _ in range(thought.nodes - 1):
        thinker.deepen(root, near, inner)
    return root


def narrow(widths: dict[int, tuple[int, ...]], rivals: int, most: int = WIDE) -> tuple[int, ...]:
    """The widths for so many other seats, none above the most."""
    return tuple(min(most, width) for width in widths.get(rivals, widths[3]))


def draw(thought: Thought, thinker: Thinker, root: Node, luck: Random) -> int:
    """One of the orders: as often as the mixture says, or any that looks nearly as good as the best."""
    first, table = thinker.me * WIDE, root.table
    choices = range(first, first + table.sizes[thinker.me])
    if thought.loose:
        least = table.values[first] - thought.loose
        return int(luck.choice([table.choices[i] for i in choices if table.values[i] >= least]))
    most = max(table.mixes[i] for i in choices)
    kept = [i for i in choices if table.mixes[i] >= min(thought.least, most)]
    return int(table.choices[luck.choices(kept, [table.mixes[i] for i in kept])[0]])
