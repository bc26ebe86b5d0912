"""How moments are read from PostgreSQL: by Python's parser in C, where Django's loader takes a pattern apart."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection


def install() -> None:
    """Let the connections of this process read moments that way; the driver is imported where it is in use."""
    if connection.vendor != "postgresql":
        return
    from django.db.backends.postgresql.psycopg_any import BaseTzLoader, get_adapters_template

    class MomentLoader(BaseTzLoader):  # type: ignore[misc]
        timezone = connection.timezone

        def load(self, data: Any) -> Any:
            try:
                return datetime.fromisoformat(bytes(data).decode())
            except ValueError:  # of a year that Python does not know
                return super().load(data)

    get_adapters_template(settings.USE_TZ, connection.timezone).register_loader("timestamptz", MomentLoader)
