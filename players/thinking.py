"""The computer players that search: how many orders they look at, how many they weigh, and how deep they go."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from battlefield import Battle
from battlefield.rulesets import Ruleset

from . import simple, weights
from .fast.compiled import make_numbers
from .fast.layout import MAX_CANDIDATES, MAX_CHOICES, Table
from .fast.two_player import TableLimits
from .reading import ROUNDS, Kinds, Past, read
from .searching import Node, Thinker
from .turning import Side, cross_table, draw_side, find_opposite_side, turn

ATTENTION = 0.85
"""How much of what it could capture a level sees in a round in which it strolls."""
CROWD = 0.6
"""With more than two seats: how likely most levels take it that another just does what looks best."""


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
    """With `answers` and two seats: how likely another just does what looks best while everybody else stands still."""
    crowd_trust: float = CROWD
    """The same with more."""
    chance: float = 0.0
    """How likely it gives any order at random."""
    slip: float = 0.0
    """How often it does not think but strolls about, with two seats (`simple.choose_capture`)."""
    crowded: float = 0.0
    """The same with more."""
    attention: float = ATTENTION
    """With two seats: how much of what it could capture it sees while it strolls."""
    weights: tuple[float, ...] = ()
    """How much each feature weighs; empty for those that were learned."""
    leaning: tuple[tuple[str, float], ...] = ()
    """Its manner: how much more than that some features of its own seat weigh to it."""
    duelling: tuple[tuple[str, float], ...] = ()
    """The same with two seats, in place of these features there, unless a treasure decides."""
    tuned: bool = False
    """With two seats: whether its own features weigh besides what `players.tuning` found to win battles."""
    drawn: float = 1.0
    """With two seats: how many times better than even the odds of a draw are to it, and to its rival as it sees it."""
    progress: float = 0.0
    """How much it presses on in a battle in which nothing has been taken for long."""
    weariness: float = 1.0
    """With two seats: how many times better the odds are to both, for each time more, where a formation comes back."""
    memory: int = ROUNDS
    """With two seats: how many closed rounds it looks back on for that."""
    crowd_weariness: float = 1.0
    """The same to all, with more."""
    whim: float = 0.0
    """With two seats, unless a treasure decides: by how much, in proportion, each weight differs from one order to the
    next (its deviation)."""
    reads: bool = False
    """Whether it reads its rival, and trusts in what it has read alone."""


RIVALS = {1: (12,), 2: (4, 4), 3: (3, 3, 3)}
"""By number of other seats: how many orders the nearest have in a table; further ones have just one."""

GREEDY = Thought(nodes=1, closely=16, others=1, wide=4, loose=0.02)
"""Does what looks best while everybody else stands still."""
STRANGER = Kinds(habit=0.15, chance=0.05, thought=0.8)
"""What a rival is before anything was read: nothing is done about it, only about what was learned since."""
MAX_TRUST, SHY = 0.9, 3
"""What is trusted at most; how many rounds say nothing yet."""
MOODS = range(4)
"""So many ways there are to weigh with a whim: few, so that all can be gone through (`benchmarks.exploitability`)."""
HALF = 0.5
"""How often a player of two looks from across the table."""
NEAR_LIMIT = 10
"""From twice so many rounds before the limit a draw counts for more, and in the last ones in full."""
TIMEOUT, PRESSING = 2, {"hunt": 2.0, "hunters": 1.0, "experience": 0.1}
"""After how many quiet rounds a player begins to press on, and what weighs more then."""
UNEASY = 8, 14
"""From how many quiet rounds on a player gives up what was tuned, and after how many it has done so."""
MATTERS = 0.4
"""From what likelihood on it matters that the other may order at random."""
EDGES, DRAWN = Kinds(habit=6.0, chance=30.0, thought=1.0), -0.5
"""How many times better the odds are against each kind than between equals; what power of that goes for a draw."""
FIRST, FURTHER = TableLimits(times=120, most=12, keen=0.004, fill=8), TableLimits(times=60, most=6, keen=0.01, fill=4)
"""How the table at the root is made with two seats, and those further on."""
GLANCED = 10
"""How many orders of a seat are candidates further on with two seats, and those of a rival with more."""
LIKELY, ANSWERING, TURNS, FEW = 5, 3, 2, 4
"""With more than two seats: how many orders of a seat are tried to the end, how many rivals answer (the nearest),
how often at least. Each node that two seats would fill brings one and a half turns more with up to so many seats, and
half a turn with more."""


def choose_order(thought: Thought, battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Return the order text that this way of thinking arrives at."""
    is_duel = len(battle.seats) == 2
    slip, attention = (thought.slip, thought.attention) if is_duel else (thought.crowded, ATTENTION)
    if slip and luck.random() < slip:
        return simple.choose_capture(battle, seat, luck, past, attention=attention)
    crossed = is_duel and thought.answers and draws_side(battle, luck)
    side = draw_side(battle, luck) if len(battle.seats) > 2 else find_opposite_side(battle) if crossed else None
    turned = turn(battle, side) if side and not crossed else battle
    if thought.whim and has_plain_goals(battle.ruleset, len(battle.seats)):
        thought = replace(thought, weights=vary(thought.weights or weights.get_weights(battle), thought.whim, luck))
    thinker = make_thinker(thought, turned, seat, past, side=None if crossed else side, crossed=crossed)
    order = thinker.order(draw_order(thought, thinker, grow_tree(thought, thinker), luck))
    return str(side.order(order) if side else order)


