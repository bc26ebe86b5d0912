"""How strong the computer players are: a round robin on several boards, rated after Bradley and Terry.

    EMPERORS_COMPILED=yes python -m benchmarks.strength --battles 40 --seed 1

Every pair of levels meets on every board, with the seats dealt out alternately and exchanged in every second
battle. A rating is in the usual points of 400 / ln 10; the mean is 0. The same seed gives the same table.
"""

import argparse
import itertools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np

from battlefield import begin, fields
from battlefield.presets import PRESETS
from players import PLAYERS, matches

BOARDS = {"duel-2": "classic", "narrows-2": "courtly", "bridge-2": "crossing", "cross-4": "classic",
          "hoard-4": "treasure"}
"""And the preset rules that are played on each."""
POINTS = 400 / np.log(10)


@dataclass(frozen=True)
class Meeting:
    """One battle of one level against another."""

    one: str
    other: str
    board: str
    preset: str
    number: int
    seed: int

    def play(self) -> float:
        """The share of the victory that goes to the first."""
        formation = fields.without_chests(fields.load(self.board))
        opening = begin(formation, PRESETS[self.preset][2])
        mine, _ = matches.sides(opening.seats, self.number)
        choosers = {seat: PLAYERS[self.one if seat in mine else self.other].choose for seat in opening.seats}
        seed = f"{self.seed} {self.one} {self.other} {self.board} {self.number}"
        return matches.score(matches.battle(opening, choosers, seed), mine)


def meetings(levels: Sequence[str], reach: int, boards: Sequence[str], battles: int, seed: int) -> Iterator[Meeting]:
    for one, other in itertools.combinations(levels, 2):
        if levels.index(other) - levels.index(one) <= reach:
            for board in boards:
                for number in range(battles):
                    yield Meeting(one, other, board, BOARDS[board], number, seed)


def rate(wins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ratings and the half-widths of their 95% intervals, from how often each level beat each.

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
    """The ratings, and each level's rate against every other."""
    ratings, spreads = rate(wins)
    met = wins + wins.T
    head = "| level | rating | ± | " + " | ".join(levels) + " |"
    lines = [head, "|" + " --- |" * (len(levels) + 3)]
    for i, level in enumerate(levels):
        rates = [f"{100 * wins[i, j] / met[i, j]:.1f}" if met[i, j] else "" for j in range(len(levels))]
        lines.append(f"| {level} | {ratings[i]:.0f} | {spreads[i]:.0f} | " + " | ".join(rates) + " |")
    return "\n".join(lines)


def steps(levels: Sequence[str], wins: np.ndarray) -> str:
    """Each level against the one below it."""
    lines = ["| level | against | battles | rate | 95% interval |", "| --- | --- | --- | --- | --- |"]
    for i in range(1, len(levels)):
        battles = round(float(wins[i, i - 1] + wins[i - 1, i]))
        low, high = matches.interval(float(wins[i, i - 1]), battles)
        lines.append(f"| {levels[i]} | {levels[i - 1]} | {battles} | {100 * wins[i, i - 1] / max(1, battles):.1f}% "
                     f"| {100 * low:.1f}% to {100 * high:.1f}% |")
    return "\n".join(lines)


def by_board(meeting: Sequence[Meeting], scores: Sequence[float]) -> str:
    """How the stronger level of each two neighbours fared on each board."""
    found: dict[tuple[str, str, str], list[float]] = {}
    for met, score in zip(meeting, scores, strict=True):
        found.setdefault((met.other, met.one, met.board), []).append(1 - score)
    return "\n".join(f"{above:12} {below:12} {board:10} {100 * sum(s) / len(s):5.1f}%"
                     for (above, below, board), s in found.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=10, help="of each pair on each board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", nargs="+", default=list(PLAYERS), choices=list(PLAYERS))
    parser.add_argument("--reach", type=int, default=99, help="only levels at most so far apart on the ladder meet")
    parser.add_argument("--boards", nargs="+", default=list(BOARDS), choices=list(BOARDS))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="show the results on each board besides")
    given = parser.parse_args()
    began = time.perf_counter()
    planned = list(meetings(given.levels, given.reach, given.boards, given.battles, given.seed))
    if given.processes > 1:
        with ProcessPoolExecutor(given.processes) as pool:
            scores = list(pool.map(Meeting.play, planned, chunksize=8))
    else:
        scores = [meeting.play() for meeting in planned]
    wins = np.zeros((len(given.levels), len(given.levels)))
    for meeting, score in zip(planned, scores, strict=True):
        one, other = given.levels.index(meeting.one), given.levels.index(meeting.other)
        wins[one, other] += score
        wins[other, one] += 1 - score
    print(table(given.levels, wins), steps(given.levels, wins), sep="\n\n")
    if given.each:
        print(by_board(planned, scores))
    print(f"\n{len(planned)} battles in {time.perf_counter() - began:.0f} s, seed {given.seed}")


if __name__ == "__main__":
    main()
