"""Migrations run while the site is played: each newer one keeps the rules, and nobody waits long for its locks.

`make migration-locks` measures on a table of a million rows.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, migrations, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState
from django.db.models.functions import Now

from core import migration_operations as gentle
from tests.patience import PATIENCE
from tests.reliability.migration_rules import faults

OURS = ("dynasty", "tournaments")
ROWS = int(os.environ.get("ROWS", "20000"))
TIMEOUT = PATIENCE if ROWS < 100_000 else 1.0
"""Seconds that a writer may wait for a migration. With few rows no work is long, and what takes time is the machine."""
TABLE = "lock_trial"


def newer() -> list[tuple[Migration, ProjectState]]:
    """Yield each migration that came after the squashed ones, and the state of all models before it."""
    loader = MigrationLoader(None)
    old = {key for key, migration in loader.disk_migrations.items() if migration.replaces}
    plan = [key for node in loader.graph.leaf_nodes() for key in loader.graph.forwards_plan(node)]
    ordered = [key for key in dict.fromkeys(plan) if key[0] in OURS and key not in old]
    return [(loader.disk_migrations[key], loader.project_state(key, at_end=False)) for key in ordered]


def test_every_newer_migration_keeps_the_rules() -> None:
    assert not [fault for migration, state in newer() for fault in faults(migration, state)]


# ── The rules themselves ───────────────────────────────────────────────────────────────────────────────────


def state_of(**fields: Any) -> ProjectState:
    """Return a model of a table that may be large."""
    state = ProjectState()
    made = [("id", models.BigAutoField(primary_key=True)), *fields.items()]
    migrations.CreateModel("Trial", made, options={"db_table": TABLE}).state_forwards("dynasty", state)
    return state


def trial() -> ProjectState:
    return state_of(
        amount=models.IntegerField(), note=models.CharField(max_length=20), at=models.DateTimeField(null=True)
    )


def migration(*operations: Any, atomic: bool = True, **named: Any) -> Migration:
    kind = type("Migration", (Migration,), {"operations": list(operations), "atomic": atomic, **named})
    return kind("0099_trial", "dynasty")


INDEX = models.Index(fields=["amount"], name="trial_amount")
CHECK = models.CheckConstraint(condition=models.Q(amount__gte=0), name="trial_amount_is_positive")


def nothing(apps: Any, schema_editor: Any) -> None:
    """Fill nothing in."""


BAD: dict[str, Migration] = {
    "an index in the way": migration(migrations.AddIndex("trial", INDEX)),
    "a concurrent index within a transaction": migration(gentle.AddIndexConcurrently("trial", INDEX)),
    "a concurrent index and more": migration(
        gentle.AddIndexConcurrently("trial", INDEX), migrations.AddField("trial", "x", models.IntegerField(null=True)),
        atomic=False,
    ),
    "a column with an index": migration(
        migrations.AddField("trial", "x", models.IntegerField(null=True, db_index=True))
    ),
    "a reference": migration(
        migrations.AddField("trial", "x", models.ForeignKey("dynasty.Trial", models.CASCADE, null=True))
    ),
    "a type": migration(migrations.AlterField("trial", "amount", models.TextField())),
    "a shorter text": migration(migrations.AlterField("trial", "note", models.CharField(max_length=10))),
    "not null": migration(migrations.AlterField("trial", "at", models.DateTimeField())),
    "unique": migration(migrations.AlterField("trial", "note", models.CharField(max_length=20, unique=True))),
    "a check": migration(migrations.AddConstraint("trial", CHECK)),
    "a filling without a way back": migration(migrations.RunPython(nothing, elidable=True)),
    "a filling that stays for ever": migration(migrations.RunPython(nothing, migrations.RunPython.noop)),
    "SQL without a way back": migration(migrations.RunSQL("SELECT 1", elidable=True)),
    "a new name": migration(migrations.RenameField("trial", "note", "remark")),
    "a column taken away": migration(migrations.RemoveField("trial", "note")),
    "a table taken away": migration(migrations.DeleteModel("Trial")),
}  # fmt: skip
GOOD: dict[str, Migration] = {
    "a column that may be empty": migration(migrations.AddField("trial", "x", models.IntegerField(null=True))),
    "a column with a default of the database": migration(
        migrations.AddField("trial", "x", models.DateTimeField(db_default=Now()))
    ),
    "a column with a default": migration(migrations.AddField("trial", "x", models.IntegerField(default=7))),
    "a longer text": migration(migrations.AlterField("trial", "note", models.CharField(max_length=200))),
    "an index": migration(gentle.AddIndexConcurrently("trial", INDEX), atomic=False),
    "a check for new rows": migration(gentle.AddCheckNotValid("trial", CHECK)),
    "a filling": migration(migrations.RunPython(nothing, migrations.RunPython.noop, elidable=True)),
    "a column that nothing reads": migration(migrations.RemoveField("trial", "note"), unread_since="0.2.0"),
    "a new table with an index": migration(
        migrations.CreateModel("Fresh", [("id", models.BigAutoField(primary_key=True)), ("n", models.IntegerField())]),
        migrations.AddIndex("fresh", models.Index(fields=["n"], name="fresh_n")),
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_would_stop_a_running_site_is_refused(name: str) -> None:
    found = list(faults(BAD[name], trial()))
    assert len(found) == 1 and found[0].startswith("dynasty.0099_trial: ")


@pytest.mark.parametrize("name", GOOD)
def test_what_would_not_is_allowed(name: str) -> None:
    assert not list(faults(GOOD[name], trial()))


# ── Locks, as PostgreSQL takes them ────────────────────────────────────────────────────────────────────────


@pytest.fixture
def large() -> Iterator[ProjectState]:
    """Yield the table, full of rows."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all, and its sites are migrated before they are played")
    state = trial()
    with connection.schema_editor() as editor:
        editor.create_model(state.apps.get_model("dynasty", "Trial"))
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {TABLE} (amount, note, at) SELECT n, n, now() FROM generate_series(1, {ROWS}) n")
        cursor.execute("SET statement_timeout = 0")
    yield state
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE {TABLE}")
        cursor.execute("RESET statement_timeout")


