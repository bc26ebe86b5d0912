"""The drill: a world is copied while it is used, put back elsewhere, and is whole there."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config import backups, disk
from dynasty.models import Transfer
from tests import factories

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.races, pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]
CHECK = "from dynasty.models import Transfer, Event; print(Transfer.objects.count(), Event.objects.count())"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Return the environment of another machine: an empty database, and another directory."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    other = kept | {"EMPERORS_VAR": str(tmp_path / "var"), "EMPERORS_BOOTSTRAP": "0"}
    if connection.vendor == "sqlite":
        yield other
        return
    name = f"emperors_restored_{os.getpid()}"
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield other | {"DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"}
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def manage(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def test_a_copy_is_put_back_elsewhere_and_is_whole(elsewhere: dict[str, str], tmp_path: Path) -> None:
    fight, _fighters = factories.begin("gift", 0, 0)
    factories.play(fight, {"a": "win"})
    copy = tmp_path / "copy"
    backups.back_up(connection.settings_dict, copy)
    factories.found("Came later")
    assert copy.stat().st_mode & 0o077 == 0
    unsure = manage(elsewhere, "restore", str(copy))
    assert unsure.returncode == 1 and "--sure" in unsure.stderr
    done = manage(elsewhere, "restore", str(copy), "--sure")
    assert done.returncode == 0 and "0 findings" in done.stdout, done.stderr[-2000:]
    transfers, _events = manage(elsewhere, "shell", "--no-imports", "-c", CHECK).stdout.split()[-2:]
    assert 0 < int(transfers) < Transfer.objects.count()


@pytest.mark.parametrize("damage", ["random", "cut", "none"])
def test_a_copy_takes_the_place_of_a_damaged_database(elsewhere: dict[str, str], tmp_path: Path, damage: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite's database is a file")
    factories.found("Ming")
    copy, database = tmp_path / "copy", tmp_path / "var" / "emperors.sqlite3"
    backups.back_up(connection.settings_dict, copy)
    database.parent.mkdir()
    kept = {"random": os.urandom(4096), "cut": copy.read_bytes()[:50_000], "none": copy.read_bytes()}[damage]
    database.write_bytes(kept)
    if damage != "none":
        failed = manage(elsewhere, "verify")
        assert failed.returncode == 1 and failed.stderr.strip() == disk.DAMAGED.format(file=database)
    done = manage(elsewhere, "restore", str(copy), "--sure")
    assert done.returncode == 0 and "0 findings" in done.stdout, done.stderr[-2000:]
    assert database.with_name("emperors.sqlite3.before-restore").read_bytes() == kept
    assert sorted(path.name for path in database.parent.glob("*restor*")) == ["emperors.sqlite3.before-restore"]


@pytest.mark.parametrize("foreign", ["empty", "another"])
def test_a_database_of_something_else_is_not_put_back(tmp_path: Path, foreign: str) -> None:
    source, target = tmp_path / "source", tmp_path / "world"
    source.touch()
    if foreign == "another":
        with closing(sqlite3.connect(source)) as other:
            other.execute("CREATE TABLE a (b)")
    target.write_bytes(b"a world")
    with pytest.raises(backups.BackupError, match="is no copy of a world"):
        backups.restore({"ENGINE": "django.db.backends.sqlite3", "NAME": str(target)}, source)
    assert target.read_bytes() == b"a world" and len(list(tmp_path.iterdir())) == 2


def test_a_copy_is_never_written_over_nor_a_file_that_is_none_put_back(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("not a database, but long enough to be taken for one by its length alone" * 40)
    with pytest.raises(backups.BackupError, match="is there already"):
        backups.back_up(connection.settings_dict, there)
    with pytest.raises(backups.BackupError):
        backups.check_file(there)
    with pytest.raises(CommandError, match="There is no copy"):
        call_command("restore", tmp_path / "nowhere", sure=True)


def test_without_the_programs_of_postgresql_it_says_so(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setattr(backups.shutil, "which", lambda _name: None)
    with pytest.raises(backups.BackupError, match="client programs"):
        backups.back_up({"ENGINE": "django.db.backends.postgresql", "NAME": "x"}, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
