"""Rounds close without broker or beat: every worker sweeps by itself, by a clock that never steps."""

import threading
import time
from collections.abc import Iterator

import pytest
from celery.signals import worker_process_init
from django.conf import settings
from django.db import connection

from config import celery, sweeper
from config.sweeper import Sweeper
from tests.patience import PATIENCE
from tournaments import tasks


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
    monkeypatch.setattr(sweeper, "acquire_turn", lambda lock_id: True)
    monkeypatch.setattr(sweeper, "release_turn", lambda lock_id: None)
    yield


def test_it_sweeps_on_after_errors_and_stops_when_told(quick: None) -> None:
    sweeps = Sweeps(failing=4)
    loop = Sweeper(sweeps)
    loop.start()
    assert sweeps.enough.wait(PATIENCE)
    loop.stop()
    assert not loop.thread.is_alive()


@pytest.mark.parametrize("step", [-3600, 3600])
def test_a_step_of_the_machine_s_clock_stops_nothing(quick: None, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    real = time.time
    sweeps = Sweeps()
    loop = Sweeper(sweeps)
    loop.start()
    monkeypatch.setattr(time, "time", lambda: real() + step)
    assert sweeps.enough.wait(PATIENCE)
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


def test_each_process_closes_rounds_while_its_computers_think(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    closes, thinking, thought = Sweeps(), threading.Event(), threading.Event()

    def think() -> None:
        thinking.set()
        thought.wait(PATIENCE)

    monkeypatch.setattr("tournaments.tasks.close_due", closes)
    monkeypatch.setattr("tournaments.tasks.play_due", think)
    worker_process_init.send(sender=None)
    loops = list(celery.sweepers)
    assert thinking.wait(PATIENCE)
    closes.enough.clear()
    closes.done = 0
    assert closes.enough.wait(PATIENCE) and not thought.is_set()
    thought.set()
    celery.stop_own_sweepers()
    assert not any(loop.thread.is_alive() for loop in loops) and not celery.sweepers
    assert len({loop.lock_id for loop in loops}) == len(loops) == 2


def test_a_part_that_fails_keeps_no_other_from_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    """Let pairing fail, which comes between the closes and the retry of halted battles."""

    def fail() -> int:
        raise KeyError("a board that is gone")

    parts = {"closed": lambda: 2, "paired": fail, "recovered": lambda: 1, "idle": fail}
    done = tasks.do_parts(parts, {"closed", "paired", "recovered"})
    assert done == {"closed": 2, "paired": 0, "recovered": 1, "idle": 0}
    assert [record.getMessage() for record in caplog.records] == ["the part paired of a sweep failed"]


def test_a_hint_to_sweep_does_what_both_sweeps_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "close_due", lambda: {"closed": 2})
    monkeypatch.setattr(tasks, "play_due", lambda: {"played": 1})
    assert tasks.sweep() == {"closed": 2, "played": 1}


def test_what_beat_sends_is_a_hint() -> None:
    assert settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"] >= 5 > sweeper.TIMEOUT > sweeper.INTERVAL