class Writer(threading.Thread):
    """Somebody who writes into the table all the time, and knows how long each statement took."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ended, self.longest, self.writes = threading.Event(), 0.0, 0

    def run(self) -> None:
        other = connection.copy()
        try:
            with other.cursor() as cursor:
                cursor.execute("SET lock_timeout = 0")
                cursor.execute("SET statement_timeout = 0")
                while not self.ended.wait(0.002):
                    began = time.monotonic()
                    cursor.execute(f"UPDATE {TABLE} SET id = id WHERE id = %s", [1 + self.writes % 1000])
                    self.longest = max(self.longest, time.monotonic() - began)
                    self.writes += 1
        finally:
            other.close()


@contextmanager
def writing() -> Iterator[Writer]:
    writer = Writer()
    writer.start()
    while writer.writes < 3:
        time.sleep(0.01)
    writer.longest = 0.0
    yield writer
    writer.ended.set()
    writer.join(60)


def locks() -> set[str]:
    """Return the locks of this transaction on the table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT mode FROM pg_locks JOIN pg_class ON pg_class.oid = relation "
                       "WHERE pid = pg_backend_pid() AND relname = %s", [TABLE])  # fmt: skip
        return {mode for (mode,) in cursor.fetchall()}


def run(given: Migration, state: ProjectState) -> set[str]:
    """Run a migration as `migrate` does; return the locks that it holds at the end of its transaction."""
    with connection.schema_editor(atomic=given.atomic) as editor:
        given.apply(state, editor)
        for statement in editor.deferred_sql:
            editor.execute(statement)
        editor.deferred_sql.clear()
        return locks()


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["a column that may be empty", "a column with a default of the database",
                                  "a column with a default", "a longer text", "an index", "a check for new rows",
                                  "a column that nothing reads"])  # fmt: skip
def test_nobody_waits_for_what_is_allowed(large: ProjectState, name: str) -> None:
    with writing() as writer:
        held = run(GOOD[name], large)
    print(f"\n{name}: {ROWS} rows, {writer.writes} writes, the longest {writer.longest:.3f} s, {sorted(held)}")
    assert writer.longest < TIMEOUT and not writer.is_alive()


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_checking_the_rows_of_before_stops_nobody(large: ProjectState) -> None:
    run(GOOD["a check for new rows"], large)
    given = migration(gentle.ValidateCheck("trial", CHECK.name))
    GOOD["a check for new rows"].mutate_state(large)
    with writing() as writer:
        held = run(given, large)
    assert held & {"ShareUpdateExclusiveLock"} and not held & {"AccessExclusiveLock", "ShareLock"}
    assert writer.longest < TIMEOUT


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "lock"), [("an index in the way", "ShareLock"), ("a type", "AccessExclusiveLock"),
                                            ("not null", "AccessExclusiveLock"), ("a check", "AccessExclusiveLock"),
                                            ("unique", "AccessExclusiveLock")])  # fmt: skip
def test_what_is_refused_locks_writers_out_for_as_long_as_it_takes(large: ProjectState, name: str, lock: str) -> None:
    """Show that the rules are needed: the lock is held until the end of a work that grows with the table."""
    with writing() as writer, transaction.atomic():
        held = run(BAD[name], large)
        before = writer.writes
        time.sleep(0.2)
        assert lock in held and writer.writes <= before + 1
    print(f"\n{name}: {ROWS} rows, the longest write {writer.longest:.3f} s, {sorted(held)}")
