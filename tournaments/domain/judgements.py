"""Reviews of rounds as JSON, and what they add up to over a battle."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from core.json_types import Json
from players.reviews import Evaluation, Option, OrderReview, RoundReview

Chances = Mapping[str, float]
"""By seat: its chance to win."""
DIGITS = 4
TURN, MAX_TURNS = 0.12, 6
"""By how much a seat's chance changes in a turning point at least; how many of them are named at most."""


def write(found: RoundReview) -> Json:
    """Return the review of a round as JSON."""
    return {
        "chances": {seat: round(chance, DIGITS) for seat, chance in found.chances.items()},
        "orders": {seat: write_order(judged) for seat, judged in found.orders.items()},
    }


def write_evaluation(found: Evaluation) -> Json:
    """Return the evaluation of a position as JSON."""
    return {
        "chances": {seat: round(chance, DIGITS) for seat, chance in found.chances.items()},
        "advice": {
            seat: {
                "mixture": [write_option(option) for option in advice.mixture],
                "replies": [
                    [each.seat, each.order, round(each.often, DIGITS), round(each.chance, DIGITS)]
                    for each in advice.replies
                ],
            }
            for seat, advice in found.advice.items()
        },
    }


def write_order(judged: OrderReview) -> Json:
    return {
        "given": write_option(judged.played),
        "best": round(judged.best, DIGITS),
        "mixture": [write_option(option) for option in judged.mixture],
        "saving": write_option(judged.saving) if judged.saving else None,
    }


def write_option(option: Option) -> list[object]:
    return [option.order, round(option.often, DIGITS), round(option.chance, DIGITS)]


def read_order(data: Json) -> OrderReview:
    """Return what `write_order` wrote.

    >>> read_order(write_order(OrderReview(Option("-", 0.5, 0.25), 0.5, ()))).loss
    0.25
    """
    mixture = tuple(Option(*each) for each in data["mixture"])
    saving = Option(*data["saving"]) if data["saving"] else None
    return OrderReview(Option(*data["given"]), data["best"], mixture, saving)


def find_turning_points(chances: Sequence[Chances]) -> list[int]:
    """Return the rounds in which a chance changed most, in their order; `chances` are before each round and at the end.

    >>> find_turning_points([{"a": 0.5, "b": 0.5}, {"a": 0.55, "b": 0.45}, {"a": 0.9, "b": 0.1}])
    [2]
    """
    changes = [measure_turn(before, after) for before, after in pairwise(chances)]
    turns = [index for index, change in enumerate(changes) if change >= TURN]
    return sorted(index + 1 for index in sorted(turns, key=lambda index: -changes[index])[:MAX_TURNS])


def measure_turn(before: Chances, after: Chances) -> float:
    """Return by how much the chance changed of the seat for which it changed most; 0 where one is not known."""
    return max((abs(after[seat] - before[seat]) for seat in before if seat in after), default=0.0)
