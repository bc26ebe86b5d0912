"""Tuning of what the grandmaster weighs in a duel, by battles against themselves in the flat resolver.

    EMPERORS_COMPILED=yes python -m players.tuning --steps 10 --battles 8000 --seed 1 --processes 2

`players.learning` makes evaluations that tell how likely a seat is to win; this makes ones that win. In each battle
both seats weigh every feature a little more or a little less, by lot and each for itself. A linear regression of the
results on these changes tells of all features at once which way is better and how sure that is (a factorial experiment,
Fisher 1935). What a family of rules says is drawn towards what all say, as far as its own battles leave it open. Then
the weights take a step that way. It goes on from `tuned.json`, and writes there after each step.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from battlefield import Battle
from battlefield.presets import PRESETS
from battlefield.rulesets import CHOICES, Ruleset

from . import learning, thinking, weights
from .effects import estimate_effects
from .families import FAMILIES, find_family
from .fast import tables
from .fast.compiled import make_fractions, make_numbers
from .fast.evaluation import FEATURES
from .fast.layout import GOING_ON, MAX_CANDIDATES, NUMBER, OVER, QUIET, WINNERS, Field
from .fast.repeats import count_repeats
from .fast.two_player import fill_two_player
from .ladder import PLAYERS
from .searching import TIMES, Thinker

CHANGES = {
    "pieces": 0.1,
    "part of all pieces": 1.0,
    "experience": 0.05,
    "authority": 0.2,
    "hanging": 0.08,
    "guarded": 0.08,
    "checked": 0.3,
    "checked twice": 0.2,
    "cornered": 0.4,
    "goal": 0.5,
    "goal next": 0.3,
    "hunt": 0.6,
    "hunters": 0.2,
    "mobility": 0.12,
    "shelter": 0.15,
    "exposed": 0.4,
    "pieces at the limit": 1.0,
    "experience at the limit": 1.0,
    "stronger": 0.2,
    "survival": 0.3,
    "alone": 0.3,
}
"""By how much each weight is changed up or down in a battle."""
PARTS = {"plain": 0.38, "race": 0.15, "hunters": 0.13, "walls": 0.12, "duel": 0.12, "siege": 0.08, "usurpers": 0.02}
"""What part of the battles each family of rules has; those of usurpers take two hundred rounds."""
BLIND = (0, 0, 0, 2, 3, 4, 5, 6)
"""How many random rounds come first, by lot."""
FAMILY_SPREAD = 0.04
"""How much the effect of a change differs from family to family (a deviation of the share that wins)."""
FULL, MAX_TIMES, STEP, KEPT = 0.05, 2.0, 0.35, 0.5
"""An effect of `FULL` takes a step of `STEP` of a change, larger ones in proportion, up to `MAX_TIMES` as far; so much
of the step before is taken once more."""
PIECE = 200
"""How many battles a process plays at a time."""
THOUGHT = replace(PLAYERS["grandmaster"].thought or thinking.GREEDY, nodes=1, tuned=False)
"""How both think: as the best level does at the root of its search, without what was tuned before."""
Shifts = Mapping[str, Mapping[str, float]]
"""By family and feature: how much more than was learned it weighs."""


class Trial(NamedTuple):
    """A battle: its family, which way each seat's weights were changed, and what part of the victory the first has."""

    family: str
    first: list[int]
    second: list[int]
    share: float


class Duellist:
    """One seat of a battle: what it thinks with, and how much more than was learned it weighs by its lot."""

    def __init__(self, battle: Battle, seat: int, lot: Mapping[str, float]) -> None:
        self.thinker = Thinker(battle, battle.seats[seat])
        self.seat, self.lot, self.ruleset = seat, lot, battle.ruleset
        closely, wide = make_numbers([MAX_CANDIDATES] * 2), make_numbers([THOUGHT.wide] * 2)
        place, longest = self.thinker.plan.field, self.thinker.longest
        self.table = tables.allocate_table(place, longest, closely, wide, self.thinker.first)

    def choose(self, now: Field, before: Sequence[Field], luck: Random) -> int:
        """Draw an order for this field from the mixture of one table."""
        self.weigh(now)
        repeats, weary = count_repeats([*before, now], THOUGHT.weariness)
        table = self.table._replace(history=make_numbers(repeats), weary=make_fractions(weary))
        drawn = THOUGHT.drawn ** thinking.measure_rounds_left(self.ruleset, int(now.clock[NUMBER]))
        for seat in range(2):
            table.drawn[seat] = drawn
        combinations = fill_two_player(self.thinker.study, now, table, self.thinker.two_player_buffers, thinking.FIRST)
        tables.settle(table, combinations, TIMES)
        return thinking.draw_from_table(THOUGHT, table, self.seat, luck)

    def weigh(self, now: Field) -> None:
        """Set the weights of both seats for this field."""
        number, quiet = int(now.clock[NUMBER]), int(now.clock[QUIET])
        leaning = thinking.find_leaning(THOUGHT, self.ruleset, 2, number, quiet)
        thinking.add(leaning, self.lot, thinking.measure_tuned(self.ruleset, number, quiet))
        blended = weights.blend(self.ruleset, 2, learning.measure_stage(now, range(2)))
        for at, weight in enumerate(weights.lean(blended, 2, self.seat, leaning)):
            self.thinker.study.features.weights[at] = weight


