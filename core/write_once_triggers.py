"""What the database itself refuses, whoever asks: to change or to delete what is written once.

The guards are put in place after every migration, since Django loses triggers where it rebuilds a table on SQLite;
a system check, `manage.py verify` and /healthz say when one is missing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction


@dataclass(frozen=True)
class WriteOnceTable:
    """A table whose rows are never changed. `deleted_if`: SQL of when they may be deleted; OLD is the row."""

    table: str
    deleted_if: str = ""
    changed_if: str = ""

    def triggers(self, vendor: str) -> Iterator[tuple[str, str]]:
        """Yield the name and the SQL statement of each trigger of this table."""
        acts = [
            ("UPDATE", f"{self.table}_is_final", self.changed_if),
            ("DELETE", f"{self.table}_is_kept", self.deleted_if),
        ]
        for act, name, but in acts:
            yield name, CREATE_SQL[vendor].format(table=self.table, act=act, name=name, but=but or "1 = 0")
        if vendor == "postgresql":
            yield f"{self.table}_is_not_emptied", CREATE_TRUNCATE_SQL.format(table=self.table)


CREATE_SQL = {
    "sqlite": """CREATE TRIGGER {name} BEFORE {act} ON {table} WHEN NOT ({but})
BEGIN SELECT RAISE(ABORT, '{table} is written once: no {act}'); END""",
    "postgresql": """CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NOT ({but}) THEN
    RAISE EXCEPTION '{table} is written once: no {act}' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER {name} BEFORE {act} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()""",
}
CREATE_TRUNCATE_SQL = """CREATE OR REPLACE FUNCTION {table}_is_not_emptied() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION '{table} is written once: no TRUNCATE' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER {table}_is_not_emptied BEFORE TRUNCATE ON {table} EXECUTE FUNCTION {table}_is_not_emptied()"""
LIST_SQL = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
}

OF_A_PERSON_SQL = """EXISTS (SELECT 1 FROM dynasty_account a JOIN dynasty_dynasty d ON d.id = a.dynasty_id
    WHERE a.id IN (OLD.debit_id, OLD.credit_id) AND NOT d.house)
  OR EXISTS (SELECT 1 FROM dynasty_account a JOIN dynasty_membership m ON m.emperor_id = a.emperor_id
    JOIN dynasty_dynasty d ON d.id = m.dynasty_id WHERE a.id IN (OLD.debit_id, OLD.credit_id) AND NOT d.house)"""
"""Whether a transfer moved a person's wealth, or the reputation of an emperor that ever belonged to a person."""
IN_CONDENSED_DAY_SQL = "EXISTS (SELECT 1 FROM dynasty_condensedday c WHERE OLD.at < c.until)"
CONDENSED_SQL = f"{IN_CONDENSED_DAY_SQL} AND NOT ({OF_A_PERSON_SQL})"
ERASED_SQL = "EXISTS (SELECT 1 FROM dynasty_erasure e WHERE e.event = OLD.id)"
OF_HOUSES_SQL = """(EXISTS (SELECT 1 FROM dynasty_mention m WHERE m.event_id = OLD.id)
  AND NOT EXISTS (SELECT 1 FROM dynasty_mention m JOIN dynasty_dynasty d ON d.id = m.dynasty_id
    WHERE m.event_id = OLD.id AND NOT d.house))"""
"""Whether an event concerns houses alone. Such events are deleted before the mentions that show it."""

TABLES = [
    WriteOnceTable("dynasty_transfer", deleted_if=CONDENSED_SQL),
    WriteOnceTable("dynasty_condensedday"),
    WriteOnceTable("dynasty_staffact"),
    WriteOnceTable("dynasty_event", deleted_if=f"{ERASED_SQL} OR {IN_CONDENSED_DAY_SQL} AND {OF_HOUSES_SQL}"),
    WriteOnceTable("dynasty_erasure"),
    WriteOnceTable("dynasty_streamevent", deleted_if="1 = 1"),
    WriteOnceTable("dynasty_ratedbattle"),
    WriteOnceTable("dynasty_ratedseat"),
]
"""Those of every app; others add theirs."""


def install(sender: Any = None, using: str = "default", **kwargs: Any) -> None:
    """Create the triggers of all tables that exist. Runs after every migration, and can be repeated."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        remove(using)
        tables = set(connection.introspection.table_names(cursor))
        for guard in TABLES:
            for _name, statement in guard.triggers(connection.vendor) if guard.table in tables else ():
                cursor.execute(statement)


def remove_before_migration(
    sender: Any = None, using: str = "default", plan: Sequence[Any] = (), **kwargs: Any
) -> None:
    """Remove the triggers before migrations that have something to do, which may rewrite rows and rebuild tables."""
    if plan:
        remove(using)


def remove(using: str = "default") -> None:
    """Remove all triggers, for migrations and for tests that empty their database."""
    connection = connections[using]
    on = {"sqlite": "", "postgresql": " ON {table}"}[connection.vendor]
    with connection.cursor() as cursor:
        there = list_triggers(cursor, connection.vendor)
        for guard in TABLES:
            for name, _statement in guard.triggers(connection.vendor):
                if name in there:
                    cursor.execute(f"DROP TRIGGER {name}{on.format(table=guard.table)}")


def list_triggers(cursor: Any, vendor: str) -> set[str]:
    cursor.execute(LIST_SQL[vendor])
    return {row[0] for row in cursor.fetchall()}


def list_missing(connection: Any) -> list[str]:
    """Return the names of triggers that should exist and do not."""
    with connection.cursor() as cursor:
        there = list_triggers(cursor, connection.vendor)
    return [name for guard in TABLES for name, _statement in guard.triggers(connection.vendor) if name not in there]
