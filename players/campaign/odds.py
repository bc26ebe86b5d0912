"""Exact odds of an attack that goes on to the end, or until few armies are left."""

from functools import cache
from typing import NamedTuple

MAX = 60
"""Armies on either side that are reckoned exactly; greater armies as if all were smaller in proportion."""

Loss = tuple[int, int, float]
ROLLS: dict[tuple[int, int], tuple[Loss, ...]] = {
    (3, 2): ((2, 0, 2275 / 7776), (1, 1, 2611 / 7776), (0, 2, 2890 / 7776)),
    (2, 2): ((2, 0, 581 / 1296), (1, 1, 420 / 1296), (0, 2, 295 / 1296)),
    (1, 2): ((1, 0, 161 / 216), (0, 1, 55 / 216)),
    (3, 1): ((1, 0, 441 / 1296), (0, 1, 855 / 1296)),
    (2, 1): ((1, 0, 91 / 216), (0, 1, 125 / 216)),
    (1, 1): ((1, 0, 21 / 36), (0, 1, 15 / 36)),
}
"""By the dice of attack and defence: what either loses, and how likely that is."""


class Storm(NamedTuple):
    """How likely the attack succeeds, and what is to be expected in either case."""

    win: float
    left: float
    """Of the attacker's armies, if it succeeds."""
    spent: float
    """Of the attacker's armies, if it fails."""
    garrison: float
    """Of the defenders, if it fails."""


@cache
def storm(armies: int, defenders: int, floor: int = 1) -> Storm:
    """Return the odds of an attack by a territory with so many armies that goes on until `floor` are left.

    >>> round(storm(4, 1).win, 3)
    0.916
    """
    if max(armies, defenders) > MAX:
        return _smaller(armies, defenders, floor)
    win, left, spent, garrison = _sums(armies, defenders, floor)
    lost = 1 - win
    return Storm(win, left / win if win else 0.0, spent / lost if lost > 0 else 0.0,
                 garrison / lost if lost > 0 else 0.0)  # fmt: skip


def _smaller(armies: int, defenders: int, floor: int) -> Storm:
    part = MAX / max(armies, defenders)
    few = storm(max(floor, round(armies * part)), max(1, round(defenders * part)), floor)
    return Storm(few.win, few.left / part, max(floor, few.spent / part), max(1.0, few.garrison / part))


@cache
def _sums(armies: int, defenders: int, floor: int) -> tuple[float, float, float, float]:
    """Return the chance to win, and three means weighted by their case: attackers left, attackers lost, defenders."""
    if defenders <= 0:
        return 1.0, float(armies), 0.0, 0.0
    if armies <= floor:
        return 0.0, 0.0, float(armies), float(defenders)
    found = [0.0, 0.0, 0.0, 0.0]
    for lost, killed, chance in ROLLS[min(3, armies - 1), min(2, defenders)]:
        for number, value in enumerate(_sums(armies - lost, defenders - killed, floor)):
            found[number] += chance * value
    return found[0], found[1], found[2], found[3]
