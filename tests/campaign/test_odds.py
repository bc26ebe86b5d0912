"""Odds before an attack, held against every throw counted out in fractions."""

from fractions import Fraction
from itertools import product

import pytest

from campaign.chance import pairs_lost
from campaign.odds import MAX, assault, throws


def one_roll(attack: int, defence: int) -> dict[tuple[int, int], Fraction]:
    found: dict[tuple[int, int], Fraction] = {}
    faces = list(product(range(1, 7), repeat=attack + defence))
    for dice in faces:
        lost, killed, equal = pairs_lost(dice[:attack], dice[attack:])
        key = (lost + equal, killed)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, len(faces))
    return found


ROLLS = {(a, d): one_roll(a, d) for a in (1, 2, 3) for d in (1, 2)}


def compute_chance(force: int, garrison: int, dice: int, stop: int, rolls: int) -> Fraction:
    """Return the chance of conquest, by walking through every course of the fight."""
    if garrison <= 0:
        return Fraction(1)
    if force <= stop or not rolls:
        return Fraction(0)
    ways = ROLLS[min(dice, force), min(2, garrison)].items()
    return sum(
        (odd * compute_chance(force - lost, garrison - killed, dice, stop, rolls - 1) for (lost, killed), odd in ways),
        start=Fraction(0),
    )


@pytest.mark.parametrize("force", range(1, 6))
@pytest.mark.parametrize("garrison", range(1, 5))
def test_the_chance_is_that_of_all_courses_counted_out(force: int, garrison: int) -> None:
    for dice, stop, rolls in ((3, 0, 0), (2, 0, 0), (3, 1, 0), (3, 0, 1), (1, 0, 2)):
        odds = assault(force, garrison, dice, stop, rolls)
        if stop >= force:
            assert odds is None
            continue
        expected = compute_chance(force, garrison, dice, stop, rolls or 99)
        assert odds is not None and abs(odds.wins - float(expected)) < 1e-12
        assert 0 <= odds.lost <= force and 0 <= odds.killed <= garrison and (odds.left > stop or not odds.wins)


def test_the_table_of_the_rules() -> None:
    assert abs(throws(3, 2)[2, 0] - 2275 / 7776) < 1e-15 and abs(throws(3, 2)[0, 2] - 2890 / 7776) < 1e-15
    assert abs(throws(2, 2)[1, 1] - 420 / 1296) < 1e-15 and abs(throws(1, 1)[0, 1] - 15 / 36) < 1e-15


def test_three_dice_favour_the_attacker_of_a_great_army() -> None:
    odds = assault(100, 100)
    assert odds is not None and 0.5 < odds.wins < 1 and abs(sum(throws(3, 2).values()) - 1) < 1e-12


@pytest.mark.parametrize(("force", "garrison"), [(0, 3), (3, 0), (MAX + 1, 2), (2, MAX + 1)])
def test_where_there_is_nothing_to_reckon(force: int, garrison: int) -> None:
    assert assault(force, garrison) is None
