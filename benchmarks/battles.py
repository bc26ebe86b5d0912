"""How battles of the computer players go from the true openings: who wins, how long, how often by a limit.

    EMPERORS_COMPILED=yes python -m benchmarks.battles --battles 1000 --levels tactician
    EMPERORS_COMPILED=yes python -m benchmarks.battles --boards duel-2 --presets classic --battles 200 --levels greedy
    EMPERORS_COMPILED=yes python -m benchmarks.battles --battles 1000 --levels tactician --write
    python -m benchmarks.battles --table

Without `--presets` each board is measured with the presets that it is offered with; `--presets all` takes every one
that fits. Every seat is of the same level. `--write` keeps the figures in `battlefield/fields/measured.json`, where
board pages find them; `--table` prints what is kept. The same seed gives the same figures.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any, NamedTuple

from battlefield import Battle, begin, fields, measured, play
from battlefield.battles import UnfitBoard
from battlefield.measured import Figures
from battlefield.presets import PRESETS
from battlefield.rulesets import Ruleset
from benchmarks import tables
from players import PLAYERS
from players.ladder import Choice
from players.reading import Closed

LIMITS = ("max_rounds", "quiet_rounds")


class Course(NamedTuple):
    """How one battle went."""

    winners: tuple[str, ...]
    draw: bool
    by: str
    rounds: int
    first_take: int
    """The round of the first take; one more than there were where nobody took anything."""
    still: int
    """In how many rounds every seat held."""


def play_battle(opening: Battle, choosers: Mapping[str, Choice], seed: str) -> Course:
    """Play a battle to its end. Each seat has luck of its own; the order of arrival is drawn anew each round."""
    now, past, first_take, still = opening, list[Closed](), 0, 0
    lucks = {seat: Random(f"{seed} {seat}") for seat in opening.seats}
    arrival = Random(f"{seed} arrival")
    while now.outcome is None:
        orders = [(seat, choosers[seat](now, seat, lucks[seat], past)) for seat in now.to_act]
        arrival.shuffle(orders)
        past.append((now, dict(orders)))
        still += all(text == "-" for _seat, text in orders)
        now, resolution = play(now, orders)
        first_take = first_take or (now.number - 1 if resolution.takes else 0)
    return Course(now.outcome.seats, now.outcome.draw, now.outcome.by, now.number - 1, first_take or now.number, still)


def play_numbered(board: str, rules: Ruleset, level: str, seed: int, number: int) -> Course:
    """Play the battle of that number of a series."""
    opening = begin(fields.without_chests(fields.load(board)), rules)
    choosers = dict.fromkeys(opening.seats, PLAYERS[level].choose)
    return play_battle(opening, choosers, f"{seed} {board} {level} {number}")


def hold(battle: Battle, seat: str, luck: Random, past: object = ()) -> str:
    """Hold, whatever happens."""
    return "-"


def play_against_still(board: str, rules: Ruleset, level: str, seed: int, number: int) -> Course:
    """Play a battle in which one seat moves, each in turn, and all others stand still to the end."""
    opening = begin(fields.without_chests(fields.load(board)), rules)
    mover = opening.seats[number % len(opening.seats)]
    choosers = {seat: PLAYERS[level].choose if seat == mover else hold for seat in opening.seats}
    course = play_battle(opening, choosers, f"{seed} {board} {level} still {number}")
    return course._replace(winners=tuple(seat for seat in course.winners if seat == mover))


def summarise(seats: Sequence[str], courses: Sequence[Course], stirred: Sequence[Course]) -> dict[str, Any]:
    """Return the figures of a series; `stirred` are the battles against seats that stand still."""
    rounds = sorted(course.rounds for course in courses)
    wins = dict.fromkeys(seats, 0.0)
    for course in courses:
        for seat in course.winners:
            wins[seat] += 1 / len(course.winners)
    return {
        "battles": len(courses),
        "wins": [round(wins[seat], 3) for seat in seats],
        "draws": sum(course.draw for course in courses),
        "limits": sum(course.by in LIMITS for course in courses),
        "rounds": [quantile(rounds, share) for share in (0.1, 0.5, 0.9)],
        "first_take": statistics.median_low(sorted(course.first_take for course in courses)),
        "still": sum(course.still for course in courses),
        "all_rounds": sum(rounds),
        "stirred": sum(bool(course.winners) and not course.draw for course in stirred),
        "stirred_of": len(stirred),
    }


def quantile(values: Sequence[int], share: float) -> int:
    """Return the value below which that share of the sorted values lies.

    >>> quantile([1, 2, 3, 4, 50], 0.5)
    3
    """
    return values[min(int(share * len(values)), len(values) - 1)]


def measure(board: str, named: tuple[str, Ruleset], level: str, battles: int, seed: int, pool: Any) -> Figures:
    """Play a series, and return its figures."""
    preset, rules = named
    began = time.process_time()
    courses = list(pool(partial(play_numbered, board, rules, level, seed), range(battles)))
    stirred = list(pool(partial(play_against_still, board, rules, level, seed), range(min(battles, 24))))
    took = time.process_time() - began
    print(f"{board} {preset} {level}: {took:.0f} s", file=sys.stderr, flush=True)
    return Figures(
        board=board,
        preset=preset,
        level=level,
        seed=seed,
        on=datetime.now(UTC).date().isoformat(),
        digest=measured.compute_digest(board, rules),
        **summarise(fields.load(board).seats, courses, stirred),
    )


def choose_presets(board: str, chosen: Sequence[str]) -> Iterable[tuple[str, Ruleset]]:
    """Yield the rules to measure on a board: those it is offered with, all that fit, or those that are named.

    A name may be rules as a record writes them.
    """
    names = list(PRESETS) if "all" in chosen else list(chosen) or fields.list_presets(board)
    for name in names:
        rules = Ruleset.read(name) if "=" in name else PRESETS[name][2]
        formation = fields.without_chests(fields.load(board))
        if "treasure" in rules.goals and not formation.items:
            continue
        try:
            begin(formation, rules)
        except UnfitBoard:
            continue
        yield name, rules


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", nargs="+", default=list(fields.FIELDS))
    parser.add_argument("--presets", nargs="+", default=[], help="names, rules such as 'goals=throne(3)', or all")
    parser.add_argument("--levels", nargs="+", default=["tactician"], choices=list(PLAYERS))
    tables.add_figures_options(parser)
    options = parser.parse_args()
    if options.table:
        print(measured.format_table(measured.load_figures()))
        return
    print(measured.HEAD, flush=True)
    with ProcessPoolExecutor(options.processes) as workers:
        pool = partial(workers.map, chunksize=4) if options.processes > 1 else map
        for board in options.boards:
            for named in choose_presets(board, options.presets):
                for level in options.levels:
                    found = measure(board, named, level, options.battles, options.seed, pool)
                    print(measured.format_line(found), flush=True)
                    if options.write:
                        measured.keep(found)


if __name__ == "__main__":
    main()
