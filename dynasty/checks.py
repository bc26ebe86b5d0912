"""What `manage.py check --database default` and every migration look at."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Warning
from django.db import connections

from core import write_once_triggers


def report_missing_triggers(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of write-once triggers that are missing, once the tables exist.

    A warning, since `migrate` looks at this before it puts the guards in place.
    """
    return [error for name in databases or () for error in list_warnings(name)]


def list_warnings(name: str) -> list[CheckMessage]:
    connection = connections[name]
    if "dynasty_erasure" not in connection.introspection.table_names():
        return []
    advice = "Run `manage.py migrate`, which puts it in place again."
    return [
        Warning(f"The guard {each} is missing.", hint=advice, id="dynasty.W001")
        for each in write_once_triggers.list_missing(connection)
    ]
