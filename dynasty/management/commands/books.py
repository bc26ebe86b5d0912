"""`manage.py books`: prove every balance from the transfers and every standing from the emperors."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from dynasty.selectors import integrity

ROW = "{:<16} {:>9} {:>10} {:>20} {:>8}"


class Command(BaseCommand):
    help = "Prove all balances from the transfers and all standings from the emperors; exit with 1 on any difference."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            sheets, differences = integrity.build_sheets(), integrity.find_differences()
        self.stdout.write(ROW.format("asset", "accounts", "transfers", "issued", "sum"))
        for sheet in sheets:
            self.stdout.write(ROW.format(sheet.asset, sheet.accounts, sheet.transfers, sheet.issued, sheet.total))
        for difference in differences:
            self.stderr.write(f"{difference.what}: {difference.stored} kept, {difference.proved} proved")
        self.stdout.write(f"{len(differences)} differences.")
        if differences:
            sys.exit(1)
