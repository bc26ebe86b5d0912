"""`manage.py books`: prove every balance from the transfers and every standing from the emperors.

`manage.py books --condensed` writes what the transfers said that sums have replaced, a line of JSON for each.
"""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from dynasty.selectors import condensed, integrity

ROW = "{:<16} {:>9} {:>10} {:>20} {:>8}"


class Command(BaseCommand):
    help = "Prove all balances from the transfers and all standings from the emperors; exit with 1 on any difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--condensed", action="store_true", help="write the transfers that sums have replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["condensed"]:
            for line in condensed.read_lines():
                self.stdout.write(json.dumps(asdict(line), default=str))
            return
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
