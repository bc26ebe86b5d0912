"""The exact odds of dice: of one roll, or of a fight to its end.

Chances are sums over all throws. Nothing of the seed is needed here, and nothing of it can be learned.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from campaign.attack import MAX_ATTACK, MAX_DEFENCE
from campaign.chance import pairs_lost

MAX = 150
"""Armies of a side beyond which nothing is reckoned: a page must not wait for it."""
Losses = tuple[int, int]
Ranks = tuple[tuple[int, int], ...]
"""How many defenders stand in each rank, and what the attacker adds to its dice against them."""


@dataclass(frozen=True)
class Odds:
    """What becomes of an assault: the chance of taking the territory, and the losses to be expected."""

    wins: float
    lost: float
    """Mean loss of the attacker."""
    killed: float
    """Mean loss of the defender."""
    left: float
    """Mean of the attackers left where they win; 0 where they cannot."""


@lru_cache(maxsize=32)
def throws(attack: int, defence: int, edge: int = 0) -> dict[Losses, float]:
    """Return the chance of each (loss of the attacker, loss of the defender) in one roll.

    The edge is added to each die of the attacker.

    >>> {losses: round(chance, 3) for losses, chance in throws(1, 1).items()}
    {(1, 0): 0.583, (0, 1): 0.417}
    """
    ways: dict[Losses, int] = {}
    for faces in product(range(1, 7), repeat=attack + defence):
        lost, killed, equal = pairs_lost([face + edge for face in faces[:attack]], faces[attack:])
        ways[lost + equal, killed] = ways.get((lost + equal, killed), 0) + 1
    return {losses: count / 6 ** (attack + defence) for losses, count in ways.items()}


def assault(force: int, garrison: int, dice: int = MAX_ATTACK, stop: int = 0, rolls: int = 0) -> Odds | None:
    """Return the odds of a force against a garrison; nothing where there is no fight, or one too big to reckon.

    The force goes on with at most `dice` dice until it is `stop` or less, or for `rolls` rolls (0: to the end).

    >>> round(assault(3, 1).wins, 3)
    0.916
    """
    return assault_ranks(force, ((garrison, 0),), dice, stop, rolls)


@lru_cache(maxsize=4096)
def assault_ranks(force: int, ranks: Ranks, dice: int = MAX_ATTACK, stop: int = 0, rolls: int = 0) -> Odds | None:
    """Return the odds of a force against a garrison in ranks, each of which falls before the next one fights.

    >>> round(assault_ranks(3, ((1, 1), (1, -1))).wins, 3)
    0.732
    """
    garrison = sum(count for count, _edge in ranks)
    if not (stop < force <= MAX and 0 < garrison <= MAX):
        return None
    endings = _endings(force, ranks, dice, stop, rolls)
    wins = sum(chance for (_left, standing), chance in endings.items() if not standing)
    mean = sum(chance * left for (left, standing), chance in endings.items() if not standing)
    return Odds(
        wins,
        sum(chance * (force - left) for (left, _standing), chance in endings.items()),
        sum(chance * (garrison - standing) for (_left, standing), chance in endings.items()),
        mean / wins if wins else 0.0,
    )


def _endings(force: int, ranks: Ranks, dice: int, stop: int, rolls: int) -> dict[Losses, float]:
    """Return the chance of each (force, garrison) in which the fight ends. Every roll costs somebody an army."""
    garrison = sum(count for count, _edge in ranks)
    fighting, ended, rolled = {(force, garrison): 1.0}, dict[Losses, float](), 0
    while fighting:
        after: dict[Losses, float] = {}
        for (ours, theirs), chance in fighting.items():
            standing, edge = find_front(ranks, theirs)
            for (lost, killed), odd in throws(min(dice, ours), min(MAX_DEFENCE, standing), edge).items():
                left = (ours - lost, theirs - killed)
                after[left] = after.get(left, 0.0) + chance * odd
        rolled += 1
        fighting = {}
        for left, chance in after.items():
            over = left[0] <= stop or left[1] <= 0 or rolled == rolls
            endings = ended if over else fighting
            endings[left] = endings.get(left, 0.0) + chance
    return ended


def find_front(ranks: Ranks, left: int) -> Losses:
    """Return how many stand in the foremost rank when so many defenders are left, and the edge over them.

    >>> find_front(((2, 1), (3, 0)), 4), find_front(((2, 1), (3, 0)), 3)
    ((1, 1), (3, 0))
    """
    behind = 0
    for count, edge in reversed(ranks):
        if left <= behind + count:
            return left - behind, edge
        behind += count
    raise ValueError("more defenders than there were")
