"""`manage.py search_index`: build the index of the search anew, while the site is used."""

from django.core.management.base import BaseCommand

from tournaments.services import search_index


class Command(BaseCommand):
    help = "Build the index of the search anew; the site can be used meanwhile."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(f"{search_index.rebuild()} entries.")
