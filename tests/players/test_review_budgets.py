"""The review of a battle stays within its seconds, and looks into what changed most."""

from random import Random

import pytest

from players.review_budgets import BUDGET, Spent, choose_depth


def judge_all(swings: list[float], deep: float, quick: float) -> list[Spent]:
    """Judge every round of a battle on a machine that takes so many seconds, more or less."""
    luck, spent = Random(1), list[Spent]()
    for _ in swings:
        is_deep = choose_depth(swings, spent)
        spent.append(Spent(is_deep, (deep if is_deep else quick) * luck.uniform(0.6, 1.4)))
    return spent


@pytest.mark.parametrize(
    ("rounds", "deep", "quick"), [(20, 0.07, 0.02), (100, 0.07, 0.02), (200, 0.07, 0.02), (200, 0.14, 0.03)]
)
def test_a_review_stays_within_its_seconds(rounds: int, deep: float, quick: float) -> None:
    luck = Random(rounds)
    spent = judge_all([luck.random() for _ in range(rounds)], deep, quick)
    assert sum(each.seconds for each in spent) <= BUDGET * 1.1
    assert all(each.is_deep for each in spent) == (rounds * deep < BUDGET)


def test_time_goes_to_the_rounds_that_changed_most() -> None:
    luck = Random(5)
    swings = [luck.random() for _ in range(200)]
    spent = judge_all(swings, 0.1, 0.02)
    looked = [swing for swing, each in zip(swings, spent, strict=True) if each.is_deep]
    others = [swing for swing, each in zip(swings, spent, strict=True) if not each.is_deep]
    assert 30 < len(looked) < 100
    assert sum(looked) / len(looked) > 0.7
    assert sum(others) / len(others) < 0.5


def test_what_costs_the_same_is_looked_into() -> None:
    """Judge rounds of more than two seats, for which there is one way."""
    assert all(each.is_deep for each in judge_all([0.5] * 60, 0.1, 0.1))


def test_without_time_every_round_is_judged_at_first_sight() -> None:
    assert not choose_depth([0.5] * 10, [Spent(True, BUDGET)])
