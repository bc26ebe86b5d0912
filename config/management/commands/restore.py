"""`manage.py restore FILE`: replace the database by a backup, and verify it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config import backups
from config.embedded import instance_lock
from config.sqlite import pool


class Command(BaseCommand):
    help = "Put a copy in the place of the database, bring it up to date, and verify it. Nothing may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--sure", action="store_true", help="what is in the database now is lost")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["sure"]:
            raise CommandError("What is in the database now will be lost. Add --sure if that is meant.")
        connections.close_all()
        pool.close_all()  # or what follows would go on with the file that is moved aside
        try:
            with instance_lock.acquire(settings.VAR / "play.lock", "restore"):
                backups.restore(settings.DATABASES["default"], options["file"])
        except instance_lock.AlreadyLocked as error:
            raise CommandError("This world is being played. Stop it first.") from error
        except (backups.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        call_command("verify", stdout=self.stdout, stderr=self.stderr)
