"""How far the chances of `players.campaign.chances` come true in campaigns between computer players.

    python -m benchmarks.campaign_chances --battles 120 --seed fit --fit
    python -m benchmarks.campaign_chances --battles 120 --seed check --write

Battles of every ruleset on several maps, with two to five seats, are played to their end; some steps of each are
judged. The Brier score of a seat is the squared difference between its chance and what it won (a draw is shared); the
intervals are over battles, since the steps of a battle end alike. `--fit` prints the score of several sharpnesses for
`SHARPNESS`; whether the chosen one holds is measured with another seed. `--write` puts what is printed between the
two marks of `docs/research/campaign-chances.md`.
"""

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from campaign.game import get_game
from campaign.state import State
from players.campaign import choose
from players.campaign.chances import estimate

DEALT = {"win_percent": 75, "round_limit": 30}
SETTINGS = {
    "classic": ({**DEALT, "assign": "deal"}, ("archipelago", "world", "rivers", "inner_sea")),
    "escalation": ({**DEALT, "assign": "deal"}, ("rivers", "continents", "archipelago", "straits")),
    "simultaneous": ({**DEALT, "start": "dealt"}, ("seven", "archipelago", "rivers", "lake")),
    "skirmish": (DEALT, ("grid4x4", "grid5x5/C3", "seven", "isthmus")),
}
"""The rules of each ruleset, and the maps on which it is played in turn."""
SEATS = ("ab", "abc", "abcd", "abcde")
LEAST = {"classic": 3}
"""Battles for fewer seats are fought by as many."""
LEVELS = (("greedy",), ("greedy", "general"))
"""Who plays: battles take them in turn, and the seats of a battle as well."""
MOMENTS = 8
"""So many steps of a battle are judged at most."""
SHARPNESSES = (0.0, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
PAGE = Path("docs/research/campaign-chances.md")
MARKS = ("<!-- measured -->\n", "<!-- end -->\n")
"""Between these lines of the page stands what this command measured."""
THIRDS = (1 / 3, 2 / 3)


@dataclass(frozen=True)
class Moment:
    """A step of a battle: where it stands in it, and what every seat won in the end."""

    battle: int
    part: float
    """How much of the battle had been played."""
    state: State
    won: dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=40, help="of each ruleset")
    parser.add_argument("--seed", default="check")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    found = {name: list(play_all(name, given.battles, given.seed)) for name in SETTINGS}
    text = "\n".join(describe_fit(found) if given.fit else describe(found, given.battles, given.seed)) + "\n"
    print(text, flush=True)
    if given.write and not given.fit:
        page = PAGE.read_text()
        before, rest = page.split(MARKS[0])
        PAGE.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{rest.split(MARKS[1])[1]}")


def play_all(name: str, battles: int, seed: str) -> Iterator[Moment]:
    """Play battles of a ruleset, and yield some moments of each."""
    for number in range(battles):
        luck = Random(f"{seed} {name} {number}")
        states, won = play(name, number, luck)
        for at in sorted(luck.sample(range(len(states)), min(MOMENTS, len(states)))):
            yield Moment(number, at / len(states), states[at], won)


def play(name: str, number: int, luck: Random) -> tuple[list[State], dict[str, float]]:
    """Return the states of a battle from its first round on, and what every seat won."""
    rules, fields = SETTINGS[name]
    field, seats = fields[number % len(fields)], SEATS[number // len(fields) % len(SEATS)]
    seats = "abcdef"[: max(len(seats), LEAST.get(name, 2))]
    levels = LEVELS[number // (len(fields) * len(SEATS)) % len(LEVELS)]
    played, seal = get_game(name), str(luck.random())
    state = played.initial(field, tuple(seats), rules, seal, chests=False)
    lucks = {seat: Random(f"{seal} {seat}") for seat in seats}
    level = {seat: levels[place % len(levels)] for place, seat in enumerate(luck.sample(seats, len(seats)))}
    states = []
    while played.outcome(state) is None:
        if played.get_round_and_turn(state)[0]:
            states.append(state)
        orders = [(seat, choose(played.NAME, state, seat, level[seat], lucks[seat])) for seat in played.to_act(state)]
        state, _events = played.resolve(state, orders, seal)
    return states, estimate(state)


def measure_brier(moments: Sequence[Moment], sharp: float | None) -> tuple[float, float]:
    """Return the Brier score of a sharpness, None for the one in use, and half the width of its 95% interval."""
    by_battle: defaultdict[int, list[float]] = defaultdict(list)
    for each in moments:
        by_battle[each.battle] += [(chance - each.won[seat]) ** 2 for seat, chance in judge(each, sharp).items()]
    count = sum(map(len, by_battle.values()))
    mean = sum(map(sum, by_battle.values())) / count
    apart = sum((sum(each) - mean * len(each)) ** 2 for each in by_battle.values()) / len(by_battle)
    return mean, 1.96 * math.sqrt(apart / len(by_battle)) * len(by_battle) / count


def judge(moment: Moment, sharp: float | None = None) -> dict[str, float]:
    """Return the chances of the seats that have not left."""
    found = estimate(moment.state, sharp)
    return {seat: found[seat] for seat in moment.state.living}


def describe_fit(found: dict[str, list[Moment]]) -> Iterator[str]:
    """Yield the score of each sharpness by ruleset."""
    for name, moments in found.items():
        scores = [f"{sharp}: {measure_brier(moments, sharp)[0]:.4f}" for sharp in SHARPNESSES]
        yield f"{name} {len({each.battle for each in moments})} battles  " + "  ".join(scores)


def describe(found: dict[str, list[Moment]], battles: int, seed: str) -> Iterator[str]:
    """Yield the tables of the page."""
    yield from ("```console", f"$ python -m benchmarks.campaign_chances --battles {battles} --seed {seed} --write")
    yield from ("```", "", "| battles | seats and steps | equal chances | promised |", "| --- | ---: | ---: | ---: |")
    for name, moments in found.items():
        thirds = [[each for each in moments if sum(each.part >= bound for bound in THIRDS) == at] for at in range(3)]
        parts = zip(("", ", first third", ", second third", ", last third"), (moments, *thirds), strict=True)
        for title, these in parts:
            if these:
                scores = [measure_brier(these, sharp) for sharp in (0.0, None)]
                shown = " | ".join(f"{mean:.3f} ± {spread:.3f}" for mean, spread in scores)
                yield f"| {name}{title} | {sum(len(each.state.living) for each in these)} | {shown} |"
    for name, moments in found.items():
        yield from ("", f"Reliability of {name}:", "", *describe_reliability(moments))


def describe_reliability(moments: Sequence[Moment]) -> Iterator[str]:
    """Yield a table of how often seats with a chance won."""
    rows = [(chance, each.won[seat]) for each in moments for seat, chance in judge(each).items()]
    yield from ("| chance promised | mean | won | seats and steps |", "| --- | ---: | ---: | ---: |")
    for fifth in range(5):
        these = [row for row in rows if min(4, int(5 * row[0])) == fifth]
        if these:
            mean, won = (100 * sum(each) / len(these) for each in zip(*these, strict=True))
            yield f"| {20 * fifth} to {20 * fifth + 20}% | {mean:.0f}% | {won:.0f}% | {len(these)} |"


if __name__ == "__main__":
    main()
