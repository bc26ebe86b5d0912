"""The terminal: battles between computer players, shown as text, and matches with a table of results.

    emperors play --board cross-4 --player a.py --player greedy --seed 1
    emperors match --board duel-2 --player a.py --player greedy --battles 100
    emperors resolve < scenarios.jsonl
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from random import Random

from battlefield import Battle, begin, fields, game, play, scenarios
from battlefield.battles import UnfitBoard
from battlefield.presets import PRESETS
from battlefield.traces import Step, line
from campaign import cases

from . import authors, matches
from .ladder import PLAYERS, Choice
from .reading import Closed

CAMPAIGNS = [f"campaign.{name}" for name in ("classic", "escalation", "simultaneous", "skirmish")]
SHOWN = ("conflict", "took", "pushed", "fell", "vanished", "collected")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 0, or 2 with a sentence where something cannot be done."""
    given = _parser().parse_args(arguments)
    try:
        return COMMANDS[given.command](given)
    except (authors.NoPlayer, UnfitBoard, game.Illegal) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="emperors", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (("play", "show one battle"), ("match", "play many and count"), ("players", "list the levels"),
                        ("resolve", "answer one scenario a line of standard input")):  # fmt: skip
        command = commands.add_parser(name, help=words)
        if name == "resolve":
            command.add_argument("--game", default="emperors", choices=["emperors", *CAMPAIGNS])
        if name in ("players", "resolve"):
            continue
        command.add_argument("--board", default="duel-2", choices=list(fields.FIELDS))
        command.add_argument("--rules", default="classic", choices=list(PRESETS))
        command.add_argument("--player", action="append", required=True,
                             help="a level, a file with a function choose, or hand; dealt out to the seats in turn")
        command.add_argument("--seed", default="1")
        if name == "match":
            command.add_argument("--battles", type=int, default=100)
    return parser


def _opening(given: argparse.Namespace) -> Battle:
    return begin(fields.without_chests(fields.load(given.board)), PRESETS[given.rules][2])


def deal(seats: Sequence[str], players: Sequence[str], turn: int = 0) -> dict[str, str]:
    """Which player has which seat: in turn round the table, one seat further with every battle."""
    return {seat: players[(i + turn) % len(players)] for i, seat in enumerate(seats)}


def show_battle(given: argparse.Namespace) -> int:
    """Play one battle and print each round: orders, what happened, the board."""
    battle = _opening(given)
    dealt = deal(battle.seats, given.player)
    choosers = _choosers(given.player)
    lucks = {seat: Random(f"{given.seed} {seat}") for seat in battle.seats}
    arrival, past = Random(f"{given.seed} arrival"), list[Closed]()
    print(", ".join(f"{seat}: {player}" for seat, player in dealt.items()), battle.formation, sep="\n")
    while battle.outcome is None:
        orders = [(seat, choosers[dealt[seat]](battle, seat, lucks[seat], past)) for seat in battle.to_act]
        arrival.shuffle(orders)
        after, resolution = play(battle, orders)
        print(f"\n{battle.number}. " + ", ".join(f"{seat} {text}" for seat, text in orders))
        print(*_told(resolution.trace), after.formation, sep="\n")
        past.append((battle, dict(orders)))
        battle = after
    print(f"\n{'draw between' if battle.outcome.draw else 'won by'} "
          + ", ".join(f"{seat} ({dealt[seat]})" for seat in battle.outcome.seats) + f": {battle.outcome.by}")
    return 0


def _told(trace: Sequence[Step]) -> list[str]:
    """The steps of a round that an onlooker wants to read, one a line."""
    return [f"   {line(step)}" for step in trace if step["kind"] in SHOWN]


def _choosers(players: Sequence[str]) -> Mapping[str, Choice]:
    return {player: authors.named(player) for player in players}


def run_match(given: argparse.Namespace) -> int:
    """Play many battles, the seats going round, and print how much of the victories each player had."""
    opening = _opening(given)
    choosers = _choosers(given.player)
    names = list(choosers)
    won = dict.fromkeys(names, 0.0)
    for turn in range(given.battles):
        dealt = deal(opening.seats, names, turn)
        ended = matches.battle(opening, {seat: choosers[player] for seat, player in dealt.items()},
                               f"{given.seed} {turn}")
        for name in names:
            won[name] += matches.score(ended, [seat for seat, player in dealt.items() if player == name])
    print(result_table(won, given.battles))
    return 0


def result_table(won: Mapping[str, float], battles: int) -> str:
    """A line a player: its part of the victories, and where the true rate lies with 95% confidence."""
    wide = max(map(len, won))
    lines = [f"{'player':{wide}}  battles    won    rate  95% interval"]
    for name, wins in won.items():
        low, high = matches.interval(wins, battles)
        rate = wins / max(1, battles)
        lines.append(f"{name:{wide}}  {battles:7}  {wins:5.1f}  {rate:5.1%}  {low:.1%} to {high:.1%}")
    return "\n".join(lines)


def list_players(given: argparse.Namespace) -> int:
    """Print the levels, from weak to strong."""
    for player in PLAYERS.values():
        print(f"{player.name:12} {player.sentence}")
    return 0


def resolve_lines(given: argparse.Namespace) -> int:
    """Read one scenario a line from standard input, write one outcome a line to standard output."""
    for text in filter(str.strip, sys.stdin):
        campaign = given.game in CAMPAIGNS
        print(cases.answer_line(text, given.game) if campaign else scenarios.answer_line(text), flush=True)
    return 0


COMMANDS = {"play": show_battle, "match": run_match, "players": list_players, "resolve": resolve_lines}

if __name__ == "__main__":
    sys.exit(main())
