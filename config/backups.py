"""Backup and restore of the database, by SQLite itself or by PostgreSQL's programs."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

FILE_ENDINGS = ("", "-wal", "-shm")
"""Of the files of one database of SQLite: itself, and what was written last."""
WORLD_TABLES = {"django_migrations", "dynasty_dynasty", "tournaments_tournament"}
"""What every world has, of whatever version."""


class BackupError(Exception):
    """The reason why a backup could not be made or restored."""


def back_up(database: Mapping[str, Any], target: Path) -> None:
    """Write the database as it is at one moment, also while it is in use, to a file that only we can read."""
    if target.exists():
        raise BackupError(f"{target} is there already.")
    target.touch(mode=0o600)
    try:
        if is_sqlite(database):
            copy_file(Path(database["NAME"]), target)
        else:
            run_program(database, ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}"])
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def restore(database: Mapping[str, Any], source: Path) -> None:
    """Replace the database by a backup. One of SQLite is kept as `….before-restore`, and may be a damaged file."""
    if not source.is_file():
        raise BackupError(f"There is no copy {source}.")
    if is_sqlite(database):
        check_file(source)
        try:
            replace_file(source, Path(database["NAME"]))
        except sqlite3.Error as error:
            raise BackupError(str(error)) from error
    else:
        options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
        run_program(database, ["pg_restore", *options, f"--dbname={database['NAME']}", str(source)])


def is_sqlite(database: Mapping[str, Any]) -> bool:
    return str(database["ENGINE"]).endswith(("sqlite3", "config.sqlite"))


def copy_file(source: Path, target: Path) -> None:
    """Copy with SQLite's backup API, which waits for writers and includes the write-ahead log."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def replace_file(source: Path, target: Path) -> None:
    """Put a copy of a database in the place of another, which is not opened, and move that one aside.

    Nothing may use the database meanwhile. Until the copy is whole on the disk, the database stays as it is.
    """
    fresh, before = target.with_name(f"{target.name}.restoring"), target.with_name(f"{target.name}.before-restore")
    remove_files(fresh)
    try:
        fresh.touch(mode=0o600)
        copy_file(source, fresh)
        if target.exists():
            keep_owner(target, fresh)
        with fresh.open("rb+") as stream:
            os.fsync(stream.fileno())
    except BaseException:
        remove_files(fresh)
        raise
    remove_files(before)
    for ending in FILE_ENDINGS:
        if (file := Path(f"{target}{ending}")).exists():
            file.replace(f"{before}{ending}")
    fresh.replace(target)


def keep_owner(old: Path, new: Path) -> None:
    """Give a new file the mode and the owner of the old one, which is another one's where root restores."""
    shutil.copymode(old, new)
    if sys.platform != "win32" and os.geteuid() == 0:
        os.chown(new, old.stat().st_uid, old.stat().st_gid)


def remove_files(name: Path) -> None:
    """Remove a database of this name with the files that belong to it, where there is one."""
    for ending in FILE_ENDINGS:
        Path(f"{name}{ending}").unlink(missing_ok=True)


def check_file(source: Path) -> None:
    """Raise BackupError for a file that is no database, a damaged one, or one of something else."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(source))}?mode=ro", uri=True)) as connection:
            result = connection.execute("PRAGMA integrity_check").fetchone()[0]
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{source} is no copy of a world.") from error
    if result != "ok":
        raise BackupError(f"{source} is damaged: {result}")
    if not tables >= WORLD_TABLES:
        raise BackupError(f"{source} is no copy of a world.")


def run_program(database: Mapping[str, Any], command: list[str]) -> None:
    """Run a program of PostgreSQL with the password in its environment, where no process list shows it."""
    program = shutil.which(command[0])
    if program is None:
        raise BackupError(f"{command[0]} is not installed here; it comes with PostgreSQL's client programs.")
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    variables = {variable: str(database[name]) for variable, name in names.items() if database.get(name)}
    done = subprocess.run(
        [program, *command[1:]], env=os.environ | variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BackupError(done.stderr.strip()[-500:] or f"{command[0]} failed.")
