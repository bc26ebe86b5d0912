"""`manage.py battles`: list halted battles, resume them or give them up."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import DomainError
from tournaments.models import Tournament
from tournaments.selectors import halted_battles
from tournaments.services import announcements, rounds


class Command(BaseCommand):
    help = "List the battles that could not be resolved, let them go on, or give them up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", nargs="?", choices=["resume", "give-up"], help="what to do")
        parser.add_argument("codes", nargs="*", help="of battles, as in their addresses; `all`: every halted one")
        parser.add_argument("--halted", action="store_true", help="list them, as without an action")

    def handle(self, *, action: str | None, codes: list[str], **options: object) -> None:
        if action is None:
            self.list()
            return
        if not codes:
            raise CommandError("Name the battles by their codes, or say `all`.")
        if codes == ["all"]:
            codes = [each.tournament.code for each in halted_battles.list_halted()]
        for code in codes:
            self.act(action, code)

    def list(self) -> None:
        """Write a line for each halted battle."""
        found = halted_battles.list_halted()
        for each in found:
            due = each.due.isoformat(" ", "seconds")
            again = each.again.isoformat(" ", "seconds") if each.again else "now"
            why = each.fault or "its process was ended"
            self.stdout.write(f"{each.tournament.code}  round {each.round}, due {due}")
            self.stdout.write(f"  {why}; attempts: {each.attempts}, again: {again}")
        self.stdout.write(f"{len(found)} battles have halted.")

    def act(self, action: str, code: str) -> None:
        """Resume or give up one battle."""
        tournament = Tournament.objects.filter(code=code).first()
        if tournament is None:
            raise CommandError(f"There is no battle {code}.")
        try:
            if action == "give-up":
                announcements.cancel_halted(tournament=tournament)
            elif not rounds.resume(tournament_id=tournament.pk):
                raise CommandError(f"Battle {code} has not halted.")
        except DomainError as error:
            raise CommandError(f"{code}: {error}") from None
        self.stdout.write(f"{code}: {'given up' if action == 'give-up' else 'goes on'}")
