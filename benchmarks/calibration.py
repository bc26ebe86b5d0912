"""How far the chances of `players.forecasts` come true, on battles that nothing was learned from.

    EMPERORS_COMPILED=yes python -m benchmarks.calibration --battles 200 --seed 901 --write
    EMPERORS_COMPILED=yes python -m benchmarks.calibration --battles 200 --seed 77 --fit

Battles of several levels, rules, boards and numbers of seats are played to their end; some rounds of each are
forecast. The Brier score of a seat is the squared difference between its chance and what it won (a draw is shared).
`--fit` prints the trust in shares that fits best, for `learned.json`; whether it helps is measured with another seed.
The intervals are of battles, not of rounds, since the rounds of a battle end alike. What is printed is the part of
`docs/research/chances.md` between its two marks, and `--write` puts it there.
"""

import argparse
import json
import math
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from unittest import mock

from battlefield import Battle, begin, fields
from battlefield.battles import UnfitBoard
from battlefield.presets import PRESETS
from players import PLAYERS, forecasts, matches, weights
from players.families import find_family, measure_stage
from players.fast import evaluation
from players.searching import Thinker

from . import arena

PAIRS = (("greedy", "greedy"), ("tactician", "tactician"), ("general", "guarded"), ("grandmaster", "strategist"))
"""Which levels play; with more seats every other one each."""
BOARDS = ("cross-4", "old-delta-3", "hoard-4", "cloister-4", "ring-8")
PRESETS_OF_MORE = ("classic", "courtly", "usurpers", "hasty")
PAGE = Path("docs/research/chances.md")
MARKS = ("<!-- measured -->\n", "<!-- end -->\n")
"""Between these lines of the page stands what this command measured."""
RIDGE = 1.0
"""How strongly trust is held near none where there are few battles."""
ROUNDS = 5
"""So many rounds of a battle are forecast at most."""
THIRDS = (1 / 3, 2 / 3)


@dataclass(frozen=True)
class Row:
    """A seat in a round: what was promised, and what it won."""

    battle: int
    seats: int
    fighting: int
    """How many seats had not fallen."""
    family: str
    pair: str
    stage: float
    part: float
    """How much of the battle had been played."""
    chance: float
    searched: float
    """The chance of a search before its calibration."""
    at_glance: float
    """What pages show before there is a review."""
    at_sight: float
    """The share at first sight, without a search and a calibration."""
    constant: float
    won: float


