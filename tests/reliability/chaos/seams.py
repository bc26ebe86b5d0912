"""What the harness changes in a worker: short rounds, skewed clocks, deaths in mid-close, and an eye on locks."""

import os
import random
import signal
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from core import clock, crash_points
from dynasty.services import event_streams
from tests.reliability.chaos.plan import Diary
from tests.tournaments import scripted
from tournaments.domain import games
from tournaments.services import deadlines, locks

CANARY = "c4n4ry"
"""A word in orders that nobody may read before the close."""
RESOLVED = {"rounds.close_round resolved", "closing.together.close_together resolved"}
COMMITTED = {"rounds.close_round kept", "closing.together.close_together kept"}
"""Points of a close, of one round or of many."""
TAKING = {"take", "seize", "loot"}
held: dict[str, Any] = {}
"""The database's clock when the last lock of a tournament was got."""


def install_scripted_game() -> None:
    """Install the game in which orders say outright what is to happen, as far as it could happen in a real one."""
    games.GAMES[scripted.NAME] = scripted  # type: ignore[assignment]
    check = scripted.check

    def possible(state: scripted.State, seat: str, text: str) -> str:
        word, target = [*text.split(), ""][:2]
        if word in TAKING and (target == seat or target not in state["seats"]):
            raise scripted.Illegal("nobody-there")
        return check(state, seat, text)

    scripted.check = possible


def short_rounds(*lengths: float) -> None:
    """Return rounds of so many seconds, at random."""

    def schedule(tournament: Any, opened_at: Any) -> Any:
        return opened_at + timedelta(seconds=random.choice(lengths))

    deadlines.get_deadline = schedule


def watch_locks() -> None:
    """Keep when the lock was got, on the database's clock: an order is late by that, whatever the code thinks."""
    lock = locks.lock

    def watched(tournament_id: int) -> Any:
        found = lock(tournament_id)
        held["at"] = clock.now()
        return found

    locks.lock = watched


def pointers_after_commits(diary: Diary) -> None:
    """Refuse a pointer that goes out of an open transaction: it reports what may never happen."""
    point = event_streams.send_pointers

    def watched(grown: Sequence[tuple[str, int]], can_wait: bool = False) -> None:
        if connection.in_atomic_block:
            diary.write("finding", of="a pointer before its commit", where=grown[0][0])
        point(grown, can_wait)

    event_streams.send_pointers = watched


def skew_clock(seconds: float) -> None:
    """Let the clocks of the application go wrong; the database's does not."""
    now, real = timezone.now, time.time
    timezone.now = lambda: now() + timedelta(seconds=seconds)
    time.time = lambda: real() + seconds


def deaths(diary: Diary, luck: random.Random, share: float) -> None:
    """Die by SIGKILL in so large a share of the closes, at any of their points."""
    left = [-1]

    def listen(point: str) -> None:
        if point in RESOLVED:
            diary.write("closing")
            left[0] = luck.randint(1, 25) if luck.random() < share else -1
        if left[0] >= 0:
            left[0] -= 1
            if left[0] < 0:
                diary.write("killed", at=point)
                os.kill(os.getpid(), signal.SIGKILL)
        if point in COMMITTED and left[0] >= 0:
            diary.write("killed", at=point)
            os.kill(os.getpid(), signal.SIGKILL)

    crash_points.listener = listen
