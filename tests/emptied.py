"""Emptying of the database after a test that commits: only what the test has filled, and without new migrations.

Django's `flush` deletes from every table and then lets all apps respond as after a migration, several times as long as
many of these tests take. The guards of what is written once would refuse it; they are left out or put back.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connections, transaction

from core import write_once_triggers

MIGRATED = {"django_content_type", "auth_permission"}
"""Tables that the migrations fill, and no test does."""


@cache
def list_tables(alias: str) -> Sequence[str]:
    """Return the tables of all models that tests may fill."""
    names = connections[alias].introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(names) - MIGRATED)


def empty(alias: str = "default") -> None:
    """Delete all rows that there are."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        parts = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in list_tables(alias))
        filled = [name for part in split(list(parts)) for name in fetch(cursor, " UNION ALL ".join(part))]
    if filled:
        with transaction.atomic(using=alias), connection.cursor() as cursor:
            delete(cursor, connection.vendor, filled)


def split(parts: list[str], size: int = 100) -> list[list[str]]:
    """Return the list in pieces; SQLite takes at most 500 parts of a compound query."""
    return [parts[start : start + size] for start in range(0, len(parts), size)]


def fetch(cursor: Any, sql: str) -> list[str]:
    cursor.execute(sql)
    return [name for (name,) in cursor.fetchall()]


def delete(cursor: Any, vendor: str, filled: Sequence[str]) -> None:
    """Delete all rows of these tables; foreign keys are checked at the end of the transaction."""
    if vendor == "postgresql":
        cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, and no checks of foreign keys
        cursor.execute("; ".join(f"DELETE FROM {table}" for table in filled))
        return
    guards = [guard for guard in write_once_triggers.TABLES if guard.table in filled]
    triggers = [each for guard in guards for each in guard.triggers(vendor)]
    there = write_once_triggers.list_triggers(cursor, vendor)
    for name, _create in triggers:
        if name in there:
            cursor.execute(f"DROP TRIGGER {name}")
    for table in filled:
        cursor.execute(f"DELETE FROM {table}")
    for _name, create in triggers:
        cursor.execute(create)
