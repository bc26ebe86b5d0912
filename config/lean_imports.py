"""What a site leaves out of its memory."""

import sys
from typing import Any

from django.db import connection

POSTGRESQL = "django.contrib.postgres"
"""With it comes PostgreSQL's driver, 10 MB."""
HTTP = "requests"
"""With all that it imports 5 MB; Django REST framework has it for a client of its own, which nothing here uses."""


def import_rest_framework() -> None:
    """Import Django REST framework's optional parts without those that this site does not need."""
    unused = [HTTP] if connection.vendor == "postgresql" else [HTTP, POSTGRESQL]
    nothing: Any = None  # so Python takes them as not installed
    hidden = [name for name in unused if name not in sys.modules]
    sys.modules |= dict.fromkeys(hidden, nothing)
    try:
        import rest_framework.compat  # noqa: F401
    finally:
        for name in hidden:
            del sys.modules[name]
