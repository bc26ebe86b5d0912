"""The terminal: battles between computer players, shown as text, and matches with a table of results.

emperors play --board cross-4 --player a.py --player greedy --seed 1
emperors match --board mine.txt --rules "path=clear" --player a.py --player greedy --battles 100 --jobs 0
emperors resolve < scenarios.jsonl
emperors join https://play.example.org --player a.py
"""

import argparse
import json
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random

from battlefield import Battle, fields, game, play, scenarios
from battlefield.presets import PRESETS
from battlefield.traces import Step, line
from campaign import cases

from . import authors, contests, openings
from .ladder import PLAYERS, Choice
from .reading import Closed, Past
from .sites import joining
from .sites.client import CannotJoin

CAMPAIGNS = [f"campaign.{name}" for name in ("classic", "escalation", "simultaneous", "skirmish")]
BOARDS = [*openings.SMALL, *fields.FIELDS]
MAX_BATTLES = 1_000_000
SHOWN = ("conflict", "took", "pushed", "fell", "vanished", "collected")


class BadArguments(ValueError):
    """Arguments that do not go together."""


class Failed(ValueError):
    """A player gave no legal order in the battle that is shown."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 2 after printing a sentence where something cannot be done."""
    options = _parser().parse_args(arguments)
    try:
        return COMMANDS[options.command](options)
    except (authors.NoPlayer, openings.BadOpening, BadArguments, Failed, CannotJoin, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="emperors", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (("play", "show one battle"), ("match", "play many and count"), ("players", "list the levels"),
                        ("resolve", "answer one scenario a line of standard input"),
                        ("join", "play a battle on a site to its end")):  # fmt: skip
        command = commands.add_parser(name, help=words)
        if name == "resolve":
            command.add_argument("--game", default="emperors", choices=["emperors", *CAMPAIGNS])
        if name == "join":
            joining.add_arguments(command)
        if name in ("players", "resolve", "join"):
            continue
        command.add_argument(
            "--board",
            default="duel-2",
            metavar="BOARD",
            help=f"a name ({', '.join(BOARDS)}), a diagram, or a file that holds one",
        )
        command.add_argument(
            "--rules",
            default="classic",
            metavar="RULES",
            help=f"a name ({', '.join(PRESETS)}), settings such as path=clear, JSON, or a file",
        )
        command.add_argument(
            "--player",
            action="append",
            required=True,
            help="a level, a file with a function choose, or hand; dealt out to the seats in turn",
        )
        command.add_argument("--seed", default="1")
        if name == "match":
            _add_match_arguments(command)
    return parser


def _add_match_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--battles", type=_count, default=100)
    command.add_argument(
        "--jobs", type=_count_or_none, default=1, metavar="N", help="play in so many processes; 0: one for each core"
    )
    command.add_argument("--json", action="store_true", help="print everything as one JSON object")
    command.add_argument("--record", metavar="FOLDER", help="write the record of every battle into this folder")


def _count(text: str, least: int = 1) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text[:9]) <= MAX_BATTLES:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {least} to {MAX_BATTLES}")
    return int(text)


def _count_or_none(text: str) -> int:
    return _count(text, 0)


def show_battle(options: argparse.Namespace) -> int:
    """Play one battle and print each round: orders, what happened, the board."""
    battle = openings.build_opening(options.board, options.rules)
    players = contests.labels(options.player)
    dealt, choosers = contests.deal(battle.seats, list(players)), contests.load(players)
    lucks = {seat: Random(f"{options.seed} {seat}") for seat in battle.seats}
    arrival, past = Random(f"{options.seed} arrival"), list[Closed]()
    print(", ".join(f"{seat}: {player}" for seat, player in dealt.items()), battle.formation, sep="\n")
    while battle.outcome is None:
        orders = [(seat, _order(choosers[dealt[seat]], dealt[seat], battle, seat, lucks[seat], past))
                  for seat in battle.to_act]  # fmt: skip
        arrival.shuffle(orders)
        after, resolution = play(battle, orders)
        print(f"\n{battle.number}. " + ", ".join(f"{seat} {text}" for seat, text in orders))
        print(*_describe_steps(resolution.trace), after.formation, sep="\n")
        past.append((battle, dict(orders)))
        battle = after
    print(
        f"\n{'draw between' if battle.outcome.draw else 'won by'} "
        + ", ".join(f"{seat} ({dealt[seat]})" for seat in battle.outcome.seats)
        + f": {battle.outcome.by}"
    )
    return 0


def _order(choose: Choice, player: str, battle: Battle, seat: str, luck: Random, past: Past) -> str:
    """Return a player's order; where there is none, show its author where it failed and raise Failed."""
    try:
        return choose(battle, seat, luck, past)
    except (Exception, SystemExit) as error:
        if not isinstance(error, game.Illegal | authors.NoInput):
            traceback.print_exception(error)
        raise Failed(f"{player} failed in round {battle.number} as seat {seat}: {contests.reason(error)}") from error


def _describe_steps(trace: Sequence[Step]) -> list[str]:
    """Return the steps of a round that a spectator wants to read, one a line."""
    return [f"   {line(step)}" for step in trace if step["kind"] in SHOWN]


def _name_of(board: str) -> str:
    """Return how a record calls a board: by its name where it has one."""
    return board if board in BOARDS else "drawn"


def run_match(options: argparse.Namespace) -> int:
    """Play many battles, the seats going round, and print how much of the victories each player had."""
    if options.jobs != 1 and "hand" in options.player:
        raise BadArguments("The person at the keyboard plays in one process only: leave out --jobs.")
    match = contests.Match(
        openings.build_opening(options.board, options.rules),
        contests.labels(options.player),
        options.seed,
        {"Board": _name_of(options.board)},
    )
    folder = Path(options.record) if options.record else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    played = []
    for result in contests.results(match, options.battles, options.jobs):
        played.append(result)
        if folder:
            (folder / f"{result.battle:04}.txt").write_text(result.record, encoding="utf-8")
    if options.json:
        print(json.dumps(contests.as_json(match, played), indent=2, ensure_ascii=False))
    else:
        print(contests.as_table(played, list(match.players)))
    return 0


def list_players(options: argparse.Namespace) -> int:
    """Print the levels, from weak to strong."""
    for player in PLAYERS.values():
        print(f"{player.name:12} {player.sentence}")
    return 0


def resolve_lines(options: argparse.Namespace) -> int:
    """Read one scenario a line from standard input, write one outcome a line to standard output."""
    for text in filter(str.strip, sys.stdin):
        campaign = options.game in CAMPAIGNS
        print(cases.answer_line(text, options.game) if campaign else scenarios.answer_line(text), flush=True)
    return 0


COMMANDS = {
    "play": show_battle,
    "match": run_match,
    "players": list_players,
    "resolve": resolve_lines,
    "join": joining.run,
}

if __name__ == "__main__":
    sys.exit(main())
