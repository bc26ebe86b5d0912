"""A database as the migrations leave it, kept between runs: making it anew takes each worker several seconds.

It is kept by what all migrations hold, so that a changed one is run again. `migrate` still runs on the copy. Where
there is none, the first worker of a run makes it, and the others wait for it.
"""

import fcntl
import hashlib
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings

turn: list[IO[str]] = []
"""The lock file, while this process makes the database."""


def migrations() -> Iterator[Path]:
    """Yield the files of the migrations of every app, in a fixed order."""
    for app in apps.get_app_configs():
        yield from sorted((Path(app.path) / "migrations").glob("*.py"))


def get_path(root: Path) -> Path:
    """Return the path of the database that belongs to these migrations and apps, whether it exists or not."""
    folder = root / ".pytest_cache" / "migrated"
    folder.mkdir(parents=True, exist_ok=True)
    visited = hashlib.sha256(" ".join(settings.INSTALLED_APPS).encode())
    for path in migrations():
        visited.update(f"{path.parent.parent.name}/{path.name}\0".encode() + path.read_bytes())
    return folder / f"{visited.hexdigest()[:24]}.sqlite3"


def begin_with(source: Path, creation: Any) -> None:
    """Let the new test database begin as a copy of what is kept, where there is something."""
    create = creation._create_test_db

    def created(*given: Any, **named: Any) -> Any:
        name = create(*given, **named)
        take_turn(source)
        if source.exists():
            end_turn()
            shutil.copyfile(source, name)
        return name

    creation._create_test_db = created


def take_turn(source: Path) -> None:
    """Wait until no other process makes this database."""
    lock = source.with_suffix(".lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    turn.append(lock)


def end_turn() -> None:
    """Let the next one begin."""
    while turn:
        turn.pop().close()


def keep(name: str, target: Path) -> None:
    """Keep the test database of this name, if there is none yet; older ones go, and whoever waits begins."""
    if not target.exists():
        copy_to(name, target)
    end_turn()


def copy_to(name: str, target: Path) -> None:
    """Copy the database at once: nobody finds half of it."""
    unfinished = target.with_suffix(f".{Path(name).stem}")
    with closing(sqlite3.connect(name)) as made, closing(sqlite3.connect(unfinished)) as copy:
        made.backup(copy)
    unfinished.replace(target)
    for old in target.parent.glob("*.sqlite3"):
        if old != target:
            old.unlink(missing_ok=True)
