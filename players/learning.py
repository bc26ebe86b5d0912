"""Training of the evaluation's weights on battles of the computer players against themselves.

    EMPERORS_COMPILED=yes python -m players.learning --battles 400 --seed 1

The weights are those under which the shares that fields promised come nearest to what was won from them, in
likelihood (a conditional logit model, McFadden 1974). It prints what `players/weights.py` holds.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

from battlefield import Battle, begin, fields, play
from battlefield.presets import PRESETS

from . import simple
from .fast import evaluation
from .fast.evaluation import FEATURES
from .searching import Thinker
from .thinking import Thought, draw_order, grow_tree

GROUNDS = (
    ("duel-2", "classic"),
    ("narrows-2", "courtly"),
    ("bridge-2", "crossing"),
    ("narrows-2", "hasty"),
    ("cross-4", "classic"),
    ("cloister-4", "courtly"),
    ("hoard-4", "treasure"),
    ("delta-3", "turning"),
)
TEACHER = Thought(nodes=1, closely=12, others=8, wide=8, answers=True, trust=0.3)
RANDOM_ROUNDS, STRAY = (1, 8), 0.05
"""Battles open with so many random rounds, and later orders stray so often: the fields shall be of all sorts."""
Example = tuple[list[list[float]], list[float]]
"""Of one field: the features of each seat that fights, and what each won in the end."""


def battle(board: str, preset: str, luck: Random) -> Iterator[Example]:
    """Yield the features of each round of one battle, with what every fighting seat won in the end."""
    now = begin(fields.without_chests(fields.load(board)), PRESETS[preset][2])
    blind, seen = luck.randint(*RANDOM_ROUNDS), []
    while now.outcome is None:
        if now.number > blind:
            seen.append(now)
        chosen = [(seat, _order(now, seat, blind, luck)) for seat in now.to_act]
        luck.shuffle(chosen)
        now, _ = play(now, chosen)
    for then in seen:
        yield compute_features(then), [_won(now, seat) for seat in then.fighting]


def _order(now: Battle, seat: str, blind: int, luck: Random) -> str:
    if now.number <= blind or luck.random() < STRAY:
        return simple.choose_random(now, seat, luck)
    thinker = Thinker(now, seat, TEACHER.weights, TEACHER.trust)
    return str(thinker.order(draw_order(TEACHER, thinker, grow_tree(TEACHER, thinker), luck)))


def _won(ended: Battle, seat: str) -> float:
    assert ended.outcome is not None
    return 1 / len(ended.outcome.seats) if seat in ended.outcome.seats else 0.0


def compute_features(now: Battle) -> list[list[float]]:
    """Return the features of each seat that fights."""
    thinker = Thinker(now, now.fighting[0])
    evaluation.compute_features(thinker.study.ground, thinker.plan.field, thinker.study.features)
    found = [float(value) for value in thinker.study.features.values]
    firsts = [len(FEATURES) * thinker.plan.seat(seat) for seat in now.fighting]
    return [found[first : first + len(FEATURES)] for first in firsts]


def fit(examples: list[Example], ridge: float = 5.0, steps: int = 30) -> Any:
    """Return the most likely weights by Newton's method; the ridge keeps the weights of rare features small."""
    import numpy as np

    weights = np.zeros(len(FEATURES))
    given = [(np.array(seats), np.array(won)) for seats, won in examples if sum(won) > 0 and len(won) > 1]
    for _ in range(steps):
        gradient, hessian = -ridge * weights, -ridge * np.eye(len(weights))
        for seats, won in given:
            likely = np.exp(seats @ weights - (seats @ weights).max())
            likely /= likely.sum()
            mean = likely @ seats
            gradient += won @ seats - won.sum() * mean
            hessian -= won.sum() * ((seats.T * likely) @ seats - np.outer(mean, mean))
        weights -= np.linalg.solve(hessian, gradient)
    return weights


def measure_error(examples: list[Example], weights: Any) -> float:
    """Return the mean squared difference between the predicted share and the result of a seat."""
    import numpy as np

    errors = []
    for seats, won in examples:
        likely = np.exp(np.array(seats) @ weights)
        errors += list((likely / likely.sum() - np.array(won)) ** 2)
    return float(np.mean(errors))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lessons: list[Example] = []
    held_out: list[Example] = []
    for number in range(given.battles):
        board, preset = GROUNDS[number % len(GROUNDS)]
        found = battle(board, preset, Random(f"{given.seed} {number}"))
        (held_out if number % 40 < len(GROUNDS) else lessons).extend(found)
    weights = fit(lessons)
    print(
        f"{len(lessons)} fields; mean squared error {measure_error(lessons, weights):.3f}, "
        f"on {len(held_out)} fields of other battles {measure_error(held_out, weights):.3f}"
    )
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:14} {weight:.3f}")
    print(tuple(round(float(weight), 3) for weight in weights))


if __name__ == "__main__":
    main()
