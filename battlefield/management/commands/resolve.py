"""`manage.py resolve`: scenarios in, outcomes out, one JSON object a line."""

import importlib
import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from battlefield.scenarios import answer_line

CASES = {f"campaign.{name}": "campaign.cases" for name in ("classic", "escalation", "simultaneous", "skirmish")}
"""Where the other family answers; looked up by name, since neither game imports the other."""


def answer_case(line: str, game: str) -> str:
    """Answer one case of a campaign."""
    answer: Callable[[str, str], str] = importlib.import_module(CASES[game]).answer_line
    return answer(line, game)


class Command(BaseCommand):
    help = "Read one scenario a line from standard input, write one outcome a line to standard output."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default="emperors", choices=["emperors", *CASES])

    def handle(self, *, game: str, **options: Any) -> None:
        for line in sys.stdin:
            if line.strip():
                sys.stdout.write((answer_line(line) if game == "emperors" else answer_case(line, game)) + "\n")
                sys.stdout.flush()
