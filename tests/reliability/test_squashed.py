"""The squashed migrations make the tables that all of those before made, and an older site upgrades into them."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.devtools import test_runner

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
Schema = dict[str, Any]
HALF_WAY = """
from tests import history
history.migrate("dynasty", "0009")
history.migrate("tournaments", "0016")
"""
ALL = "from tests import history; history.migrate()"
APPLIED = "SELECT app || '.' || name FROM django_migrations WHERE app IN ('dynasty', 'tournaments')"
CHECK = re.compile(r'CONSTRAINT "(\w+)" (CHECK|UNIQUE|FOREIGN KEY)')


def manage(environment: dict[str, str], *words: str) -> str:
    ours = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=ROOT, env=ours | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def shell(environment: dict[str, str], code: str) -> None:
    manage(environment, "shell", "--no-imports", "--command", code)


@pytest.fixture
def sqlite(tmp_path: Path) -> Callable[[str], tuple[dict[str, str], Callable[[], Schema]]]:
    """Yield databases in files of their own."""

    def made(name: str) -> tuple[dict[str, str], Callable[[], Schema]]:
        var = tmp_path / name
        return {"EMPERORS_VAR": str(var), "EMPERORS_BOOTSTRAP": "0"}, lambda: of_sqlite(var / "emperors.sqlite3")

    return made


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[Callable[[str], tuple[dict[str, str], Callable[[], Schema]]]]:
    """Yield databases of their own on the server."""
    if test_runner.find_unreachable():
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse(f"not reachable: {test_runner.find_unreachable()}")
    names: list[str] = []

    def made(name: str) -> tuple[dict[str, str], Callable[[], Schema]]:
        names.append(f"emperors_squash_{name}_{os.getpid()}")
        address = re.sub(r"/[^/]*$", f"/{names[-1]}", test_runner.DATABASE)
        administer(f'CREATE DATABASE "{names[-1]}"')
        environment = {"EMPERORS_VAR": str(tmp_path), "EMPERORS_BOOTSTRAP": "0", "DATABASE_URL": address,
                       "DB_STATEMENT_TIMEOUT": "0"}  # fmt: skip
        return environment, lambda: of_postgresql(address)

    yield made
    for name in names:
        administer(f'DROP DATABASE "{name}" WITH (FORCE)')


def administer(command: str) -> None:
    with psycopg.connect(test_runner.DATABASE, autocommit=True) as server:
        server.execute(command)


def of_sqlite(path: Path) -> Schema:
    """Return what the tables are made of, whatever the order in which it was added."""
    with closing(sqlite3.connect(path)) as database:
        read = database.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master").fetchall()
        found: Schema = {f"{kind} {name}": sql for kind, name, _table, sql in read if kind in ("index", "trigger")}
        for kind, name, _table, sql in read:
            if kind == "table":
                found[f"columns {name}"] = sorted(
                    row[1:] for row in database.execute(f'PRAGMA table_info("{name}")').fetchall()
                )
                found[f"constraints {name}"] = sorted(constraints(sql))
                found[f"references {name}"] = sorted(
                    row[2:] for row in database.execute(f'PRAGMA foreign_key_list("{name}")').fetchall()
                )
        found["applied"] = sorted(row[0] for row in database.execute(APPLIED))
    return {name: value for name, value in found.items() if not name.startswith("index sqlite_autoindex")}


def constraints(sql: str) -> Iterator[str]:
    """Yield each named constraint of a table with all that stands in its parentheses."""
    for found in CHECK.finditer(sql):
        depth, end = 1, sql.index("(", found.end()) + 1
        while depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        yield sql[found.start() : end]


def of_postgresql(address: str) -> Schema:
    """Return what PostgreSQL says the tables are made of."""
    questions = {
        "columns": "SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, "
                   "is_identity FROM information_schema.columns WHERE table_schema = 'public'",
        "constraints": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
                       "WHERE connamespace = 'public'::regnamespace",
        "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "triggers": "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal",
        "applied": APPLIED,
    }  # fmt: skip
    with psycopg.connect(address) as database:
        return {name: sorted(map(repr, database.execute(question).fetchall())) for name, question in questions.items()}


def test_an_older_site_goes_on_half_way_to_the_same_tables(
    postgresql: Callable[[str], tuple[dict[str, str], Callable[[], Schema]]],
) -> None:
    """Begin with one that was half-way through the migrations that are one now."""
    new, schema_of_new = postgresql("new")
    manage(new, "migrate", "--no-input", "--verbosity", "0")
    old, schema_of_old = postgresql("old")
    shell(old, HALF_WAY)
    half = schema_of_old()
    manage(old, "migrate", "--no-input", "--verbosity", "0")
    first, second = schema_of_new(), schema_of_old()
    assert differences(first, second) == {} and differences(first, half)
    assert {each for each in map(str, first["applied"]) if "release_0_1_0" in each}
    manage(old, "migrate", "--check")


def test_a_site_that_is_up_to_date_needs_nothing_more_and_has_the_tables_of_a_new_one(
    sqlite: Callable[[str], tuple[dict[str, str], Callable[[], Schema]]],
) -> None:
    """Note the squashed migrations after all that they replace, and do nothing else."""
    new, schema_of_new = sqlite("new")
    manage(new, "migrate", "--no-input", "--verbosity", "0")
    old, schema = sqlite("old")
    shell(old, ALL)
    before = schema()
    text = manage(old, "migrate", "--no-input")
    assert "Applying" not in text and "No migrations to apply" in text
    after = schema()
    assert [each for each in after["applied"] if each not in before["applied"]] == [
        "dynasty.0001_squashed_0030_release_0_1_0",
        "tournaments.0001_squashed_0045_release_0_1_0",
    ]
    assert differences(before, after).keys() == {"applied"}
    assert differences(schema_of_new(), after) == {}


def differences(first: Schema, second: Schema) -> dict[str, Any]:
    """Return what is not the same, for a message that can be read."""
    names = sorted(first.keys() | second.keys())
    return {name: (first.get(name), second.get(name)) for name in names if first.get(name) != second.get(name)}
