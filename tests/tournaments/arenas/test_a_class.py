"""A class plays an arena: nobody who is free waits while somebody else is free, and every battle is counted once.

    ARENA_CLASS=200 python3 manage.py test tests/tournaments/arenas/test_a_class.py -s

plays it with as many as one likes, and prints how long the sweeps took.
"""

import os
import random
import time
from collections import Counter
from datetime import datetime, timedelta

import pytest

from core import clock, rate_limits
from tests.tournaments.arenas.test_arenas import announce, enter, win
from tournaments.domain import arenas
from tournaments.models import Arena, ArenaBattle, ArenaPlayer, Tournament
from tournaments.services.arenas import battles

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(3600)]
CLASS = int(os.environ.get("ARENA_CLASS", "16"))
STEP = 2
"""Seconds between two sweeps."""
STEPS = 60


def end_some(arena: Arena, luck: random.Random) -> None:
    """Let about a fifth of the battles that are fought end, each by a victory, and those whose round nearly closes."""
    closing = clock.now() + timedelta(seconds=2 * STEP)
    for tournament in Tournament.objects.filter(arena_battle__arena=arena, status="running").order_by("pk"):
        if luck.random() < 0.2 or tournament.rounds.filter(deadline__lt=closing).exists():
            pair = ArenaPlayer.objects.filter(tournament=tournament).order_by("pk").select_related("dynasty")
            win(tournament, luck.choice([each.dynasty.name for each in pair]))


def list_patient(arena: Arena, now: datetime) -> list[ArenaPlayer]:
    """Return who has waited for longer than two have to who have just met."""
    longest = now - arenas.REPEATS_AFTER - timedelta(seconds=2 * STEP)
    return list(ArenaPlayer.objects.filter(arena=arena, tournament=None, waits_since__lt=longest))


def test_nobody_is_left_over_and_every_battle_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)
    luck, arena, sweeps = random.Random(7), announce(), []
    for number in range(CLASS):
        enter(arena, f"House {number}")
    for step in range(STEPS):
        now = arena.starts_at + timedelta(seconds=STEP * step)
        with clock.freeze(now):
            ArenaPlayer.objects.update(visited_at=now)
            ArenaPlayer.objects.filter(waits_since__lt=arena.starts_at).update(waits_since=now)
            begun = time.process_time()
            battles.tend(arena)
            sweeps.append(time.process_time() - begun)
            assert len(list_patient(arena, now)) <= 1
            end_some(arena, luck)
    with clock.freeze(arena.ends_at + timedelta(minutes=1)):
        battles.tend(arena)
    played = ArenaBattle.objects.exclude(settled_at=None).count()
    counted = Counter({each.pk: each.battles for each in ArenaPlayer.objects.all()})
    assert counted.total() == 2 * played > CLASS
    assert all(sum(each.scores) == each.points for each in ArenaPlayer.objects.all())
    print(
        f"\n{CLASS} players, {played} battles; CPU of a sweep: mean {sum(sweeps) / STEPS * 1000:.0f} ms, "
        f"longest {max(sweeps) * 1000:.0f} ms"
    )
