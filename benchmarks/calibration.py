"""How far the chances of `players.forecasts` come true, on battles that nothing was learned from.

    EMPERORS_COMPILED=yes python -m benchmarks.calibration --battles 400 --seed 901
    EMPERORS_COMPILED=yes python -m benchmarks.calibration --battles 400 --seed 77 --fit

Battles of several levels, rules, boards and numbers of seats are played to their end; some rounds of each are
forecast. The Brier score of a seat is the squared difference between its chance and what it won (a draw is shared).
`--fit` prints the sharpness that fits best, for `learned.json`; it is measured with another seed. The intervals are of
battles, not of rounds, since the rounds of a battle end alike.
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from unittest import mock

from battlefield import Battle, begin, fields
from battlefield.presets import PRESETS
from players import PLAYERS, forecasts, matches, weights
from players.families import find_family, measure_stage
from players.fast import evaluation
from players.searching import Thinker

from . import arena

PAIRS = (("greedy", "greedy"), ("tactician", "tactician"), ("general", "guarded"), ("grandmaster", "strategist"))
"""Which levels play; with more seats every other one each."""
BOARDS = ("cross-4", "delta-3", "hoard-4", "cloister-4")
ROUNDS = 5
"""So many rounds of a battle are forecast at most."""
THIRDS = (1 / 3, 2 / 3)


@dataclass(frozen=True)
class Row:
    """A seat in a round: what was promised, and what it won."""

    battle: int
    seats: int
    family: str
    pair: str
    stage: float
    part: float
    """How much of the battle had been played."""
    chance: float
    searched: float
    """The chance before its calibration."""
    at_sight: float
    """The share at first sight, without a search."""
    constant: float
    won: float


def play_battle(number: int, seed: int, seats: int, tables: int) -> Iterator[Row]:
    """Play a battle and forecast some of its rounds."""
    luck = Random(f"{seed} {seats} {number}")
    if seats == 2:
        opening = arena.Meeting("", "", 2 * number, seed, "both").opening()
    else:
        preset = PRESETS[("classic", "courtly", "usurpers", "hasty")[number // 4 % 4]][2]
        opening = arena.mix_up(begin(fields.without_chests(fields.load(BOARDS[number % 4])), preset), luck)
    pair = PAIRS[number % len(PAIRS)]
    choosers = {seat: PLAYERS[pair[i % 2]].choose for i, seat in enumerate(opening.seats)}
    ended, past = matches.play_battle(opening, choosers, f"{seed} {number}")
    assert ended.outcome is not None
    winners = ended.outcome.seats
    for at in sorted(luck.sample(range(len(past)), min(ROUNDS, len(past)))):
        before = past[at][0]
        with mock.patch.object(weights, "get_sharpness", return_value=1.0):
            searched = forecasts.forecast(before, seconds=60, tables=tables).chances
        shares = [searched[seat] for seat in before.seats]
        for i, chance in enumerate(forecasts.calibrate(before, shares)):
            seat = before.seats[i]
            if seat in before.fighting:
                yield Row(
                    number,
                    seats,
                    find_family(before.ruleset),
                    " ".join(pair),
                    measure_stage(before),
                    at / len(past),
                    chance,
                    shares[i],
                    glance(before)[i],
                    1 / len(before.fighting),
                    (seat in winners) / len(winners),
                )


def glance(battle: Battle) -> list[float]:
    """Return every seat's share at first sight."""
    thinker = Thinker(battle, battle.to_act[0])
    shares = thinker.fractions()
    evaluation.evaluate(thinker.study.ground, thinker.plan.field, thinker.study.features, shares, 0)
    return [float(share) for share in shares]


def brier(rows: Sequence[Row], promised: Callable[[Row], float]) -> tuple[float, float]:
    """Return the Brier score, and half the width of its 95% interval over battles."""
    by_battle: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for row in rows:
        by_battle[row.seats, row.battle].append((promised(row) - row.won) ** 2)
    mean = sum(map(sum, by_battle.values())) / len(rows)
    size = len(rows) / len(by_battle)
    apart = sum((sum(each) - mean * len(each)) ** 2 for each in by_battle.values()) / len(by_battle)
    return mean, 1.96 * math.sqrt(apart / len(by_battle)) / size


SCORES: dict[str, Callable[[Row], float]] = {
    "constant": lambda row: row.constant,
    "at first sight": lambda row: row.at_sight,
    "searched": lambda row: row.searched,
    "forecast": lambda row: row.chance,
}


def print_scores(rows: Sequence[Row]) -> None:
    """Print the Brier scores, of all rows and of parts of them."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        kind = "2 seats" if row.seats == 2 else "3 and 4 seats"
        third = ("first", "second", "last")[sum(row.part >= bound for bound in THIRDS)]
        for name in (kind, f"{kind}, {row.pair}", f"{kind}, {row.family}", f"{kind}, {third} third"):
            groups[name].append(row)
    print("| battles | seats and rounds | " + " | ".join(SCORES) + " |\n| --- |" + " ---: |" * (len(SCORES) + 1))
    for name in sorted(groups):
        found = [brier(groups[name], promised) for promised in SCORES.values()]
        parts = [f"{mean:.3f} ± {spread:.3f}" for mean, spread in found]
        print(f"| {name} | {len(groups[name])} | {' | '.join(parts)} |")


def print_reliability(rows: Sequence[Row]) -> None:
    """Print how often seats with a chance won."""
    print("\n| chance promised | mean | won | seats and rounds |\n| --- | ---: | ---: | ---: |")
    for tenth in range(10):
        these = [row for row in rows if min(9, int(10 * row.chance)) == tenth]
        if these:
            mean = sum(row.chance for row in these) / len(these)
            won = sum(row.won for row in these) / len(these)
            print(f"| {10 * tenth} to {10 * tenth + 10}% | {100 * mean:.0f}% | {100 * won:.0f}% | {len(these)} |")


def fit(rows: Sequence[Row]) -> tuple[float, float]:
    """Return the sharpness at the start and its change under which the results were likeliest."""

    def loss(first: float, change: float) -> float:
        total = 0.0
        for row in rows:
            power = first + change * row.stage
            mine, others = max(row.searched, 1e-6) ** power, max(1 - row.searched, 1e-6) ** power
            chance = min(max(mine / (mine + others), 1e-4), 1 - 1e-4)
            total -= row.won * math.log(chance) + (1 - row.won) * math.log(1 - chance)
        return total

    grid = [(first / 20, change / 20) for first in range(4, 41) for change in range(-20, 21, 2)]
    return min(grid, key=lambda powers: loss(*powers))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=200, help="of two seats, and a quarter as many of more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    began, rows = time.perf_counter(), list[Row]()
    for seats, many in ((2, options.battles), (4, options.battles // 4)):
        for number in range(many):
            rows += play_battle(number, options.seed, seats, options.tables)
    if options.fit:
        for name, these in (("two", [r for r in rows if r.seats == 2]), ("more", [r for r in rows if r.seats != 2])):
            print(name, fit(these), len(these))
    print_scores(rows)
    print_reliability(rows)
    print(f"\n{len(rows)} seats and rounds in {time.perf_counter() - began:.0f} s, seed {options.seed}")


if __name__ == "__main__":
    main()