def play_battle(number: int, seed: int, seats: int, tables: int) -> Iterator[Row]:
    """Play a battle and forecast some of its rounds."""
    luck = Random(f"{seed} {seats} {number}")
    if seats == 2:
        try:
            opening = arena.Meeting("", "", 2 * number, seed, "both").opening()
        except UnfitBoard:  # a drawn board without what these rules need
            return
    else:
        preset = PRESETS[PRESETS_OF_MORE[number // len(BOARDS) % len(PRESETS_OF_MORE)]][2]
        opening = begin(fields.without_chests(fields.load(BOARDS[number % len(BOARDS)])), preset)
        opening = arena.mix_up(opening, luck) if number % 2 else opening
    pair = luck.choice(PAIRS)
    choosers = {seat: PLAYERS[pair[i % 2]].choose for i, seat in enumerate(opening.seats)}
    ended, past = matches.play_battle(opening, choosers, f"{seed} {number}")
    assert ended.outcome is not None
    winners = ended.outcome.seats
    for at in sorted(luck.sample(range(len(past)), min(ROUNDS, len(past)))):
        before = past[at][0]
        found = forecasts.forecast(before, seconds=60, tables=tables).chances
        with mock.patch.object(weights, "get_trust", return_value=1.0):
            searched = forecasts.forecast(before, seconds=60, tables=tables).chances
        shares = glance(before)
        at_glance = forecasts.calibrate(before, shares)
        for i, seat in enumerate(before.seats):
            if seat in before.fighting:
                yield Row(
                    number,
                    len(before.seats),
                    len(before.fighting),
                    find_family(before.ruleset),
                    " ".join(pair),
                    measure_stage(before),
                    at / len(past),
                    found[seat],
                    searched[seat],
                    at_glance[i],
                    shares[i],
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
    "at a glance": lambda row: row.at_glance,
    "searched": lambda row: row.searched,
    "forecast": lambda row: row.chance,
}
"""What is measured: at first sight and searched as the engine has it, at a glance and forecast as it is shown."""


def describe_scores(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a table of Brier scores, of all rows and of parts of them."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        kind = "2 seats" if row.seats == 2 else "3+ seats"
        third = ("first", "second", "last")[sum(row.part >= bound for bound in THIRDS)]
        stage = ("low", "middle", "high")[sum(row.stage >= bound for bound in THIRDS)]
        for name in (kind, f"{kind}, {third} third", f"{kind}, {stage} experience"):
            groups[name].append(row)
        if row.seats > 2:
            groups[f"{row.seats} seats"].append(row)
            groups[f"{kind}, {min(row.fighting, weights.MANY)} fight on"].append(row)
    yield "| battles | seats and rounds | " + " | ".join(SCORES) + " |"
    yield "| --- |" + " ---: |" * (len(SCORES) + 1)
    for name in sorted(groups):
        found = [brier(groups[name], promised) for promised in SCORES.values()]
        parts = [f"{mean:.3f} ± {spread:.3f}" for mean, spread in found]
        shown = name.replace(f"{weights.MANY} fight on", f"{weights.MANY}+ fight on")
        yield f"| {shown} | {len(groups[name])} | {' | '.join(parts)} |"


def describe_reliability(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a table of how often seats with a chance won, and the same drawn: `o` what was promised, `#` what came."""
    drawn = list[str]()
    yield "| chance promised | mean | won | seats and rounds |"
    yield "| --- | ---: | ---: | ---: |"
    for tenth in range(10):
        these = [row for row in rows if min(9, int(10 * row.chance)) == tenth]
        if these:
            mean = sum(row.chance for row in these) / len(these)
            won = sum(row.won for row in these) / len(these)
            name = f"{10 * tenth} to {10 * tenth + 10}%"
            yield f"| {name} | {100 * mean:.0f}% | {100 * won:.0f}% | {len(these)} |"
            bar = list("#" * round(50 * won) + " " * (51 - round(50 * won)))
            bar[round(50 * mean)] = "o"
            drawn.append(f"{name:>10} |{''.join(bar).rstrip()}")
    yield from ("", "```text", *drawn, "```")


def fit(rows: Sequence[Row]) -> dict[str, list[list[float]]]:
    """Return by number of seats and of fighting seats the trust at the start and at the end that fits best."""
    found = dict[str, list[list[float]]]()
    for name, least, most in (("two", 2, 2), ("more", 2, weights.MANY)):
        these = [row for row in rows if (row.seats == 2) == (name == "two")]
        found[name] = [
            fit_trust([row for row in these if min(row.fighting, weights.MANY) == many])
            for many in range(least, most + 1)
        ]
    return found


def fit_trust(rows: Sequence[Row]) -> list[float]:
    """Return the trust at the start and at the end with the least squares, from 0 to 1."""
    xx, xy, yy, xw, yw = RIDGE, 0.0, RIDGE, 0.0, 0.0
    for row in rows:
        apart, won = row.searched - row.constant, row.won - row.constant
        x, y = apart * (1 - row.stage), apart * row.stage
        xx, xy, yy, xw, yw = xx + x * x, xy + x * y, yy + y * y, xw + x * won, yw + y * won
    whole = xx * yy - xy * xy
    return [round((xw * yy - yw * xy) / whole, 2), round((yw * xx - xw * xy) / whole, 2)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=200, help="of two seats, and as many of more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE}")
    options = parser.parse_args()
    began, rows = time.perf_counter(), list[Row]()
    for seats in (2, 4):
        for number in range(options.battles):
            rows += play_battle(number, options.seed, seats, options.tables)
    if options.fit:
        print(json.dumps(fit(rows)))
    lines = [*describe_scores(rows), "", "Reliability, all of them:", "", *describe_reliability(rows)]
    text = "\n".join(lines) + "\n"
    print(text + f"\n{len(rows)} seats and rounds in {time.perf_counter() - began:.0f} s, seed {options.seed}")
    if options.write:
        command = f"$ EMPERORS_COMPILED=yes python -m benchmarks.calibration --battles {options.battles}"
        head = f"```console\n{command} --seed {options.seed} --write\n```\n\n"
        page, whole = PAGE.read_text(encoding="utf-8"), re.compile(f"(?<={MARKS[0]}).*(?={MARKS[1]})", re.DOTALL)
        PAGE.write_text(whole.sub(lambda _match: f"\n{head}{text}\n", page), encoding="utf-8")


if __name__ == "__main__":
    main()
