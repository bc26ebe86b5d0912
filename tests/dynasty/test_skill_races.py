"""Battles that end at the same moment, on the same dynasties: each counts once, and none is lost."""

import pytest

from core import clock
from dynasty.models import RatedBattle, Rating
from dynasty.selectors import ratings as selectors
from dynasty.services import ratings
from dynasty.services.ratings import Fighter
from tests import factories
from tests.dynasty.test_races import THREADS, race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.races]


def test_battles_that_end_at_once_are_rated_one_after_the_other() -> None:
    houses = [factories.found(name) for name in ("Ming", "Qing", "Inca", "Mali")]

    def settle(number: int) -> None:
        chosen = [houses[number % 4], houses[(number + 1) % 4], houses[(number + 2) % 4]]
        fighters = [Fighter(1 if place == 0 else 2, each) for place, each in enumerate(chosen)]
        ratings.rate_battle(place=f"cup{number}", family="board", pace="live", at=clock.now(), fighters=fighters)

    assert race(settle) == {"ok": THREADS}
    assert RatedBattle.objects.count() == THREADS
    assert sum(Rating.objects.values_list("battles", flat=True)) == 3 * THREADS
    assert list(selectors.find_errors()) == []


def test_one_battle_settled_by_two_workers_counts_once() -> None:
    both = [Fighter(1, factories.found("Ming")), Fighter(2, factories.found("Qing"))]

    def settle(_number: int) -> None:
        ratings.rate_battle(place="cup", family="board", pace="live", at=clock.now(), fighters=both)

    assert race(settle) == {"ok": THREADS}
    assert RatedBattle.objects.count() == 1 and {each.battles for each in Rating.objects.all()} == {1}
