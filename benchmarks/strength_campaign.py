"""How strong the computer players of the campaigns are: a round robin for each game, on several maps.

    python -m benchmarks.strength_campaign --battles 40 --seed 1

Every pair of levels meets on every ground, with the seats dealt out alternately. With two seats every second battle
is the one before with the seats exchanged: the same map, the same cards. The same seed gives the same tables.
"""

import argparse
import itertools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.strength import steps, table
from campaign.game import get_game
from players import campaign, matches
from players.campaign.matches import choose_at, play_out

GROUNDS: dict[str, tuple[tuple[str, str, int], ...]] = {
    "classic": (("world", "classic", 3), ("rivers", "classic", 3), ("world", "classic", 4), ("archipelago", "hold", 4)),
    "escalation": (("world", "classic", 2), ("rivers", "classic", 2), ("world", "classic", 4), ("rivers", "short", 3)),
    "simultaneous": (("world", "classic", 2), ("rivers", "dealt", 2), ("archipelago", "short", 4),
                     ("rivers", "classic", 3)),
    "skirmish": (("grid5x5/C3", "classic", 2), ("rivers", "classic", 2), ("grid5x5/C3", "rich", 4),
                 ("grid4x4", "classic", 3)),
}  # fmt: skip
"""By game: the maps, the preset rules, and how many seats play."""


@dataclass(frozen=True)
class Meeting:
    """One battle of one level against another."""

    name: str
    one: str
    other: str
    ground: tuple[str, str, int]
    number: int
    seed: int

    def play(self) -> float:
        """Play the battle; return the share of the victory that goes to the first level."""
        field, preset, count = self.ground
        played, seats = get_game(self.name), tuple("abcdef"[:count])
        mine, _ = matches.deal_sides(seats, self.number)
        levels = {seat: self.one if seat in mine else self.other for seat in seats}
        twin = self.number // 2 if count == 2 else self.number
        seed = f"{self.seed} {self.one} {self.other} {field} {preset} {count} {twin}"
        chooser = partial(choose_at, played.NAME, levels)
        winners = play_out(played, field, seats, played.presets()[preset][2], chooser, seed).winners
        return len(set(winners) & set(mine)) / len(winners)


def meetings(name: str, levels: Sequence[str], reach: int, battles: int, seed: int) -> Iterator[Meeting]:
    for one, other in itertools.combinations(levels, 2):
        if levels.index(other) - levels.index(one) <= reach:
            for ground in GROUNDS[name]:
                for number in range(battles):
                    yield Meeting(name, one, other, ground, number, seed)


def by_ground(levels: Sequence[str], planned: Sequence[Meeting], scores: Sequence[float]) -> str:
    """Format how each level fared on each map against the one below it."""
    lines = ["| level | against | map | rules | seats | battles | rate | 95% interval |", "|" + " --- |" * 8]
    for below, above in itertools.pairwise(levels):
        for ground in GROUNDS[planned[0].name]:
            found = [1 - score for met, score in zip(planned, scores, strict=True)
                     if (met.one, met.other, met.ground) == (below, above, ground)]  # fmt: skip
            low, high = matches.compute_interval(sum(found), len(found))
            lines.append(
                f"| {above} | {below} | {ground[0]} | {ground[1]} | {ground[2]} | {len(found)} "
                f"| {100 * sum(found) / len(found):.1f}% | {100 * low:.1f}% to {100 * high:.1f}% |"
            )
    return "\n".join(lines)


def report(name: str, levels: Sequence[str], planned: Sequence[Meeting], scores: Sequence[float]) -> str:
    wins = np.zeros((len(levels), len(levels)))
    for met, score in zip(planned, scores, strict=True):
        one, other = levels.index(met.one), levels.index(met.other)
        wins[one, other] += score
        wins[other, one] += 1 - score
    parts = [f"### campaign.{name}", table(levels, wins), steps(levels, wins), by_ground(levels, planned, scores)]
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=10, help="of each pair on each ground")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="+", default=list(GROUNDS), choices=list(GROUNDS))
    parser.add_argument("--levels", nargs="+", default=list(campaign.LEVELS), choices=list(campaign.LEVELS))
    parser.add_argument("--reach", type=int, default=99, help="only levels at most so far apart on the ladder meet")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    for name in options.games:
        began = time.perf_counter()
        levels = [level for level in options.levels if level in campaign.list_levels(f"campaign.{name}")]
        planned = list(meetings(name, levels, options.reach, options.battles, options.seed))
        with ProcessPoolExecutor(options.processes) as pool:
            scores = list(pool.map(Meeting.play, planned, chunksize=4))
        print(report(name, levels, planned, scores), end="\n\n")
        print(f"{len(planned)} battles in {time.perf_counter() - began:.0f} s, seed {options.seed}\n", flush=True)


if __name__ == "__main__":
    main()
