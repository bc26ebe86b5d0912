"""How strong the computer players are: each level against the one below it, rated after Bradley and Terry.

    EMPERORS_COMPILED=yes python -m benchmarks.strength --battles 100 --seed 7
    EMPERORS_COMPILED=yes python -m benchmarks.strength --battles 400 --seed 7 --pairs grandmaster:greedy

An opening is two to six rounds of random orders, after which no Emperor can be taken at once. Each is played once from
every seat: one seat is of the level that is measured, all others are of the other, so that with four seats a quarter
of the victories is an equal's part. What was tuned was tuned on the grounds of `--grounds tuning` and `tuning-four`,
with other seeds.
A rating is in the usual points of 400 / ln 10; the mean is 0. The same seed gives the same table.
"""

import argparse
import itertools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np

from battlefield import Battle, begin, fields, legal_orders, play
from battlefield.presets import PRESETS
from players import PLAYERS, matches, simple

GROUNDS = {
    "tuning": (("old-duel-2", "classic"), ("narrows-2", "courtly"), ("bridge-2", "crossing")),
    "two": (("old-duel-2", "courtly"), ("narrows-2", "classic"), ("bridge-2", "turning")),
    "tuning-four": (("cross-4", "courtly"), ("hoard-4", "turning")),
    "three": (("old-delta-3", "courtly"),),
    "four": (("cross-4", "classic"), ("hoard-4", "classic")),
    "eight": (("ring-8", "classic"),),
}
"""Boards of as many seats, and the preset rules that are played on each."""
POINTS = 400 / np.log(10)
Pair = tuple[str, str]
"""The level that is measured, and the one that it meets."""


@dataclass(frozen=True)
class Meeting:
    """One battle of a level against another."""

    pair: Pair
    board: str
    preset: str
    number: int
    seed: int

    def play(self) -> tuple[float, int]:
        """Play the battle; return the measured level's share of the victory and the number of seats."""
        begun = build_opening(self.board, self.preset, self.number, self.seed)
        mine = begun.seats[self.number % len(begun.seats)]
        choosers = {seat: PLAYERS[self.pair[seat != mine]].choose for seat in begun.seats}
        seed = f"{self.seed} {self.pair} {self.board} {self.number}"
        return matches.compute_score(matches.battle(begun, choosers, seed), mine), len(begun.seats)


def build_opening(board: str, preset: str, number: int, seed: int) -> Battle:
    """Return the battle after some random rounds; as many numbers in a row as there are seats share one."""
    first = begin(fields.without_chests(fields.load(board)), PRESETS[preset][2])
    luck = Random(f"{seed} {board} {preset} {number // len(first.seats)}")
    while True:
        now = first
        for _ in range(luck.randint(2, 6)):
            if now.outcome is None:
                now, _ = play(now, [(seat, simple.choose_random(now, seat, luck)) for seat in now.to_act])
        if now.outcome is None and not now.fallen and not any(map(partial(checks, now), now.seats)):
            return now


def checks(now: Battle, seat: str) -> bool:
    """Return whether the seat could take an Emperor in this round."""
    pieces = now.formation.pieces
    goals = legal_orders(now.formation, seat, now.ruleset.path).values()
    return any(goal in pieces and pieces[goal].is_emperor for each in goals for goal in each)


def meetings(pairs: Sequence[Pair], grounds: Sequence[tuple[str, str]], battles: int, seed: int) -> Iterator[Meeting]:
    for pair in pairs:
        for board, preset in grounds:
            for number in range(battles):
                yield Meeting(pair, board, preset, number, seed)


def neighbours(levels: Sequence[str]) -> list[Pair]:
    """Return each level with the one below it, the strongest first."""
    return [(above, below) for below, above in itertools.pairwise(levels)][::-1]


