"""`manage.py reseal`: encrypt all secrets of second factors with the present SECRET_KEY."""

from typing import Any

from django.core.management.base import BaseCommand

from config.accounts import secret_storage


class Command(BaseCommand):
    help = "Seal the secrets of second factors with the present SECRET_KEY; earlier ones are in SECRET_KEY_FALLBACKS."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{secret_storage.reseal(every=True)} factors sealed.")
