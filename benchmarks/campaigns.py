"""How battles of the computer players go on the maps of the campaigns: which seat wins, how long, how often by a limit.

    python -m benchmarks.campaigns --battles 200 --write
    python -m benchmarks.campaigns --maps lake valley --games skirmish --battles 100
    python -m benchmarks.campaigns --table

Every seat of the map is taken, by players of one level. `--write` keeps the figures in `campaign/measured.json`, where
the pages of maps find them; `--table` prints what is kept. The same seed gives the same figures.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any

from benchmarks import tables
from benchmarks.battles import quantile
from campaign import map_catalog
from campaign.game import get_game
from players import campaign
from players.campaign.matches import Course, play_battle
from tournaments.domain import map_figures
from tournaments.domain.map_figures import MEASURED, Figures

HEAD = "| game | map | preset | level | battles | shares | draws | by the limit | rounds |\n|" + " --- |" * 9


def play_numbered(game: str, field: str, preset: str, level: str, seed: int, number: int) -> Course:
    """Play the battle of that number of a series to its end; each seat has luck of its own."""
    played = get_game(game.partition(".")[2])
    seats, seal = played.seats_of(field), f"{seed} {game} {field} {level} {number}"
    return play_battle(played, field, seats, played.presets()[preset][2], level, seal)


def measure(game: str, field: str, level: str, battles: int, seed: int, pool: Any) -> Figures:
    """Play a series, and return its figures."""
    preset, began = MEASURED[game], time.perf_counter()
    courses: Sequence[Course] = list(pool(partial(play_numbered, game, field, preset, level, seed), range(battles)))
    print(f"{game} {field}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    played = get_game(game.partition(".")[2])
    wins = dict.fromkeys(played.seats_of(field), 0.0)
    for course in courses:
        for seat in course.winners:
            wins[seat] += 1 / len(course.winners)
    rounds = sorted(course.rounds for course in courses)
    return Figures(
        game=game,
        map=field,
        preset=preset,
        level=level,
        seed=seed,
        on=datetime.now(UTC).date().isoformat(),
        digest=map_figures.compute_digest(game, field, played.presets()[preset][2]),
        battles=battles,
        wins=[round(won, 3) for won in wins.values()],
        draws=sum(len(course.winners) != 1 for course in courses),
        limits=sum(course.by == "round_limit" for course in courses),
        rounds=[quantile(rounds, share) for share in (0.1, 0.5, 0.9)],
    )


def format_line(found: Figures) -> str:
    """Return the figures as a line of a table."""
    shares = " ".join(f"{100 * share:.0f}" for share in found.shares)
    return (
        f"| {found.game} | {found.map} | {found.preset} | {found.level} | {found.battles} | {shares} "
        f"| {found.draws / found.battles:.1%} | {found.limits / found.battles:.1%} "
        f"| {'–'.join(map(str, found.rounds))} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", nargs="+", default=list(map_catalog.PAGES))
    parser.add_argument("--games", nargs="+", default=[name.partition(".")[2] for name in MEASURED])
    parser.add_argument("--level", default="greedy", choices=list(campaign.LEVELS))
    tables.add_figures_options(parser)
    options = parser.parse_args()
    print(HEAD, flush=True)
    if options.table:
        print("\n".join(map(format_line, map_figures.load_figures())))
        return
    with ProcessPoolExecutor(options.processes) as workers:
        pool = partial(workers.map, chunksize=4) if options.processes > 1 else map
        for game in (f"campaign.{name}" for name in options.games):
            for field in options.maps:
                if field in map_catalog.FIELDS[game]:
                    found = measure(game, field, options.level, options.battles, options.seed, pool)
                    print(format_line(found), flush=True)
                    if options.write:
                        map_figures.keep(found)


if __name__ == "__main__":
    main()
