"""Battles between computer players, and the statistics of their results."""

import math
from collections.abc import Mapping, Sequence
from random import Random

from battlefield import Battle, play

from .ladder import Choice
from .reading import Closed


def battle(opening: Battle, choosers: Mapping[str, Choice], seed: str) -> Battle:
    """Return a battle at its end. Each seat has luck of its own; the order of arrival is drawn anew each round."""
    return play_battle(opening, choosers, seed)[0]


def play_battle(opening: Battle, choosers: Mapping[str, Choice], seed: str) -> tuple[Battle, list[Closed]]:
    """Return a battle at its end and its rounds, the orders of each as they arrived."""
    now, past = opening, list[Closed]()
    lucks = {seat: Random(f"{seed} {seat}") for seat in opening.seats}
    arrival = Random(f"{seed} arrival")
    while now.outcome is None:
        orders = [(seat, choosers[seat](now, seat, lucks[seat], past)) for seat in now.to_act]
        arrival.shuffle(orders)
        past.append((now, dict(orders)))
        now, _ = play(now, orders)
    return now, past


def compute_score(ended: Battle, seats: Sequence[str]) -> float:
    """Return what part of the victory, or of the draw, belongs to these seats: from 0 to 1."""
    assert ended.outcome is not None
    return len(set(ended.outcome.seats) & set(seats)) / len(ended.outcome.seats)


def deal_sides(seats: Sequence[str], turn: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Deal the seats out to two sides, every other one to each; the sides change with every turn.

    >>> deal_sides("abcd", 0)
    (('a', 'c'), ('b', 'd'))
    >>> deal_sides("abcd", 1)
    (('b', 'd'), ('a', 'c'))
    """
    even, odd = tuple(seats[::2]), tuple(seats[1::2])
    return (even, odd) if turn % 2 == 0 else (odd, even)


def compute_interval(wins: float, battles: int, z: float = 1.96) -> tuple[float, float]:
    """Return the 95% confidence interval of the rate of wins (Wilson 1927); a draw is half a win.

    >>> low, high = compute_interval(60, 100)
    >>> round(low, 2), round(high, 2)
    (0.5, 0.69)
    """
    if battles == 0:
        return 0.0, 1.0
    rate = wins / battles
    middle = (rate + z * z / (2 * battles)) / (1 + z * z / battles)
    spread = z / (1 + z * z / battles) * math.sqrt(rate * (1 - rate) / battles + z * z / (4 * battles * battles))
    return max(0.0, middle - spread), min(1.0, middle + spread)