def has_plain_goals(ruleset: Ruleset, seats: int) -> bool:
    """Return whether two fight and no treasure decides: with one, hunting and a whim give more away than they bring."""
    return seats == 2 and "treasure" not in ruleset.goals


def vary(weights_used: tuple[float, ...], whim: float, luck: Random) -> tuple[float, ...]:
    """Return the weights with each a little more or less, so that equals do not mirror each other for ever."""
    mood = Random(luck.choice(MOODS))
    return tuple(weight * mood.gauss(1.0, whim) for weight in weights_used)


def draws_side(battle: Battle, luck: Random) -> bool:
    """Return whether to look at a battle of two from across the table, unless the letters decide who is quicker.

    In a stand-off it may be as good for either to give way, as long as one does: the search then takes the seat that
    it finds first, which must not always be the same one.
    """
    return battle.ruleset.priority != "rotating" and luck.random() < HALF


def make_thinker(
    thought: Thought, battle: Battle, seat: str, past: Past, *, side: Side | None = None, crossed: bool = False
) -> Thinker:
    """Return a thinker with the beliefs, the manner and the patience of this way of thinking.

    `side`: from where `battle` is seen; the past is not turned yet. `crossed`: it looks at a battle of two from across
    the table, as the other seat.
    """
    beliefs = form_beliefs(thought, battle, seat, past)
    is_duel = len(battle.seats) == 2
    weariness, memory = (thought.weariness, thought.memory) if is_duel else (thought.crowd_weariness, ROUNDS)
    before = [earlier for earlier, _orders in past[-memory:]] if weariness != 1.0 else []
    if side:
        before = [turn(earlier, side) for earlier in before]
    if crossed:
        seat = next(each for each in battle.seats if each != seat)
        battle, before = cross_table(battle), [cross_table(earlier) for earlier in before]
    leaning = find_leaning(thought, battle.ruleset, len(battle.seats), battle.number, battle.quiet)
    weights_used = thought.weights or weights.get_weights(battle)
    own = weights.lean(weights_used, len(battle.seats), battle.seats.index(seat), leaning)
    thinker = Thinker(battle, seat, own, **beliefs)
    if side and side.is_mirrored:
        thinker.mirror()
    if weariness != 1.0:
        thinker.remember(before, weariness)
    return thinker


def find_leaning(thought: Thought, ruleset: Ruleset, seats: int, number: int, quiet: int) -> dict[str, float]:
    """Return by feature how much more than was learned it weighs in a round, after so many quiet ones."""
    leaning = dict(thought.leaning)
    if has_plain_goals(ruleset, seats):
        leaning |= dict(thought.duelling)
    if thought.tuned and seats == 2:
        add(leaning, weights.get_tuned(ruleset), measure_tuned(ruleset, number, quiet))
    waited = max(0.0, quiet - TIMEOUT) / ruleset.quiet_rounds
    if thought.progress and waited:
        add(leaning, PRESSING, thought.progress * waited)
    return leaning


def add(leaning: dict[str, float], more: Mapping[str, float], times: float = 1.0) -> None:
    """Add to what features weigh."""
    for feature, weight in more.items():
        leaning[feature] = leaning.get(feature, 0.0) + times * weight


