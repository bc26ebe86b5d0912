"""`manage.py prove`: check the proof or the record of a battle, from a file, or a battle of this site."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from battlefield import records
from campaign import game as campaign
from core.json_types import JsonValue
from tournaments.domain.battle_proof import find_faults
from tournaments.models import Tournament
from tournaments.selectors import proofs


class Command(BaseCommand):
    help = (
        "Check seals, digests, contract and seed of a battle, or play its record again; exit with 1 if anything does "
        "not hold."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        help_text = "a proof or a record that was taken away (a file), or the code of a battle here"
        parser.add_argument("battle", help=help_text)

    def handle(self, *args: object, **options: Any) -> None:
        proof = read_proof(options["battle"])
        if isinstance(proof, str):
            self.stdout.write(replay_record(proof))
            return
        try:
            found = find_faults(proof)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CommandError("This is not a proof of a battle.") from error
        for one in found:
            self.stderr.write(" ".join([one.code, f"round {one.round}" if one.round else "", one.seat]).strip())
        self.stdout.write(f"{len(proof['rounds'])} rounds, {len(found)} findings.")
        if found:
            sys.exit(1)


def read_proof(battle: str) -> JsonValue:
    """Return the proof in the file, or of the battle, of that name; of a file with a record, its text."""
    path = Path(battle)
    if path.suffix or path.exists():
        return read_file(path)
    tournament = Tournament.objects.filter(code=battle).first()
    proof = proofs.build_proof(tournament) if tournament else None
    if proof is None:
        raise CommandError(f"There is no battle {battle} that has begun.")
    return proof


def read_file(path: Path) -> JsonValue:
    """Return what a file holds: a proof as data, or a record as text."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read.") from error
    try:
        return json.loads(text)
    except ValueError:
        return text


def replay_record(record: str) -> str:
    """Play a record again and return what it comes to; raise CommandError where it does not hold."""
    try:
        return replay(record)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CommandError(f"This record does not hold: {error}") from error


def replay(record: str) -> str:
    """Play a record of either kind of game: those of campaigns are lines of JSON, those of the grid game diagrams."""
    if record.startswith("{"):
        rounds, headers = campaign.verify(record), json.loads(record.splitlines()[0])["headers"]
        end = "from the seed to the same end" if "Result" in headers else "from the seed"
        return f"{len(rounds)} rounds, played again {end}."
    read = records.read(record)
    if "Agreed" in read.headers:  # a vote ended it, which no order shows
        read.replay()
    else:
        records.verify(read)
    return f"{len(read.rounds)} rounds, played again to the same end."
