"""The public table: engines answer the case file, players meet a fixed panel. Anybody's, by one command.

    python -m benchmarks.public
    python -m benchmarks.public --engine "mine=./resolve" --player mine.py --battles 50

An engine is a command that reads a scenario a line and writes an answer a line, as `emperors resolve` does
(docs/research/cases.md). A player is a level or a file with a function choose (docs/api/players.md). The same seed
gives the same battles.
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from battlefield import Formation
from battlefield.cases import Case, all_cases
from battlefield.traces import line
from players import contests, openings

CASES = Path(__file__).parents[1] / "tests" / "battlefield" / "cases"
OURS = f"emperors={shlex.quote(sys.executable)} -m players resolve"
PANEL = ("random", "wanderer", "greedy", "tactician")
GROUNDS = (("duel-2", "classic"), ("narrows-2", "courtly"))
TIMEOUT = 600
LEFT_OUT = ("ordered", "held")
"""Steps of a trace that the case file leaves out."""


def list_rounds() -> list[Case]:
    """Return the cases that are one round."""
    return [case for case in all_cases(CASES) if not case.is_battle]


def ask(command: str, cases: Sequence[Case]) -> list[Any]:
    """Return an engine's answers; None where it gave none that can be read."""
    lines = "".join(json.dumps(case.scenario, ensure_ascii=False) + "\n" for case in cases)
    done = subprocess.run(
        shlex.split(command), input=lines, capture_output=True, text=True, timeout=TIMEOUT, check=False
    )
    found: list[Any] = []
    for text in done.stdout.splitlines():
        try:
            found.append(json.loads(text))
        except ValueError:
            found.append(None)
    return (found + [None] * len(cases))[: len(cases)]


def agrees(case: Case, answer: Any) -> bool:
    """Return whether an answer is what the case says: formation, items, takes and fallen, or the refusal."""
    if not isinstance(answer, dict):
        return False
    if "error" in case.fields:
        refusal = answer.get("error") or {}
        return [refusal.get("code"), refusal.get("seat")] == case.fields["error"].split()
    drawn = Formation.read(case.after, case.things("items after"))
    items = {str(tile): str(item) for tile, item in drawn.items.items()}
    return (
        answer.get("formation") == case.after
        and answer.get("items") == items
        and sorted(answer.get("takes") or []) == sorted(case.list_field("takes"))
        and list(answer.get("fallen") or []) == case.fields.get("fallen", "").split()
    )


def traces(case: Case, answer: Any) -> bool:
    """Return whether the trace is that of the case as well."""
    try:
        return sorted(line(step) for step in answer["trace"] if step["kind"] not in LEFT_OUT) == sorted(case.trace)
    except (KeyError, TypeError):
        return "error" in case.fields


def format_engine(engine: str, cases: Sequence[Case]) -> str:
    """Return an engine's line of the table."""
    name, _equals, command = engine.partition("=")
    answers = list(zip(cases, ask(command, cases), strict=True))
    right = [case for case, answer in answers if agrees(case, answer)]
    traced = sum(agrees(case, answer) and traces(case, answer) for case, answer in answers)
    wrong = [case.number for case, answer in answers if not agrees(case, answer)]
    first = ", ".join(wrong[:5]) + (" …" if len(wrong) > 5 else "")
    return f"| {name} | {len(right)} of {len(cases)} | {traced} of {len(cases)} | {first or '–'} |"


def format_player(player: str, battles: int, seed: str) -> str:
    """Return a player's line: its share of the victories against each of the panel, with the interval of 95%."""
    cells, forfeits = [], 0
    for rival in PANEL:
        played: list[contests.Result] = []
        for board, rules in GROUNDS:
            names = contests.labels([player, rival])
            played += contests.results(contests.Match(openings.build_opening(board, rules), names, seed, {}), battles)
        row = contests.summary(played, list(contests.labels([player, rival])))[0]
        cells.append(f"{row['rate']:.0%} ({row['low']:.0%} to {row['high']:.0%})")
        forfeits += row["forfeits"]
    return f"| {Path(player).name} | {' | '.join(cells)} | {forfeits} |"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", metavar="NAME=COMMAND", help="besides the one of this repository")
    parser.add_argument("--player", action="append", help="a level or a file; without any: greedy and tactician")
    parser.add_argument("--battles", type=int, default=20, help="against each of the panel on each board")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    cases = list_rounds()
    print("| engine | rounds of the case file | with the trace | differs in |\n|" + " --- |" * 4, flush=True)
    for engine in [OURS, *(options.engine or [])]:
        print(format_engine(engine, cases), flush=True)
    print(f"\n| player | {' | '.join(PANEL)} | forfeits |\n|" + " --- |" * (len(PANEL) + 2), flush=True)
    for player in options.player or ["greedy", "tactician"]:
        print(format_player(player, options.battles, options.seed), flush=True)


if __name__ == "__main__":
    main()
