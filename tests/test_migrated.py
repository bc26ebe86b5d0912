"""The kept database belongs to the migrations that it was made by, and to no others."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from tests import migrated


@pytest.fixture
def migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write one more migration of ours."""
    path = tmp_path / "app" / "migrations" / "0001_initial.py"
    path.parent.mkdir(parents=True)
    path.write_text("operations = []")
    own = list(migrated.migrations())

    def with_one_more() -> Iterator[Path]:
        yield from [*own, path]

    monkeypatch.setattr(migrated, "migrations", with_one_more)
    return path


def test_every_app_of_ours_is_looked_at() -> None:
    found = {f"{path.parent.parent.name}/{path.stem[:4]}" for path in migrated.migrations()}
    assert {"dynasty/0001", "dynasty/0002", "tournaments/0001", "account/0001", "auth/0001"} <= found


def test_a_changed_migration_begins_anew(migration: Path, tmp_path: Path, settings: SimpleNamespace) -> None:
    first = migrated.get_path(tmp_path)
    assert migrated.get_path(tmp_path) == first
    migration.write_text("operations = [1]")
    changed = migrated.get_path(tmp_path)
    settings.INSTALLED_APPS = settings.INSTALLED_APPS[:-1]
    assert len({first, changed, migrated.get_path(tmp_path)}) == 3


def test_one_is_kept_and_the_next_begins_with_it(tmp_path: Path) -> None:
    made, target, old = (tmp_path / name for name in ("made", "kept/new.sqlite3", "kept/old.sqlite3"))
    target.parent.mkdir()
    old.write_bytes(b"")
    with closing(sqlite3.connect(made)) as database, database:
        database.execute("CREATE TABLE reign (years)")
    creation = SimpleNamespace(_create_test_db=lambda: str(tmp_path / "begun"))
    migrated.begin_with(target, creation)
    assert creation._create_test_db() and not (tmp_path / "begun").exists()
    migrated.keep(str(made), target)
    assert list(target.parent.glob("*.sqlite3")) == [target]
    with closing(sqlite3.connect(creation._create_test_db())) as begun:
        assert begun.execute("SELECT name FROM sqlite_master").fetchall() == [("reign",)]


def test_others_wait_for_the_one_who_makes_it(tmp_path: Path) -> None:
    source = tmp_path / "new.sqlite3"
    migrated.take_turn(source)
    with source.with_suffix(".lock").open() as other:
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        migrated.end_turn()
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


@pytest.mark.django_db
@pytest.mark.skipif(not settings.EMBEDDED, reason="kept on SQLite only")
def test_nothing_is_left_to_migrate() -> None:
    call_command("migrate", check_unapplied=True, verbosity=0)
    assert connection.introspection.table_names()
