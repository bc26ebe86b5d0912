"""`manage.py verify`: check the integrity of the world."""

import sys

from django.core.management.base import BaseCommand

from tournaments.models import SelfCheck
from tournaments.services import integrity


class Command(BaseCommand):
    help = "Prove books, streams, open rounds, engagements, escrows, ratings and guards; exit with 1 on any finding."

    def handle(self, *args: object, **options: object) -> None:
        found = integrity.verify()
        for each in found:
            self.stderr.write(each)
        took = SelfCheck.objects.get(kind=SelfCheck.Kind.VERIFY).milliseconds
        self.stdout.write(f"{len(found)} findings, in {took / 1000:.1f} s.")
        if found:
            sys.exit(1)
