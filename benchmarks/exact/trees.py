"""Every round that a tiny battle can come to, played by the readable resolver."""

from collections.abc import Hashable
from dataclasses import dataclass, field

from battlefield import Battle, legal_orders, play
from players import matches

SEATS = ("a", "b")
HOLD = "-"


@dataclass(eq=False)
class Place:
    """A battle when a round opens, and where each pair of orders leads."""

    battle: Battle
    orders: tuple[list[str], list[str]]
    """By seat: every order that it may give."""
    ends: list[list["Place | float"]] = field(default_factory=list)
    """A row for each order of the first seat, a column for each of the second's."""


End = Place | float
"""The next round, or the first seat's part of the victory where the battle is over."""
Tree = list[dict[Hashable, Place]]
"""By round: its places. The first round has one."""


def grow(opening: Battle) -> Tree:
    """Build the tree of all rounds. Raise ValueError unless two seats play, of which neither has to be quick."""
    rules = opening.ruleset
    if opening.seats != SEATS or (rules.conflict.endswith("_and_stay") and rules.priority == "quickest"):
        raise ValueError("only battles of two seats, in which it does not matter who is quicker, are solved here")
    tree: Tree = [{make_key(opening): place(opening)}]
    while tree[-1]:
        later: dict[Hashable, Place] = {}
        for here in tree[-1].values():
            here.ends = [[_end(here.battle, one, other, later) for other in here.orders[1]] for one in here.orders[0]]
        tree.append(later)
    return tree[:-1]


def make_key(battle: Battle) -> Hashable:
    """Return what tells two battles of the same opening apart, as far as their future goes.

    How many rounds were quiet counts only where so many of them could end the battle before the limit does.
    """
    rules, formation = battle.ruleset, battle.formation
    quiet = battle.quiet if rules.quiet_rounds < rules.max_rounds else 0
    return (
        battle.number,
        quiet,
        tuple(sorted(battle.fallen.items())),
        tuple(sorted(formation.pieces.items())),
        tuple(sorted(formation.items.items())),
    )


def place(battle: Battle) -> Place:
    return Place(battle, (list_orders(battle, SEATS[0]), list_orders(battle, SEATS[1])))


def list_orders(battle: Battle, seat: str) -> list[str]:
    """List holding and every other legal order."""
    if seat not in battle.to_act:
        return [HOLD]
    found = legal_orders(battle.formation, seat, battle.ruleset.path)
    return [HOLD, *(f"{origin}-{goal}" for origin, goals in found.items() for goal in goals)]


def _end(battle: Battle, one: str, other: str, later: dict[Hashable, Place]) -> End:
    orders = [(seat, text) for seat, text in zip(SEATS, (one, other), strict=True) if seat in battle.to_act]
    after, _ = play(battle, orders)
    if after.outcome:
        return matches.compute_score(after, SEATS[0])
    key = make_key(after)
    if key not in later:
        later[key] = place(after)
    return later[key]


def size(tree: Tree) -> tuple[int, int]:
    """Return how many positions there are, and how many pairs of orders in them."""
    places = [here for layer in tree for here in layer.values()]
    return len(places), sum(len(here.orders[0]) * len(here.orders[1]) for here in places)