def form_beliefs(thought: Thought, battle: Battle, seat: str, past: Past) -> dict[str, float]:
    """Return what the thinker believes of the others: fixed trust with more than one, else what it has read."""
    if len(battle.seats) != 2:
        return {"trust": thought.crowd_trust}
    drawn = thought.drawn ** measure_rounds_left(battle.ruleset, battle.number)
    if not thought.reads:
        return {"trust": thought.trust, "chance": thought.chance, "drawn": drawn, "stake": drawn}
    rival = next(each for each in battle.seats if each != seat)
    kinds = read(past, rival, STRANGER)
    found = min(1.0, max(0, len(past) - SHY) / (ROUNDS - SHY))
    habit, chance = (found * measure_learning(*each) for each in zip(STRANGER[:2], kinds[:2], strict=True))
    edge = EDGES.habit**habit * EDGES.chance**chance
    return {
        "trust": MAX_TRUST * habit,
        "chance": MAX_TRUST * chance if chance >= MATTERS else 0.0,
        "edge": edge,
        "drawn": drawn * edge**DRAWN,
        "stake": drawn,
    }


def measure_rounds_left(ruleset: Ruleset, number: int) -> float:
    """Return from 0 to 1 how much of a battle is left in this round: at the end a draw is all that can be had."""
    return min(1.0, max(0, ruleset.max_rounds - number - NEAR_LIMIT) / NEAR_LIMIT)


def measure_tuned(ruleset: Ruleset, number: int, quiet: int) -> float:
    """Return from 0 to 1 how much of what was tuned counts in a round, after so many quiet ones.

    What was tuned makes a player keep what it has. It fades towards the limit, which is near from the first round on in
    a battle of few, and while nothing is taken, so that two such players do not chase each other for ever.
    """
    return min(measure_rounds_left(ruleset, number), measure_calm(quiet))


def measure_calm(quiet: int) -> float:
    """Return from 1 to 0 how little a player minds that nothing has been taken for so many rounds.

    >>> [measure_calm(quiet) for quiet in (0, 8, 11, 14)]
    [1.0, 1.0, 0.5, 0.0]
    """
    first, last = UNEASY
    return min(1.0, max(0, last - quiet) / (last - first))


def measure_learning(before: float, now: float) -> float:
    """Return how far a belief has grown towards certainty, from 0 to 1; 0 where it has shrunk.

    >>> measure_learning(before=0.5, now=0.75)
    0.5
    """
    return max(now - before, 0.0) / (1 - before)


def grow_tree(thought: Thought, thinker: Thinker) -> Node:
    """Build the root of the search tree, as deep as the thought goes."""
    if not thought.answers:
        return look_ahead(thought, thinker)
    return _grow_two_player(thought, thinker) if thinker.seats == 2 else _grow_multi_player(thought, thinker)


def _grow_two_player(thought: Thought, thinker: Thinker) -> Node:
    root = thinker.node(thinker.plan.field, make_numbers([MAX_CANDIDATES] * 2), make_numbers([thought.wide] * 2), FIRST)
    for _ in range(thought.nodes - 1):
        look_into(thinker, root)
    return root


def look_into(thinker: Thinker, root: Node) -> None:
    """Fill one table more, where it deserves it most."""
    thinker.deepen(root, make_numbers([GLANCED] * 2), make_numbers([FURTHER.most] * 2), FURTHER)


def _grow_multi_player(thought: Thought, thinker: Thinker) -> Node:
    rivals = len(thinker.by_distance())
    closely = thinker.each(MAX_CANDIDATES, [GLANCED] * rivals)
    wide = thinker.each(LIKELY, [LIKELY] * ANSWERING)
    turns = TURNS + thought.nodes * (3 if thinker.seats <= FEW else 1) // 2
    return thinker.build_multi_player_node(closely, wide, turns)


def look_ahead(thought: Thought, thinker: Thinker) -> Node:
    rivals = len(thinker.by_distance())
    closely = thinker.each(thought.closely, [thought.others] * rivals)
    return thinker.look_ahead(closely, thinker.each(thought.wide, get_widths(rivals, thought.wide)))


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
    return draw_from_table(thought, table, thinker.me, luck)


def draw_from_table(thought: Thought, table: Table, seat: int, luck: Random) -> int:
    """Draw an order of a seat by the mixture of a table, but none that it plays too rarely."""
    choices = range(seat * MAX_CHOICES, seat * MAX_CHOICES + table.sizes[seat])
    most = max(table.mixes[i] for i in choices)
    likely = [i for i in choices if table.mixes[i] >= min(thought.least, most)]
    return int(table.choices[luck.choices(likely, [table.mixes[i] for i in likely])[0]])
