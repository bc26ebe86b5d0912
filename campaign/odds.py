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


@lru_cache(maxsize=16)
def throws(attack: int, defence: int) -> dict[Losses, float]:
    """Return the chance of each (loss of the attacker, loss of the defender) in one roll.

    >>> {losses: round(chance, 3) for losses, chance in throws(1, 1).items()}
    {(1, 0): 0.583, (0, 1): 0.417}
    """
    ways: dict[Losses, int] = {}
    for faces in product(range(1, 7), repeat=attack + defence):
        lost, killed, equal = pairs_lost(faces[:attack], faces[attack:])
        ways[lost + equal, killed] = ways.get((lost + equal, killed), 0) + 1
    return {losses: count / 6 ** (attack + defence) for losses, count in ways.items()}


@lru_cache(maxsize=4096)
def assault(force: int, garrison: int, dice: int = MAX_ATTACK, stop: int = 0, rolls: int = 0) -> Odds | None:
    """Return the odds of a force against a garrison; nothing where there is no fight, or one too big to reckon.

    The force goes on with at most `dice` dice until it is `stop` or less, or for `rolls` rolls (0: to the end).

    >>> round(assault(3, 1).wins, 3)
    0.916
    """
    if not (stop < force <= MAX and 0 < garrison <= MAX):
        return None
    endings = _endings(force, garrison, dice, stop, rolls)
    wins = sum(chance for (_left, standing), chance in endings.items() if not standing)
    mean = sum(chance * left for (left, standing), chance in endings.items() if not standing)
    return Odds(
        wins,
        sum(chance * (force - left) for (left, _standing), chance in endings.items()),
        sum(chance * (garrison - standing) for (_left, standing), chance in endings.items()),
        mean / wins if wins else 0.0,
    )


def _endings(force: int, garrison: int, dice: int, stop: int, rolls: int) -> dict[Losses, float]:
    """Return the chance of each (force, garrison) in which the fight ends. Every roll costs somebody an army."""
    fighting, ended, rolled = {(force, garrison): 1.0}, dict[Losses, float](), 0
    while fighting:
        after: dict[Losses, float] = {}
        for (ours, theirs), chance in fighting.items():
            for (lost, killed), odd in throws(min(dice, ours), min(MAX_DEFENCE, theirs)).items():
                left = (ours - lost, theirs - killed)
                after[left] = after.get(left, 0.0) + chance * odd
        rolled += 1
        fighting = {}
        for left, chance in after.items():
            over = left[0] <= stop or left[1] <= 0 or rolled == rolls
            endings = ended if over else fighting
            endings[left] = endings.get(left, 0.0) + chance
    return ended