def play_battle(battle: Battle, lots: Sequence[Mapping[str, float]], luck: Random) -> float:
    """Play a battle of two; return what part of the victory the first seat has: 0, a half or 1."""
    duellists = [Duellist(battle, seat, lot) for seat, lot in enumerate(lots)]
    thinker, before, blind = duellists[0].thinker, list[Field](), luck.choice(BLIND)
    now = thinker.plan.field
    while now.clock[OVER] == GOING_ON:
        if now.clock[NUMBER] <= blind:
            orders = [learning.draw_any(thinker, duellists[0].table, now, seat, luck) for seat in range(2)]
        else:
            orders = [each.choose(now, before, luck) for each in duellists]
        before = [*before, now][-THOUGHT.memory :]
        now = thinker.play_out(now, orders)
    won = [int(now.clock[WINNERS]) >> seat & 1 for seat in range(2)]
    return won[0] / sum(won)


def draw_rules(family: str, luck: Random) -> Ruleset:
    """Draw rules of a family: a preset, or the plainest rules with one value changed."""
    changed = [replace(Ruleset(), **{rule: value}) for rule, values in CHOICES.items() for value in values[1:]]
    presets = [preset[2] for preset in PRESETS.values()]
    pools = [[rules for rules in each if find_family(rules) == family] for each in (presets, changed)]
    return luck.choice(luck.choice([each for each in pools if each]))


def play_piece(seed: str, shifts: Shifts, battles: int) -> list[Trial]:
    """Play battles in which each seat's weights are changed by lot."""
    luck, trials = Random(seed), list[Trial]()
    for _ in range(battles):
        family = luck.choices(list(PARTS), list(PARTS.values()))[0]
        signs = [[luck.choice((-1, 1)) for _ in FEATURES] for _seat in range(2)]
        lots = [change(shifts[family], each) for each in signs]
        battle = learning.place(draw_rules(family, luck), False, luck)
        trials.append(Trial(family, signs[0], signs[1], play_battle(battle, lots, luck)))
    return trials


def change(shifts: Mapping[str, float], signs: Sequence[int]) -> dict[str, float]:
    """Return the shifts with each changed up or down."""
    return {name: shifts[name] + sign * CHANGES[name] for name, sign in zip(FEATURES, signs, strict=True)}


def estimate(trials: Sequence[Trial]) -> tuple[Any, Any]:
    """Return for each feature how much more who weighs it more wins than who weighs it less, and the error of that.

    Battles as few as there are features say nothing.
    """
    import numpy as np

    if len(trials) <= len(FEATURES) + 1:
        return np.zeros(len(FEATURES)), np.full(len(FEATURES), np.inf)
    changes = [[1.0, *((a - b) / 2 for a, b in zip(each.first, each.second, strict=True))] for each in trials]
    effects, errors = estimate_effects(changes, [each.share - 0.5 for each in trials])
    return effects[1:], errors[1:]


def estimate_families(trials: Sequence[Trial]) -> tuple[Any, dict[str, Any]]:
    """Return the effects that all families share, and those of each, drawn towards these."""
    own = {family: estimate([each for each in trials if each.family == family]) for family in FAMILIES}
    sure = {family: 1 / (error**2 + FAMILY_SPREAD**2) for family, (_, error) in own.items()}
    shared = sum(sure[family] * own[family][0] for family in FAMILIES) / sum(sure.values())
    drawn = {
        family: (effect / error**2 + shared / FAMILY_SPREAD**2) / (1 / error**2 + 1 / FAMILY_SPREAD**2)
        for family, (effect, error) in own.items()
    }
    return shared, drawn


def move(shifts: Shifts, last: dict[str, Any], effects: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """Return the shifts after a step the way of the effects; `last` is the step before, and becomes this one."""
    import numpy as np

    sizes, moved = np.array([CHANGES[name] for name in FEATURES]), dict[str, dict[str, float]]()
    for family in FAMILIES:
        last[family] = KEPT * last[family] + STEP * sizes * np.clip(effects[family] / FULL, -MAX_TIMES, MAX_TIMES)
        steps = zip(FEATURES, last[family], strict=True)
        moved[family] = {name: round(shifts[family][name] + float(step), 4) for name, step in steps}
    return moved


def take_steps(found: dict[str, Any], steps: int, play: Callable[[int, Shifts], list[Trial]]) -> None:
    """Take steps from what was tuned before, and write after each; `play` plays the battles of a step."""
    import numpy as np

    last: dict[str, Any] = dict.fromkeys(FAMILIES, 0.0)
    for step in range(steps):
        shared, effects = estimate_families(play(step, found["weights"]))
        found["weights"] = move(found["weights"], last, effects)
        found["curve"].append(round(100 * float(np.abs(shared).mean()), 2))
        course = {name: round(100 * float(effect), 1) for name, effect in zip(FEATURES, shared, strict=True)}
        print(step + 1, course, file=sys.stderr, flush=True)
        weights.TUNED.write_text(weights.write(found), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--battles", type=int, default=8000, help="for each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    found = weights.load_tuned()
    command = f"python -m players.tuning --steps {options.steps} --battles {options.battles} --seed {options.seed}"
    found["version"] += 1
    found["from"].append(command)
    with ProcessPoolExecutor(options.processes) as pool:

        def play(step: int, shifts: Shifts) -> list[Trial]:
            pieces = range(options.battles // PIECE)
            jobs = [pool.submit(play_piece, f"{options.seed} {step} {piece}", shifts, PIECE) for piece in pieces]
            return [trial for job in jobs for trial in job.result()]

        take_steps(found, options.steps, play)


if __name__ == "__main__":
    main()
