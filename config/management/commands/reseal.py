"""`manage.py reseal`: encrypt the secrets of second factors and webhooks with the present SECRET_KEY."""

from typing import Any

from django.core.management.base import BaseCommand

from config.accounts import secret_storage
from dynasty.services.webhooks import registration


class Command(BaseCommand):
    help = "Seal stored secrets with the present SECRET_KEY; earlier ones are in SECRET_KEY_FALLBACKS."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{secret_storage.reseal(every=True)} factors sealed.")
        self.stdout.write(f"{registration.reseal()} webhooks sealed.")
        for what, count in (
            ("factors", secret_storage.count_unreadable()),
            ("webhooks", registration.count_unreadable()),
        ):
            if count:
                self.stdout.write(f"{count} {what} cannot be read: their key is not in SECRET_KEY_FALLBACKS.")
