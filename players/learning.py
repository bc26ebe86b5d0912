"""Training of the evaluation's weights on battles of the search against itself, inside the flat resolver.

    EMPERORS_COMPILED=yes python -m players.learning --battles 600 --seed 1

Each battle is played on a shipped or a drawn board by the mixtures of one table a round, with some random orders, so
that the fields are of all sorts. The target of a field is a blend of what the table of each later round was worth and
of the result (a lambda-return, Sutton 1988). The weights are those that make the targets most likely (a conditional
logit model, McFadden 1974): one set for each family of rules, held near those of all families together. It writes
`learned.json`: weights, command, sizes, and errors on battles that it did not learn from.
"""

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from battlefield import Battle, begin, fields
from battlefield.battles import UnfitBoard
from battlefield.presets import PRESETS
from battlefield.rulesets import Ruleset

from . import drawing, weights
from .families import FAMILIES, find_family, to_stage
from .fast import HOLD, evaluation, tables
from .fast.buffers import copy
from .fast.choices import list_orders
from .fast.compiled import make_numbers
from .fast.evaluation import COUNT
from .fast.layout import GOING_ON, MAX_CANDIDATES, MAX_CHOICES, NUMBER, OVER, WINNERS, Field, Table
from .fast.multi_player import fill_multi_player
from .fast.rounds import survey
from .fast.two_player import TableLimits, fill_two_player
from .searching import TIMES, Thinker

TWO = ("old-duel-2", "narrows-2", "bridge-2")
MORE = ("cross-4", "cloister-4", "hoard-4", "old-delta-3")
TEACHER, WIDE, TURNS = TableLimits(times=60, most=10, keen=0.006, fill=6), 10, 3
"""How the orders of a round are found: the table of two seats; of more, so many turns."""
SHIPPED, BLIND, STRAY, LAMBDA, SAMPLES = 0.6, (0, 0, 1, 2, 3, 4, 5, 6, 8), 0.04, 0.9, 20
"""How often a board is a shipped one; how many random rounds come first; how often a later order is random; how far
a target looks ahead; how many fields of a battle are kept, so that long ones do not count for more."""
STAKE = 0.4
"""How many times better than even the odds of a draw are to both."""
HELD_OUT = 6
"""One battle in so many is measured and not learned from."""
POOLED, OWN = 0.003, 0.03
"""How strongly the weights of all families are held near zero, and those of one near them, for each field."""


@dataclass
class Example:
    """A field from the side of its fighting seats, and what came of it."""

    battle: int
    family: str
    features: list[list[float]]
    stage: float
    target: list[float]
    result: list[float]
    share: list[float]
    """What the weights in force promised."""


class Course(NamedTuple):
    """A battle in play: who thinks about it, its table, and its luck."""

    battle: Battle
    thinker: Thinker
    table: Table
    luck: Random


def build_battle(number: int, more: bool, luck: Random) -> Battle:
    """Return the opening of a battle: rules in turn, on a board on which they can be played."""
    rules = replace(PRESETS[list(PRESETS)[number % len(PRESETS)]][2], quiet_rounds=luck.choice((20, 40)))
    return place(rules, more, luck)


def place(rules: Ruleset, more: bool, luck: Random) -> Battle:
    """Return the opening of a battle under these rules, on a shipped or a drawn board on which they can be played."""
    boards = list(MORE if more else TWO)
    luck.shuffle(boards)
    for board in boards if luck.random() < SHIPPED else ():
        try:
            return begin(fields.without_chests(fields.load(board)), rules)
        except UnfitBoard:
            continue
    while True:
        formation = drawing.draw_formation(luck, 4 if more else 2, treasure="treasure" in rules.goals)
        with contextlib.suppress(UnfitBoard):  # a throne needs a tile in the middle
            return begin(formation, rules)


