"""Rounds close without broker or beat: every worker sweeps by itself, by a clock that never steps."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from celery.signals import worker_process_init
from django.conf import settings
from django.db import connection

from config import celery, sweeper
from config.sweeper import Sweeper


class Sweeps:
    """Counts sweeps, of which the first ones fail."""

    def __init__(self, failing: int = 0) -> None:
        self.failing, self.done, self.enough = failing, 0, threading.Event()

    def __call__(self) -> None:
        self.failing -= 1
        if self.failing >= 0:
            raise ConnectionError("the broker is gone")
        self.done += 1
        if self.done == 3:
            self.enough.set()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sweeper, "INTERVAL", 0.01)
    monkeypatch.setattr(sweeper, "close_old_connections", lambda: None)
    monkeypatch.setattr(sweeper, "acquire_turn", lambda: True)
    monkeypatch.setattr(sweeper, "release_turn", lambda: None)
    yield


def test_it_sweeps_on_after_errors_and_stops_when_told(quick: None) -> None:
    sweeps = Sweeps(failing=4)
    loop = Sweeper(sweeps)
    loop.start()
    assert sweeps.enough.wait(20)
    loop.stop()
    assert not loop.thread.is_alive()


@pytest.mark.parametrize("step", [-3600, 3600])
def test_a_step_of_the_machine_s_clock_stops_nothing(quick: None, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    real = time.time
    sweeps = Sweeps()
    loop = Sweeper(sweeps)
    loop.start()
    monkeypatch.setattr(time, "time", lambda: real() + step)
    assert sweeps.enough.wait(20)
    loop.stop()


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_workers_take_turns_and_nobody_waits_long_for_one_that_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("one process sweeps an embedded site")
    other = connection.copy()
    sweeps = Sweeps()
    mine = Sweeper(sweeps)
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [sweeper.LOCK_ID])
        assert not mine.once() and sweeps.done == 0
        monkeypatch.setattr(sweeper, "TIMEOUT", 0.0)
        assert mine.once() and sweeps.done == 1
        monkeypatch.undo()
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [sweeper.LOCK_ID])
        assert mine.once() and mine.once() and sweeps.done == 3
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [sweeper.LOCK_ID])
            assert cursor.fetchone()[0], "the turn is given back"
    finally:
        other.close()


def test_each_process_of_a_worker_begins_and_ends_one(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps: Any = Sweeps()
    monkeypatch.setattr("tournaments.tasks.sweep", sweeps)
    worker_process_init.send(sender=None)
    [loop] = celery.sweepers
    assert sweeps.enough.wait(20)
    celery.stop_sweepers()
    assert not loop.thread.is_alive() and not celery.sweepers


def test_what_beat_sends_is_a_hint() -> None:
    assert settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"] >= 5 > sweeper.TIMEOUT > sweeper.INTERVAL
