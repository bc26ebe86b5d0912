"""Tuning of what the grandmaster weighs in the games in turns, by battles against itself.

    python -m players.campaign.tuning --steps 5 --battles 1000 --seed 1 --processes 2

In each battle every seat weighs everything a little more or a little less, by lot and each for itself. A linear
regression of the results on these changes tells of all weights at once which way is better, and how sure that is (a
factorial experiment, Fisher 1935; `players.tuning` does the same for battles on boards). Then the weights take a step
that way. It goes on from the weights in force, and prints them after each step.
"""

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, NamedTuple

from campaign.game import get_game
from campaign.state import State
from players.effects import estimate_effects

from . import keep_accepted, ladder, strong_turns, weights
from .evaluation import Weights
from .features import get_sight
from .matches import play_out

CHANGES = {
    "land": 0.5,
    "exposed": 0.35,
    "front": 0.3,
    "idle": 0.15,
    "far": 0.15,
    "whole": 0.5,
    "safe": 0.7,
    "begun": 0.5,
    "hoard": 0.7,
    "sharp": 0.25,
    "sure": 0.1,
    "push": 0.3,
    "loot": 0.5,
    "growth": 0.3,
}
"""By how much each weight, and how sure a submission is, are changed up or down in a battle."""
GROUNDS = (
    ("classic", "world", "classic", 3),
    ("classic", "rivers", "classic", 3),
    ("classic", "world", "classic", 4),
    ("classic", "archipelago", "hold", 4),
    ("classic", "world", "missions", 4),
    ("classic", "world", "short", 3),
    ("escalation", "world", "classic", 4),
    ("escalation", "world", "classic", 3),
    ("escalation", "rivers", "classic", 4),
    ("escalation", "rivers", "short", 3),
    ("escalation", "world", "classic", 2),
)
"""By lot: a game, its map, its preset rules, and how many seats play."""
FULL, MAX_TIMES, STEP, KEPT = 0.045, 2.0, 0.7, 0.4
"""An effect of `FULL` takes a step of `STEP` of a change, larger ones in proportion, up to `MAX_TIMES` as far; so much
of the step before is taken once more."""
LEAST = {"sharp": 0.4, "sure": 0.1}
"""Below these a position is worth nothing, or a turn without an end."""
PIECE = 10
"""How many battles a process plays at a time."""
Values = dict[str, float]


class Trial(NamedTuple):
    """One seat of a battle: how it was changed beside the others, and how much more than an equal share it won."""

    changed: list[float]
    """From −1 to 1 for each of `CHANGES`."""
    gain: float


def read_values() -> Values:
    """Return the weights in force, and how sure a submission is."""
    return weights.TUNED_TURNS._asdict() | {"sure": ladder.LONG_TURNS.sure}


def play(ground: tuple[str, str, str, int], values: Mapping[str, Values], seed: str) -> Sequence[str]:
    """Play a battle in which each seat has weights of its own; return who won."""
    name, field, preset, _count = ground
    played, seats = get_game(name), tuple(values)
    thoughts = {seat: replace(ladder.LONG_TURNS, sure=each["sure"]) for seat, each in values.items()}
    judged = {seat: Weights(**{name: each[name] for name in Weights._fields}) for seat, each in values.items()}

    def choose(state: State, seat: str, luck: Random) -> str:
        lines = strong_turns.choose_orders(thoughts[seat], judged[seat], get_sight(state, seat, luck))
        return keep_accepted(played, state, seat, list(lines))

    return play_out(played, field, seats, played.presets()[preset][2], choose, seed).winners


def play_piece(values: Values, seed: str) -> list[Trial]:
    """Play battles in which every seat is changed by lot."""
    luck, trials = Random(seed), list[Trial]()
    for number in range(PIECE):
        ground = luck.choice(GROUNDS)
        seats = "abcdef"[: ground[-1]]
        signs = {seat: [luck.choice((-1, 1)) for _ in CHANGES] for seat in seats}
        won = play(ground, {seat: change(values, signs[seat]) for seat in seats}, f"{seed} {number}")
        for seat in seats:
            share = (seat in won) / len(won)
            trials.append(Trial(compare(signs, seat), share - 1 / len(seats)))
    return trials


def change(values: Values, signs: Sequence[int]) -> Values:
    """Return the values with each changed up or down."""
    return values | {name: values[name] + sign * CHANGES[name] for name, sign in zip(CHANGES, signs, strict=True)}


def compare(signs: Mapping[str, Sequence[int]], seat: str) -> list[float]:
    """Return half of what a seat's changes differ from the mean of the others'.

    >>> compare({"a": [1, -1], "b": [-1, -1], "c": [1, 1]}, "a")
    [0.5, -0.5]
    """
    others = zip(*(each for other, each in signs.items() if other != seat), strict=True)
    return [(own - statistics.fmean(column)) / 2 for own, column in zip(signs[seat], others, strict=True)]


def estimate(trials: Sequence[Trial]) -> tuple[Any, Any]:
    """Return for each change how much more who has it up wins than who has it down, and the error of that."""
    return estimate_effects([each.changed for each in trials], [each.gain for each in trials])


def move(values: Values, last: Values, effects: Sequence[float]) -> Values:
    """Return the values after a step the way of the effects; `last` is the step before, and becomes this one."""
    moved = dict(values)
    for name, effect in zip(CHANGES, effects, strict=True):
        times = max(-MAX_TIMES, min(MAX_TIMES, float(effect) / FULL))
        last[name] = KEPT * last[name] + STEP * CHANGES[name] * times
        moved[name] = round(max(values[name] + last[name], LEAST.get(name, -inf)), 4)
    return moved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--battles", type=int, default=1000, help="for each step")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    values, last = read_values(), dict.fromkeys(CHANGES, 0.0)
    with ProcessPoolExecutor(options.processes) as pool:
        for step in range(options.steps):
            seeds = [f"{options.seed} {step} {piece}" for piece in range(options.battles // PIECE)]
            trials = [trial for part in pool.map(play_piece, [values] * len(seeds), seeds) for trial in part]
            effects, errors = estimate(trials)
            values = move(values, last, effects)
            found = zip(CHANGES, effects, errors, strict=True)
            course = ", ".join(f"{name} {100 * effect:.1f} ± {100 * error:.1f}" for name, effect, error in found)
            print(step + 1, course, file=sys.stderr, flush=True)
            print(values, flush=True)


if __name__ == "__main__":
    main()
