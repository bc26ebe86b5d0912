"""What the database itself refuses: to change a transfer or an event that is written."""

from typing import Any

GUARDED = ("dynasty_transfer", "dynasty_event")

SQLITE = """CREATE TRIGGER IF NOT EXISTS {table}_is_final BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is never changed'); END"""

POSTGRESQL = """CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{table} is never changed' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE OR REPLACE TRIGGER {table}_is_final BEFORE UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_refuse()"""

FOUND = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
}


def install(apps: Any, editor: Any) -> None:
    """Put the guards in place; a step of a migration, to be repeated after one that rebuilds these tables on SQLite."""
    make = {"sqlite": SQLITE, "postgresql": POSTGRESQL}[editor.connection.vendor]
    for table in GUARDED:
        editor.execute(make.format(table=table))


def remove(apps: Any, editor: Any) -> None:
    """Take them away again."""
    on = {"sqlite": "", "postgresql": " ON {table}"}[editor.connection.vendor]
    for table in GUARDED:
        editor.execute(f"DROP TRIGGER IF EXISTS {table}_is_final{on.format(table=table)}")


def missing(connection: Any) -> list[str]:
    """The guarded tables that have lost their guard."""
    with connection.cursor() as cursor:
        cursor.execute(FOUND[connection.vendor])
        names = {row[0] for row in cursor.fetchall()}
    return [table for table in GUARDED if f"{table}_is_final" not in names]
