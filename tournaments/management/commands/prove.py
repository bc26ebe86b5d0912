"""`manage.py prove`: check the proof of a battle, from a file or of this site."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.proofs import findings
from tournaments.selectors import proofs


class Command(BaseCommand):
    help = "Check seals, digests, contract and seed of a battle; exit with 1 if anything does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("battle", help="a proof that was taken away (a .json file), or the code of a battle here")

    def handle(self, *args: Any, **options: Any) -> None:
        proof = read(options["battle"])
        try:
            found = findings(proof)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CommandError("This is not a proof of a battle.") from error
        for one in found:
            self.stderr.write(" ".join([one.code, f"round {one.round}" if one.round else "", one.seat]).strip())
        self.stdout.write(f"{len(proof['rounds'])} rounds, {len(found)} findings.")
        if found:
            sys.exit(1)


def read(battle: str) -> Any:
    """The proof in the file, or of the battle, of that name."""
    path = Path(battle)
    if path.suffix == ".json":
        try:
            return json.loads(path.read_text())
        except (OSError, ValueError) as error:
            raise CommandError(f"{battle} cannot be read.") from error
    tournament = Tournament.objects.filter(code=battle).first()
    proof = proofs.proof(tournament) if tournament else None
    if proof is None:
        raise CommandError(f"There is no battle {battle} that has begun.")
    return proof