def rate(wins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return ratings and the half-widths of their 95% intervals, from how often each level beat each.

    Newton's method on the logarithms of the strengths, with a breath of a draw between each two levels, so that
    nobody is infinitely strong. The mean of all levels has 0.
    """
    levels = len(wins)
    wins = wins + 0.05 * (1 - np.eye(levels))
    met = wins + wins.T
    strength = np.zeros(levels)
    for _ in range(200):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        gradient = (wins - met * expected).sum(axis=1)
        weight = met * expected * (1 - expected)
        information = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight)
        strength += np.clip(information @ gradient, -1, 1)
    return strength * POINTS, 1.96 * np.sqrt(np.diag(information)) * POINTS


def table(levels: Sequence[str], wins: np.ndarray) -> str:
    """Format the ratings, and each level's rate against every other."""
    ratings, spreads = rate(wins)
    met = wins + wins.T
    head = "| level | rating | ± | " + " | ".join(levels) + " |"
    lines = [head, "|" + " --- |" * (len(levels) + 3)]
    for i, level in enumerate(levels):
        rates = [f"{100 * wins[i, j] / met[i, j]:.1f}" if met[i, j] else "" for j in range(len(levels))]
        lines.append(f"| {level} | {ratings[i]:.0f} | {spreads[i]:.0f} | " + " | ".join(rates) + " |")
    return "\n".join(lines)


def steps(levels: Sequence[str], wins: np.ndarray) -> str:
    """Format each level against the one below it."""
    lines = ["| level | against | battles | rate | 95% interval |", "| --- | --- | --- | --- | --- |"]
    for i in range(1, len(levels)):
        battles = round(float(wins[i, i - 1] + wins[i - 1, i]))
        low, high = matches.compute_interval(float(wins[i, i - 1]), battles)
        lines.append(
            f"| {levels[i]} | {levels[i - 1]} | {battles} | {100 * wins[i, i - 1] / max(1, battles):.1f}% "
            f"| {100 * low:.1f}% to {100 * high:.1f}% |"
        )
    return "\n".join(lines)


def count_wins(levels: Sequence[str], found: dict[Meeting, float]) -> np.ndarray:
    """Return how often each level beat each."""
    wins = np.zeros((len(levels), len(levels)))
    for meeting, score in found.items():
        one, other = map(levels.index, meeting.pair)
        wins[one, other] += score
        wins[other, one] += 1 - score
    return wins


def line(pair: Pair, ground: str, scores: Sequence[float], seats: int) -> str:
    low, high = matches.compute_interval(sum(scores), len(scores))
    above = "yes" if low > 1 / seats else "no"
    return (
        f"| {pair[0]} | {pair[1]} | {ground} | {len(scores)} | {100 * sum(scores) / len(scores):.1f}% "
        f"| {100 * low:.1f}% to {100 * high:.1f}% | {above} |"
    )


def measure(pair: Pair, planned: Sequence[Meeting], processes: int) -> dict[Meeting, float]:
    """Play, and print a line for each ground and one for all."""
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            found = list(pool.map(Meeting.play, planned, chunksize=8))
    else:
        found = [meeting.play() for meeting in planned]
    by_ground: dict[str, list[float]] = {}
    for meeting, (score, _) in zip(planned, found, strict=True):
        by_ground.setdefault(f"{meeting.board} {meeting.preset}", []).append(score)
    seats = found[0][1]
    for ground, scores in by_ground.items():
        print(line(pair, ground, scores, seats), flush=True)
    if len(by_ground) > 1:
        print(line(pair, "all", [score for score, _ in found], seats), flush=True)
    return {meeting: score for meeting, (score, _) in zip(planned, found, strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=12, help="of each pair on each ground; whole openings are best")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", nargs="+", default=[], help="as grandmaster:greedy; otherwise all neighbours")
    parser.add_argument("--grounds", default="two", choices=list(GROUNDS))
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    began, levels = time.perf_counter(), list(PLAYERS)
    pairs = [(one, other) for one, _, other in (text.partition(":") for text in options.pairs)] or neighbours(levels)
    print("| level | against | ground | battles | rate | 95% interval | above an equal's |\n|" + " --- |" * 7)
    found: dict[Meeting, float] = {}
    for pair in pairs:
        planned = list(meetings([pair], GROUNDS[options.grounds], options.battles, options.seed))
        found |= measure(pair, planned, options.processes)
    if not options.pairs and options.grounds in ("two", "tuning"):
        print("", table(levels, count_wins(levels, found)), sep="\n")
    print(f"\n{len(found)} battles in {time.perf_counter() - began:.0f} s, seed {options.seed}")


if __name__ == "__main__":
    main()
