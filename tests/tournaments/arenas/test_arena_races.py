"""Sweeps, entries and ends of an arena at once: everybody is in one battle at most, and each is counted once."""

from functools import partial

import pytest

from core import clock, rate_limits
from tests.tournaments.arenas.test_arenas import announce, enter, win
from tests.tournaments.test_races import together
from tournaments.models import ArenaBattle, ArenaPlayer, CasualSeat, Tournament
from tournaments.services.arenas import announcing, battles

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


def test_ten_who_wait_while_four_sweep_are_five_battles() -> None:
    arena = announce()
    for number in range(10):
        enter(arena, f"House {number}")
    ArenaPlayer.objects.update(visited_at=arena.starts_at)
    with clock.freeze(arena.starts_at):
        together([partial(battles.tend, arena)] * 4)
        battles.tend(arena)
    assert Tournament.objects.count() == ArenaBattle.objects.count() == 5
    keys = list(CasualSeat.objects.values_list("key", flat=True))
    assert len(set(keys)) == len(keys) == 10 and not ArenaPlayer.objects.filter(tournament=None).exists()


def test_one_dynasty_that_enters_four_times_at_once_has_one_place() -> None:
    arena = announce()
    enter(arena, "Ming")
    ArenaPlayer.objects.all().delete()
    together([partial(enter, arena, "Ming")] * 4)
    assert ArenaPlayer.objects.count() == 1


def test_one_battle_counted_four_times_at_once_is_worth_two_points_and_the_end_is_told_once() -> None:
    arena = announce()
    for name in ("Ming", "Inca"):
        enter(arena, name)
    ArenaPlayer.objects.update(visited_at=arena.starts_at)
    with clock.freeze(arena.starts_at):
        battles.tend(arena)
        battle = Tournament.objects.get()
        win(battle, "Ming")
        results = together([partial(battles.settle, tournament_id=battle.pk)] * 4)
    assert results.count(True) == 1
    assert list(ArenaPlayer.objects.order_by("-points").values_list("points", "battles")) == [(2, 1), (0, 1)]
    with clock.freeze(arena.ends_at + announcing.arenas.GRACE):
        assert together([partial(announcing.close, arena_id=arena.pk)] * 4).count(True) == 1