def play_battle(number: int, battle: Battle, luck: Random) -> Iterator[Example]:
    """Play one battle, and yield an example for each round after the random ones, the last first."""
    thinker = Thinker(battle, battle.fighting[0], drawn=STAKE, stake=STAKE)
    seats, now = thinker.seats, thinker.plan.field
    closely = make_numbers([MAX_CANDIDATES if seats == 2 else WIDE] * seats)
    table = tables.allocate_table(now, thinker.longest, closely, make_numbers([WIDE] * seats), thinker.first)
    course, blind = Course(battle, thinker, table, luck), luck.choice(BLIND)
    collected: list[tuple[Example, list[int], list[float]]] = []
    while now.clock[OVER] == GOING_ON:
        is_blind = now.clock[NUMBER] <= blind
        example, fighting = look(course, now, number)
        worth = choose_orders(course, now, fighting, STRAY if not is_blind else 1.0)
        if not is_blind:
            full = [0.0] * seats
            for seat, share in zip(fighting, worth or example.share, strict=True):
                full[seat] = share
            collected.append((example, fighting, full))
        survey(now, thinker.study.workspace)
        tables.play(thinker.study, now, table.profile)
        copy(thinker.study.after, now)
    won = [float(int(now.clock[WINNERS]) >> seat & 1) for seat in range(seats)]
    result = [part / sum(won) for part in won]
    target = result
    sampled = set(luck.sample(range(len(collected)), min(SAMPLES, len(collected))))
    for at, (example, fighting, worths) in reversed(list(enumerate(collected))):
        if at in sampled:
            example.target = [target[seat] for seat in fighting]
            example.result = [result[seat] for seat in fighting]
            yield example
        target = [LAMBDA * later + (1 - LAMBDA) * now for later, now in zip(target, worths, strict=True)]


def look(course: Course, now: Field, number: int) -> tuple[Example, list[int]]:
    """Return a field as an example without its target, and the fighting seats."""
    thinker, table = course.thinker, course.table
    fighting = [seat for seat in range(thinker.seats) if not now.fallen[seat]]
    stage = measure_stage(now, fighting)
    blended = list(weights.blend(course.battle.ruleset, thinker.seats, stage))
    for at, weight in enumerate(blended * thinker.seats):
        thinker.study.features.weights[at] = weight
    evaluation.evaluate(thinker.study.ground, now, thinker.study.features, table.worth, 0)
    values = [float(value) for value in thinker.study.features.values]
    features = [values[seat * COUNT : seat * COUNT + COUNT] for seat in fighting]
    share = [float(table.worth[seat]) for seat in fighting]
    return Example(number, find_family(course.battle.ruleset), features, stage, [], [], share), fighting


def measure_stage(now: Field, fighting: Sequence[int]) -> float:
    """Return how far a battle has come, as `families.measure_stage` does."""
    best = [1] * len(now.fallen)
    for piece, place in enumerate(now.place):
        if place >= 0 and not now.emperor[piece]:
            best[now.seat[piece]] = max(best[now.seat[piece]], int(now.experience[piece]))
    return to_stage([best[seat] for seat in fighting])


def choose_orders(course: Course, now: Field, fighting: list[int], stray: float) -> list[float]:
    """Write an order of every seat into the table's profile; return what the table of two seats is worth."""
    thinker, table, luck = course.thinker, course.table, course.luck
    orders, worth = [HOLD] * thinker.seats, list[float]()
    strays = [seat for seat in fighting if luck.random() < stray]
    if thinker.seats == 2 and stray < 1:
        combinations = fill_two_player(thinker.study, now, table, thinker.two_player_buffers, TEACHER)
        tables.settle(table, combinations, TIMES)
        both = float(table.worth[0] + table.worth[1])
        worth = [float(table.worth[seat]) / both for seat in range(2)]
        orders = [draw(table, seat, luck) for seat in range(2)]
    elif stray < 1:
        for seat in set(fighting) - set(strays):
            fill_multi_player(thinker.study, now, table, thinker.multi_player_buffers, seat, TURNS)
            orders[seat] = draw(table, seat, luck)
    for seat in strays:
        orders[seat] = draw_any(thinker, table, now, seat, luck)
    for seat, order in enumerate(orders):
        table.profile[seat] = order
    return worth


def draw_any(thinker: Thinker, table: Table, now: Field, seat: int, luck: Random) -> int:
    """Draw any order of a seat but holding, unless that is all there is."""
    survey(now, thinker.study.workspace)
    evaluation.mark_threats(thinker.study.ground, now, thinker.study.features)
    found = list_orders(thinker.study.ground, now, thinker.study.features.authority, seat, table.orders)
    return int(table.orders[luck.randrange(found)]) if found else HOLD


def draw(table: Table, seat: int, luck: Random) -> int:
    """Draw an order from the mixture of a seat."""
    places = range(seat * MAX_CHOICES, seat * MAX_CHOICES + int(table.sizes[seat]))
    return int(table.choices[luck.choices(places, [float(table.mixes[i]) + 1e-9 for i in places])[0]])


def to_arrays(examples: Sequence[Example]) -> tuple[Any, Any, Any]:
    """Return features by field, seat and feature (as they are, and times the stage), targets, and who fights."""
    import numpy as np

    most = max(len(each.features) for each in examples)
    inputs = np.zeros((len(examples), most, 2 * COUNT))
    targets, fights = np.zeros((len(examples), most)), np.zeros((len(examples), most), dtype=bool)
    for i, each in enumerate(examples):
        many = len(each.features)
        inputs[i, :many, :COUNT] = each.features
        inputs[i, :many, COUNT:] = np.array(each.features) * each.stage
        targets[i, :many], fights[i, :many] = each.target, True
    return inputs, targets, fights


