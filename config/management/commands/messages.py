"""`manage.py messages`: update the translations from the sources, or check them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Collect what players read from the sources into locale/ and compile it; with --check only look."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Change nothing; fail where anything is missing.")

    def handle(self, *, check: bool, **options: Any) -> None:
        try:
            from config.devtools.translations import faults, files, sources
        except ImportError as missing:
            raise CommandError(f"{missing}: this needs Babel, see requirements/test.txt") from missing
        pairs = [(language, domain) for language in sources.list_languages() for domain in sources.DOMAINS]
        if not check:
            for pair in pairs:
                files.write(files.update(*pair), *pair)
        found = [fault for pair in pairs for fault in faults.find_faults(*pair)]
        for fault in found:
            self.stderr.write(fault)
        if found and check:
            raise CommandError(f"{len(found)} faults in locale/")
        self.stdout.write(f"{len(found)} left to do" if found else "The catalogues are complete.")
