"""What a site on SQLite leaves out of its memory."""

import sys

from django.db import connection

UNUSED = "django.contrib.postgres"
"""Imported by Django REST framework wherever it is there, and with it PostgreSQL's driver, 10 MB."""


def import_rest_framework() -> None:
    """Import Django REST framework's optional parts, those for PostgreSQL only where that is the database."""
    if connection.vendor == "postgresql" or UNUSED in sys.modules:
        return
    sys.modules[UNUSED] = None  # type: ignore[assignment]  # so Python takes it as not installed
    try:
        import rest_framework.compat  # noqa: F401
    finally:
        del sys.modules[UNUSED]
