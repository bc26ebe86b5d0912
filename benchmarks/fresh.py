"""An empty database to measure in: SQLite in a file that is deleted afterwards, or the one that DATABASE_URL names."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def database(name: str) -> Iterator[Callable[[], float]]:
    """Set Django up on an empty, migrated database; yield the clock to measure with.

    On SQLite that is seconds of CPU, so that a busy machine does not matter; on PostgreSQL seconds by the clock.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("EMPERORS_VAR", folder)
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder) / name}.sqlite3")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)  # the scaled mode serves no page without
        yield time.process_time if connection.vendor == "sqlite" else time.perf_counter
