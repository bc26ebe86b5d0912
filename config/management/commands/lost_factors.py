"""`manage.py lost_factors ADDRESS --by STAFF --reason "…"`: remove all second factors of an account."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.accounts import recovery


class Command(BaseCommand):
    help = "Take all second factors from an account whose owner has lost them; read docs/operators/operating.md before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")
        parser.add_argument("--by", required=True, help="your own address, as a member of the staff")
        parser.add_argument("--reason", required=True, help="how you made sure who asked; it is kept for ever")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            gone = recovery.forget_factors(address=options["address"], by=options["by"], reason=options["reason"])
        except recovery.RecoveryError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{gone} factors forgotten; all sessions ended; the owner was told.")
