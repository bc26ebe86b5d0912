"""Beliefs about a rival, read from the rounds that it has played.

A rival is taken to be one of three kinds: it does what looks best while everybody else stands still; it gives any
order at random; or it thinks. Each order that it gave makes these more or less likely, after Bayes. Nothing is used
but closed rounds, which everybody sees. A belief never becomes certainty, so that who plays one thing in order to be
believed, and then another, gains little (Johanson and Bowling 2009).
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from battlefield import Battle, IllegalOrder
from battlefield.battles import read_order

from .fast.heuristics import rank_against_holding
from .fast.layout import HOLD
from .searching import Thinker

Closed = tuple[Battle, Mapping[str, str]]
"""A closed round: the battle before it, and the order text of every seat that gave one."""
Past = Sequence[Closed]
"""Closed rounds, the newest last."""
ROUNDS = 10
"""So many of the last rounds are read."""
STRAY = 0.03
"""How often who plays out of habit, or at random, does otherwise after all."""
PLAIN, SPREAD, NARROW = 0.35, 0.22, 0.015
"""How often who thinks does what looks best even so; how much worse its other orders may look, and those of habit."""


class Kinds(NamedTuple):
    """How likely a seat is of each kind."""

    habit: float
    """It does what looks best while everybody else stands still."""
    chance: float
    """It gives any order at random."""
    thought: float


LEAST, MAX = 0.03, 0.95
"""What a kind is believed at least and at most."""


def read(past: Past, seat: str, believed: Kinds) -> Kinds:
    """Return the belief about a seat after these rounds, from the belief before them.

    A formation that comes back says nothing new about who plays there.
    """
    beliefs, formations = list(believed), set()
    for before, orders in past[-ROUNDS:]:
        here = frozenset((tile, piece.seat, piece.is_emperor) for tile, piece in before.formation.pieces.items())
        if here in formations:
            continue
        formations.add(here)
        if likely := compute_likelihoods(before, seat, orders.get(seat, "-")):
            beliefs = [belief * of_kind for belief, of_kind in zip(beliefs, likely, strict=True)]
    return normalize(beliefs)


def normalize(beliefs: Sequence[float]) -> Kinds:
    """Scale beliefs so that they add up to 1; none becomes certain.

    >>> normalize([1.0, 1.0, 2.0])
    Kinds(habit=0.25, chance=0.25, thought=0.5)
    """
    whole = sum(beliefs)
    bounded = [min(max(belief / whole, LEAST), MAX) for belief in beliefs]
    return Kinds(*(belief / sum(bounded) for belief in bounded))


def compute_likelihoods(before: Battle, seat: str, text: str) -> Kinds | None:
    """Return how likely each kind of player gives this order, or None where it says nothing."""
    thinker = Thinker(before, seat)
    try:
        order = thinker.plan.number(read_order(before, seat, text))
    except IllegalOrder:
        return None
    orders, shares = evaluate_orders(thinker)
    if len(orders) < 3 or order not in orders:
        return None
    place, best = orders.index(order), max(shares)
    random = 1 / (len(orders) - 1) if order != HOLD else STRAY / len(orders)
    likely = [math.exp((share - best) / NARROW) for share in shares]
    charms = [math.exp((share - best) / SPREAD) for share in shares]
    plain, charm = likely[place] / sum(likely), charms[place] / sum(charms)
    return Kinds(
        habit=(1 - STRAY) * plain + STRAY * random,
        chance=random,
        thought=PLAIN * plain + (1 - PLAIN) * charm,
    )


def evaluate_orders(thinker: Thinker) -> tuple[list[int], list[float]]:
    """Return every order of the thinker's seat, holding first, and the share of each while all others hold."""
    table = thinker.room()
    found = rank_against_holding(thinker.study, thinker.plan.field, table, thinker.me)
    return ([HOLD, *map(int, table.orders[:found])], [float(table.values[0]), *map(float, table.guesses[:found])])
