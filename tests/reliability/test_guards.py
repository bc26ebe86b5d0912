"""What is written once stays: the database itself refuses, on both vendors, whoever asks."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from config.celery import check_triggers
from core import clock, write_once_triggers
from dynasty.checks import report_missing_triggers
from dynasty.models import CondensedDay, Erasure, Event, Mention, StaffAct, StreamEvent, Transfer, User
from tests import factories
from tests.tournaments import scripted
from tournaments.domain import games
from tournaments.models import DirectorAct, Round, Tournament
from tournaments.services import retention

pytestmark = [pytest.mark.races, pytest.mark.django_db]


@pytest.fixture
def battle(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Return a battle that a dynasty announced, with a closed round and one that is open."""
    monkeypatch.setitem(games.GAMES, scripted.NAME, scripted)
    tournament, _fighters = factories.begin("honour", 20, 20, organiser=factories.found("Hosts"))
    StaffAct.objects.create(user=User.objects.first(), act="heard", object="x", at=clock.now())
    Erasure.objects.create(event=0, at=clock.now())
    CondensedDay.objects.create(until=clock.now(), transfers=0, records="", treasury=[], digest="")
    return factories.play(tournament, {})


ONCE = [Transfer, CondensedDay, StaffAct, Event, Erasure, DirectorAct, Round]


def is_refused(act: Callable[[], Any]) -> bool:
    try:
        with transaction.atomic():
            act()
    except DatabaseError as error:
        return "is written once" in str(error)
    return False


@pytest.mark.parametrize("model", [*ONCE, StreamEvent], ids=lambda model: model.__name__)
def test_nothing_written_is_changed(battle: Tournament, model: Any) -> None:
    rows = model.objects.exclude(closed_at=None) if model is Round else model.objects.all()
    column = model._meta.pk.name
    assert rows.exists() and is_refused(lambda: rows.update(**{column: rows.values(column)[:1]}))


@pytest.mark.parametrize("model", ONCE, ids=lambda model: model.__name__)
def test_nothing_written_is_deleted(battle: Tournament, model: Any) -> None:
    Mention.objects.all()._raw_delete("default")
    rows = model.objects.exclude(closed_at=None) if model is Round else model.objects.all()
    assert rows.exists() and is_refused(lambda: rows._raw_delete("default"))


def test_what_is_open_can_be_changed(battle: Tournament) -> None:
    assert Round.objects.filter(closed_at=None).update(attempts=1) == 1


def test_a_battle_that_is_over_can_be_forgotten_as_a_whole(battle: Tournament) -> None:
    factories.play(battle, {"a": "win"})
    assert (
        retention.delete_tournament(battle.pk) == 1 and not Round.objects.exists() and not DirectorAct.objects.exists()
    )


def test_a_lost_guard_is_noticed_and_the_next_migration_puts_it_back() -> None:
    name = "tournaments_round_is_final"
    on = " ON tournaments_round" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{on}")
    assert write_once_triggers.list_missing(connection) == [name]
    assert [name in error.msg for error in report_missing_triggers(["default"])] == [True]
    call_command("migrate", verbosity=0, interactive=False)
    assert write_once_triggers.list_missing(connection) == []


def test_no_worker_starts_without_the_guards() -> None:
    on = " ON dynasty_transfer" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER dynasty_transfer_is_kept{on}")
    with pytest.raises(SystemExit, match="dynasty_transfer_is_kept"):
        check_triggers()


@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="SQLite knows no TRUNCATE")
def test_no_table_is_emptied() -> None:
    def truncate() -> None:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE dynasty_transfer")

    assert is_refused(truncate)
