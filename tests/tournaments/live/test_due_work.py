"""One look says what the sweeps of a second have to do, and whatever is due wakes its own part."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core import clock
from dynasty.services.clubs import founding
from tests import factories
from tests.dynasty.clubs.scenes import describe
from tests.factories import order
from tournaments import tasks
from tournaments.models import Arena, ClubMatch, Heartbeat, Round, Seek, Tournament, Waiting
from tournaments.selectors.sweeps import due_work

pytestmark = pytest.mark.django_db
MAX_STATEMENTS = 6
"""Of both sweeps where nothing is due: the clock three times, the heart, and two looks."""


def find_all() -> set[str]:
    return due_work.find_closing() | due_work.find_playing()


def begin() -> Tournament:
    """Begin a battle, let its players be told, and let the heart beat."""
    tournament, _fighters = factories.begin("gift", 0, 0)
    tasks.sweep()
    return tournament


def test_both_name_the_same_parts() -> None:
    assert list(due_work.CLOSING) == list(tasks.CLOSING) and list(due_work.PLAYING) == list(tasks.PLAYING)


def test_nothing_is_due_in_a_battle_that_waits() -> None:
    begin()
    assert find_all() == set()
    assert set(tasks.sweep().values()) == {0}


def test_a_site_whose_heart_has_not_beaten_looks_everywhere() -> None:
    assert find_all() == {*tasks.CLOSING, *tasks.PLAYING}


def test_a_sweep_without_work_sends_few_statements() -> None:
    begin()
    factories.announce("gift")
    tasks.sweep()
    heart = Heartbeat.objects.get().at
    with CaptureQueriesContext(connection) as queries:
        tasks.sweep()
    assert len(queries) <= MAX_STATEMENTS and Heartbeat.objects.get().at == heart


def pass_deadline(tournament: Tournament) -> None:
    Round.objects.update(deadline=clock.now())


def order_all(tournament: Tournament) -> None:
    for seat in "ab":
        order(tournament, seat, "-")
    Round.objects.update(ready_at=clock.now())


def halt(tournament: Tournament) -> None:
    Tournament.objects.update(status="halted")


def untell(tournament: Tournament) -> None:
    Round.objects.update(tell_at=clock.now())


def call_computers(tournament: Tournament) -> None:
    Round.objects.update(computers_at=clock.now())


def announce_late(tournament: Tournament) -> None:
    other = factories.announce("gift")
    Tournament.objects.filter(pk=other.pk).update(starts_at=clock.now())


def fill(tournament: Tournament) -> None:
    other = factories.announce("gift")
    for seat, name in zip("ab", ("Eee", "Fff"), strict=True):
        factories.enter(other, factories.born(factories.found(name), name), seat)


def free_a_seat(tournament: Tournament) -> None:
    other = factories.announce("gift", seats=3)
    emperor = factories.born(factories.found("Ggg"), "Ggg")
    Waiting.objects.create(tournament=other, dynasty=emperor.dynasty, emperor=emperor, chest=0, since=clock.now())


def seek(tournament: Tournament) -> None:
    now = clock.now()
    Seek.objects.create(key="a" * 20, family="board", pace="blitz", rating=1, network="n", sought_at=now,
                        ends_at=now + timedelta(minutes=1))  # fmt: skip


def open_arena(tournament: Tournament) -> None:
    now = clock.now()
    Arena.objects.create(title="The Test Arena", field="duel-2", preset="classic", round_seconds=30, announced_at=now,
                         starts_at=now, ends_at=now + factories.HOUR)  # fmt: skip


def open_match(tournament: Tournament) -> None:
    now = clock.now()
    home, away = (
        founding.found(founder=factories.found(name), description=describe(f"Club {name}")) for name in ("Han", "Xia")
    )
    ClubMatch.objects.create(
        home=home,
        away=away,
        field="duel-2",
        preset="classic",
        round_seconds=30,
        boards=2,
        announced_at=now,
        starts_at=now,
    )


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("closed", pass_deadline),
        ("closed", order_all),
        ("recovered", halt),
        ("told", untell),
        ("played", call_computers),
        ("started", announce_late),
        ("started", fill),
        ("moved_up", free_a_seat),
        ("paired", seek),
        ("met", open_arena),
        ("matched", open_match),
    ],
)
def test_what_is_due_wakes_its_part_and_no_other(part: str, change: Callable[[Tournament], None]) -> None:
    tournament = begin()
    change(tournament)
    assert find_all() == {part}
