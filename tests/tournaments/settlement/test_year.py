"""A few days of the year that `python -m benchmarks.year` simulates: everything is booked, and the books balance."""

from datetime import timedelta

import pytest

from benchmarks import year
from core import clock

pytestmark = pytest.mark.django_db


def test_two_days_of_a_small_world_leave_the_books_whole() -> None:
    with clock.freeze(year.START):
        world = year.World(size=12, seed=3)
    supply = world.count_supply()
    for day in range(2):
        with clock.freeze(year.START + timedelta(days=day, hours=9)):
            world.live(battles=3, swaps=2)
    assert world.counts["battles"] >= 1 and world.counts["bets"] >= 1
    assert world.find_differences() == []
    assert all(world.count_supply()[asset] > 0 for asset in supply if supply[asset])