def predict(inputs: Any, fights: Any, found: Any) -> Any:
    """Return the shares that these weights promise."""
    import numpy as np

    scores = np.where(fights, inputs @ found, -np.inf)
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def fit(examples: Sequence[Example], near: Any, ridge: float, steps: int = 12) -> Any:
    """Return the most likely weights by Newton's method; the ridge holds them near those given."""
    import numpy as np

    inputs, targets, fights = to_arrays(examples)
    middle = (inputs * fights[:, :, None]).sum(axis=1, keepdims=True) / fights.sum(axis=1)[:, None, None]
    spread = ((inputs - middle) ** 2 * fights[:, :, None]).mean(axis=(0, 1)) + 1e-4
    hold = np.diag(ridge * len(examples) * spread + 20.0 * spread)
    found = near.copy()
    for _ in range(steps):
        likely = predict(inputs, fights, found)
        totals = targets.sum(axis=1, keepdims=True)
        gradient = np.einsum("ns,nsf->f", targets - totals * likely, inputs) - hold @ (found - near)
        mean = np.einsum("ns,nsf->nf", likely, inputs)
        hessian = np.einsum("ns,nsf,nsg->fg", totals * likely, inputs, inputs, optimize=True)
        hessian -= np.einsum("n,nf,ng->fg", totals[:, 0], mean, mean, optimize=True)
        found = found + np.clip(np.linalg.solve(hessian + hold, gradient), -1.0, 1.0)
    return found


def measure(examples: Sequence[Example], found: Any) -> dict[str, float]:
    """Return the mean squared errors of a seat's share against the result: learned, in force, and a constant."""
    import numpy as np

    inputs, _, fights = to_arrays(examples)
    likely, errors = predict(inputs, fights, found), []
    for row, each in zip(likely, examples, strict=True):
        for mine, before, won in zip(row, each.share, each.result, strict=False):
            errors.append(((mine - won) ** 2, (before - won) ** 2, (1 / len(each.result) - won) ** 2))
    learned, before, constant = np.mean(errors, axis=0)
    return {
        "fields": len(examples),
        "error": round(float(learned), 4),
        "before": round(float(before), 4),
        "constant": round(float(constant), 4),
    }


def learn(examples: Sequence[Example]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the weights by family, and the errors by family."""
    import numpy as np

    lessons = [each for each in examples if each.battle % HELD_OUT]
    pooled = fit(lessons, np.zeros(2 * COUNT), POOLED)
    found, errors = {}, {}
    for family in FAMILIES:
        own = [each for each in lessons if each.family == family]
        training = [each for each in examples if not each.battle % HELD_OUT and each.family == family]
        these = fit(own, pooled, OWN) if own else pooled
        rounded = [round(float(weight), 4) for weight in these]
        found[family] = {"start": rounded[:COUNT], "change": rounded[COUNT:]}
        if training:
            errors[family] = {"learned from": len(own), **measure(training, these)}
    return found, errors


def play_course(more: bool, battles: int, seed: int, minutes: float) -> list[Example]:
    """Return the examples of so many battles, or of those that fit into so many minutes."""
    examples, began = list[Example](), time.monotonic()
    for number in range(battles):
        luck = Random(f"{seed} {more} {number}")
        examples += play_battle(number, build_battle(number, more, luck), luck)
        if number % 50 == 0:
            print(number, len(examples), round(time.monotonic() - began), file=sys.stderr, flush=True)
        if time.monotonic() - began > 60 * minutes:
            break
    return examples


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", choices=("two", "more"), default="two")
    parser.add_argument("--minutes", type=float, default=60.0, help="to play at most")
    options = parser.parse_args()
    examples = play_course(options.seats == "more", options.battles, options.seed, options.minutes)
    found, errors = learn(examples)
    learned = weights.load()
    command = f"python -m players.learning --seats {options.seats} --battles {options.battles} --seed {options.seed}"
    learned["version"] += 1
    learned["weights"][options.seats] = found
    played = len({each.battle for each in examples})
    learned.setdefault("from", {})[options.seats] = {"command": command, "battles": played, "errors": errors}
    weights.FILE.write_text(weights.write(learned), encoding="utf-8")
    print(json.dumps(errors, indent=1))


if __name__ == "__main__":
    main()
