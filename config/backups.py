"""Copies of the whole world, for the day on which it is lost: SQLite copies itself, PostgreSQL by its own programs."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any


class BackupError(Exception):
    """A copy that could not be made or put back; the sentence says why."""


def back_up(database: Mapping[str, Any], target: Path) -> None:
    """A copy of the database as it is at one moment, also while it is in use; the file is ours alone to read."""
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
    """Put a copy in the place of the database, whatever lies there."""
    if not source.is_file():
        raise BackupError(f"There is no copy {source}.")
    if is_sqlite(database):
        check_file(source)
        copy_file(source, Path(database["NAME"]))
    else:
        asked = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
        run_program(database, ["pg_restore", *asked, f"--dbname={database['NAME']}", str(source)])


def is_sqlite(database: Mapping[str, Any]) -> bool:
    return str(database["ENGINE"]).endswith(("sqlite3", "config.sqlite"))


def copy_file(source: Path, target: Path) -> None:
    """By SQLite's own way of copying, which waits for writers and takes what lies in the log as well."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def check_file(source: Path) -> None:
    """CannotCopy for a file that is no database, or a damaged one."""
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{source} is no copy of a world.") from error
    if said != "ok":
        raise BackupError(f"{source} is damaged: {said}")


def run_program(database: Mapping[str, Any], command: list[str]) -> None:
    """A program of PostgreSQL, with the password in its environment, where no list of processes shows it."""
    program = shutil.which(command[0])
    if program is None:
        raise BackupError(f"{command[0]} is not installed here; it comes with PostgreSQL's client programs.")
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    given = {variable: str(database[name]) for variable, name in names.items() if database.get(name)}
    done = subprocess.run([program, *command[1:]], env=os.environ | given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(done.stderr.strip()[-500:] or f"{command[0]} failed.")
