"""Migrations one by one, as sites made them that are older than the squashed ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.core.management import call_command
from django.db.migrations import executor
from django.db.migrations.loader import MigrationLoader


class Unsquashed(MigrationLoader):
    """A loader that knows no squashed migration."""

    def load_disk(self) -> None:
        super().load_disk()
        squashed = {key: each.replaces for key, each in self.disk_migrations.items() if each.replaces}
        self.disk_migrations = {key: each for key, each in self.disk_migrations.items() if key not in squashed}
        for each in self.disk_migrations.values():
            each.dependencies = [squashed[needed][-1] if needed in squashed else needed for needed in each.dependencies]


@contextmanager
def unsquashed() -> Iterator[None]:
    """Let `migrate` go through every migration that there ever was."""
    with patch.object(executor, "MigrationLoader", Unsquashed):
        yield


def migrate(*where: str) -> None:
    """Bring the database to a migration, or up to date, one migration after the other."""
    with unsquashed():
        call_command("migrate", *where, verbosity=0, interactive=False)
