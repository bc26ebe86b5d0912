"""Schedules survive restarts and steps of a machine's clock; health says when nobody sweeps."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from config import beat
from config.celery import app
from core import clock
from dynasty.models import PeriodicRun
from dynasty.services import periodic
from tests import factories
from tests.tournaments.test_races import together
from tournaments import tasks
from tournaments.models import Heartbeat, Round

HOUR = timedelta(hours=1)
MONDAY = datetime(2030, 1, 7, 20, tzinfo=UTC)


class Machine:
    """A machine with two clocks: one that never steps, and the one on the wall."""

    def __init__(self) -> None:
        self.steady, self.wall = 1000.0, 1_900_000_000.0

    def wait(self, seconds: float) -> None:
        self.steady += seconds
        self.wall += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    machine = Machine()
    monkeypatch.setattr(time, "monotonic", lambda: machine.steady)
    monkeypatch.setattr(time, "time", lambda: machine.wall)
    yield machine


class Sent(beat.SteadyScheduler):
    """Notes what it would send."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        super().__init__(app=app)

    producer = None

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.sent.append(entry.name)


def work(scheduler: Sent, machine: Machine, seconds: float) -> list[str]:
    """Return what is sent within so many seconds."""
    scheduler.sent.clear()
    end = machine.steady + seconds
    while machine.steady < end:
        machine.wait(max(scheduler.tick(), 0.001))
    return list(scheduler.sent)


@pytest.mark.parametrize("step", [0, -3600, 3600, -86_400 * 400])
def test_a_step_of_the_wall_clock_changes_nothing_of_what_is_sent(machine: Machine, step: int) -> None:
    scheduler = Sent()
    work(scheduler, machine, 301)
    machine.wall += step
    sent = work(scheduler, machine, 600)
    entries = {name: entry["schedule"] for name, entry in settings.CELERY_BEAT_SCHEDULE.items()}
    assert set(sent) == set(entries) and len(entries) == 13
    for name, every in entries.items():
        assert abs(sent.count(name) - 600 / every) <= 2, name


def test_hints_outlive_a_clock_that_is_hours_behind() -> None:
    """Expire hints late: a worker throws away what has expired by its own clock."""
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        assert entry["options"]["expires"] >= 12 * 3600, name


@pytest.mark.django_db
def test_work_of_the_hour_is_done_on_a_site_that_runs_an_hour_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[datetime] = []
    monkeypatch.setattr(tasks.inactivity, "charge_due", lambda _get_stake: done.append(clock.now()) or 0)
    for day in range(5):
        for job in range(12):
            with clock.freeze(MONDAY + timedelta(days=day, minutes=5 + 5 * job)):
                tasks.nightly()
    assert len(done) == 5
    for restart in range(12):  # a site that is started anew each half hour
        with clock.freeze(MONDAY + timedelta(days=9, minutes=5 + 30 * restart)):
            tasks.nightly()
    assert 5 + 5 <= len(done) <= 5 + 7


@pytest.mark.django_db
@pytest.mark.parametrize("step", [-30 * HOUR, -HOUR, HOUR, 30 * HOUR])
def test_a_step_of_the_database_s_clock_stops_no_work(step: timedelta) -> None:
    with clock.freeze(MONDAY):
        assert periodic.claim("work", HOUR) and not periodic.claim("work", HOUR)
    done = 0
    for job in range(48):
        with clock.freeze(MONDAY + step + job * timedelta(minutes=5)):
            done += periodic.claim("work", HOUR)
    assert 4 <= done <= 5


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_one_of_many_does_it() -> None:
    results: list[bool] = []
    together([lambda: results.append(periodic.claim("work", HOUR))] * 8)
    assert sorted(results) == [False] * 7 + [True] and PeriodicRun.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(5, "ok"), (60, "late"), (-3600, "late")])
def test_health_says_when_nobody_sweeps(age: int, status: str) -> None:
    with clock.freeze(clock.now()):
        Heartbeat.objects.create(pk=1, at=clock.now() - timedelta(seconds=age))
        body = Client().get("/healthz").json()
    assert body["status"] == status and abs(body["swept_age_seconds"] - age) <= 1


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(5, "ok"), (60, "late")])
def test_health_says_when_nobody_ever_swept(age: int, status: str) -> None:
    factories.begin("gift", 0, 0, game="emperors", field="old-duel-2")
    Heartbeat.objects.all().delete()
    Round.objects.filter(closed_at=None).update(opened_at=clock.now() - timedelta(seconds=age))
    assert Client().get("/healthz").json()["status"] == status


@pytest.mark.django_db
def test_the_next_sweep_mends_a_heart_from_the_future() -> None:
    Heartbeat.objects.create(pk=1, at=clock.now() + HOUR)
    tasks.outages.record_heartbeat()
    assert Client().get("/healthz").json()["status"] == "ok"
