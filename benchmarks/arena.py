"""How a level fares against opponents that it never saw: styles of `benchmarks.rivals`, with weights made by hand.

    EMPERORS_COMPILED=yes python -m benchmarks.arena --battles 60 --seed 5
    EMPERORS_COMPILED=yes python -m benchmarks.arena --level general --rivals "one ply" itself --openings true

Boards are shipped and drawn ones in turn; rules are the presets, then every value of every rule, in turn; openings are
the true ones and random ones in turn. Each is played from both seats, so battles come in pairs. A draw is half a
victory. The same seed gives the same battles.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from battlefield import Battle, Formation, begin, fields, play
from battlefield.battles import UnfitBoard
from battlefield.presets import PRESETS
from battlefield.rulesets import CHOICES, Ruleset
from players import PLAYERS, drawing, matches, simple

from .rivals import RIVALS, Rival
from .strength import checks

BOARDS = ("old-duel-2", "narrows-2", "bridge-2")
EARLY = 10
"""A battle is lively if somebody captures something by this round."""


@dataclass(frozen=True)
class Meeting:
    """One battle of a level against a rival."""

    level: str
    rival: str
    number: int
    seed: int
    openings: str
    preset: str = ""

    def opening(self) -> Battle:
        """Return the battle at its start: two in a row share one."""
        pair = self.number // 2
        luck = Random(f"{self.seed} {pair}")
        begun = place(rules_of(pair) if not self.preset else PRESETS[self.preset][2], pair, luck)
        is_random = self.openings == "random" or (self.openings == "both" and pair // 4 % 2)
        return mix_up(begun, luck) if is_random else begun

    def play(self, rival: Rival) -> "Course":
        """Play the battle."""
        opening = self.opening()
        mine, other = opening.seats if self.number % 2 == 0 else opening.seats[::-1]
        spent: dict[str, list[float]] = {mine: [], other: []}
        choosers = {mine: time_player(PLAYERS[self.level].choose, spent[mine]), other: time_player(rival, spent[other])}
        ended, past = matches.play_battle(opening, choosers, f"{self.seed} {self.rival} {self.number}")
        assert ended.outcome is not None
        first = next((at for at, quiet in enumerate(quiets(past, ended), 1) if quiet == 0), 999)
        return Course(matches.compute_score(ended, mine), ended.outcome.draw, first, *map(middle, spent.values()))


@dataclass(frozen=True)
class Course:
    """What came of a battle: the level's share, whether it was a draw, the round of the first capture, both times."""

    score: float
    is_draw: bool
    first_capture: int
    ms: float
    ms_rival: float


def quiets(past: Sequence[Any], ended: Battle) -> list[int]:
    """Return after each round how many rounds in a row were quiet."""
    return [*(before.quiet for before, _ in past[1:]), ended.quiet]


def time_player(choose: Rival, spent: list[float]) -> Rival:
    """Return the same player, which notes its CPU time."""

    def ask(battle: Battle, seat: str, luck: Random, past: Any = ()) -> str:
        began = time.process_time()
        order = choose(battle, seat, luck, past)
        spent.append(1000 * (time.process_time() - began))
        return order

    return ask


def middle(times: Sequence[float]) -> float:
    return statistics.median(times) if times else 0.0


def rules_of(number: int) -> Ruleset:
    """Return the rules of a pair of battles: the presets in turn, and between them every value of every rule."""
    presets = list(PRESETS)
    if number % 2 == 0:
        return PRESETS[presets[number // 2 % len(presets)]][2]
    values = [(rule, value) for rule, choices in CHOICES.items() for value in choices[1:]]
    rule, value = values[number // 2 % len(values)]
    return replace(Ruleset(), **{rule: value})


def place(rules: Ruleset, number: int, luck: Random) -> Battle:
    """Begin a battle on a shipped board, or on a drawn one where its turn has come or the rules do not fit.

    A board is drawn anew until the rules fit it: a throne needs a tile in the middle.
    """
    board = fields.load(BOARDS[number % len(BOARDS)]) if number % 2 == number // 22 % 2 else None
    while True:
        try:
            return begin(fields.without_chests(board or draw_board(rules, luck)), rules)
        except UnfitBoard:
            board = None


def draw_board(rules: Ruleset, luck: Random) -> Formation:
    """Return a drawn board of two seats, with a treasure where these rules count one."""
    return drawing.draw_formation(luck, treasure="treasure" in rules.goals)


def mix_up(first: Battle, luck: Random) -> Battle:
    """Return the battle after some random rounds that leave no Emperor in reach; where none do, as it began."""
    for _ in range(40):
        now = first
        for _ in range(luck.randint(2, 6)):
            if now.outcome is None:
                now, _ = play(now, [(seat, simple.choose_random(now, seat, luck)) for seat in now.to_act])
        if now.outcome is None and not now.fallen and not any(checks(now, seat) for seat in now.seats):
            return now
    return first


def play_share(meetings: Sequence[Meeting]) -> list[Course]:
    """Play battles one after another against one rival, which may learn from one to the next."""
    rival = RIVALS[meetings[0].rival](meetings[0].level)
    return [meeting.play(rival) for meeting in meetings]


def format_line(name: str, courses: Sequence[Course]) -> str:
    won, many = sum(course.score for course in courses), len(courses)
    low, high = matches.compute_interval(won, many)
    draws = sum(course.is_draw for course in courses) / many
    lively = sum(course.first_capture <= EARLY for course in courses) / many
    times = statistics.median(course.ms for course in courses), statistics.median(course.ms_rival for course in courses)
    return (
        f"| {name} | {many} | {100 * won / many:.1f}% | {100 * low:.1f}% to {100 * high:.1f}% | {100 * draws:.1f}% "
        f"| {100 * lively:.1f}% | {times[0]:.1f} | {times[1]:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="grandmaster", choices=list(PLAYERS))
    parser.add_argument("--rivals", nargs="+", default=list(RIVALS), choices=list(RIVALS))
    parser.add_argument("--battles", type=int, default=24, help="against each rival; an even number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings", default="both", choices=("both", "true", "random"))
    parser.add_argument("--preset", default="", choices=("", *PRESETS), help="these rules alone")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    print(f"| {options.level} against | battles | won | 95% interval | draws | captured by {EARLY} | ms | its ms |")
    print("|" + " --- |" * 8, flush=True)
    for name in options.rivals:
        planned = [
            Meeting(options.level, name, number, options.seed, options.openings, options.preset)
            for number in range(options.battles)
        ]
        size = -(-options.battles // options.processes)
        parts = [planned[i : i + size] for i in range(0, options.battles, size)]
        if options.processes > 1:
            with ProcessPoolExecutor(options.processes) as pool:
                courses = [course for part in pool.map(play_share, parts) for course in part]
        else:
            courses = play_share(planned)
        print(format_line(name, courses), flush=True)


if __name__ == "__main__":
    main()
