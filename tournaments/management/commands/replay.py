"""`manage.py replay`: replay all finished battles."""

import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand

from tournaments.services import integrity


class Command(BaseCommand):
    help = (
        "Resolve the rounds of all battles that are over again, check seals and digests; exit with 1 on any difference."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--more", action="store_true", help="go on where the last time ended")

    def handle(self, *args: object, **options: object) -> None:
        if not options["more"]:
            integrity.reset_replays()
        while integrity.replay_next().battles:
            pass
        sums = integrity.get_figures()
        for each in integrity.get_findings():
            self.stderr.write(each)
        words = ("battles", "rounds", "receipts", "divergent", "broken", "older")
        self.stdout.write(", ".join(f"{sums.get(word, 0)} {word}" for word in words))
        if sums.get("divergent") or sums.get("broken"):
            sys.exit(1)
