from django.core.management.base import BaseCommand

from tournaments.services import world


class Command(BaseCommand):
    help = "Fill the world: the site's own houses, and battles to watch, to bet on and to enter. Safe to repeat."

    def handle(self, *args: object, **options: object) -> None:
        done = world.seed()
        if options["verbosity"]:
            self.stdout.write(", ".join(f"{name} {count}" for name, count in done.items()))
