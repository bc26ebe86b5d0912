"""`manage.py backup FILE`: write a backup of the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config import backups


class Command(BaseCommand):
    help = "Copy the whole database, as it is at one moment, into a new file; also while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backups.back_up(settings.DATABASES["default"], options["file"])
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {options['file'].stat().st_size} bytes.")
