"""Pools: what is paid is what was staked, and nobody gets less than the rules say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.pools import Stake, calculate_payouts

AMOUNTS = st.integers(1, 10**12)
POOLS = st.lists(st.tuples(st.sampled_from("abcd"), AMOUNTS), max_size=12).map(
    lambda bets: [Stake(number, seat, amount) for number, (seat, amount) in enumerate(bets, 1)]
)
WINNERS = st.sets(st.sampled_from("abcd"))


@given(POOLS, WINNERS)
def test_paid_is_what_was_staked(stakes: list[Stake], winners: set[str]) -> None:
    assert sum(calculate_payouts(stakes, winners).values()) == sum(stake.amount for stake in stakes)


@given(POOLS, WINNERS)
def test_a_bet_on_a_winner_never_loses_and_others_get_nothing_or_their_stake(
    stakes: list[Stake], winners: set[str]
) -> None:
    back = calculate_payouts(stakes, winners)
    for stake in stakes:
        if stake.seat in winners:
            assert back[stake.sequence] >= stake.amount
        else:
            assert back[stake.sequence] in (0, stake.amount)


@given(POOLS, WINNERS)
def test_shares_are_proportional_to_within_one_unit(stakes: list[Stake], winners: set[str]) -> None:
    won = [stake for stake in stakes if stake.seat in winners]
    pot = sum(stake.amount for stake in stakes if stake.seat not in winners)
    staked = sum(stake.amount for stake in won)
    for stake in won:
        gain = calculate_payouts(stakes, winners)[stake.sequence] - stake.amount
        assert abs(gain * staked - pot * stake.amount) < staked


@given(POOLS, WINNERS, st.randoms())
def test_the_order_in_which_bets_are_told_does_not_matter(
    stakes: list[Stake], winners: set[str], luck: random.Random
) -> None:
    shuffled = luck.sample(stakes, len(stakes))
    assert calculate_payouts(shuffled, winners) == calculate_payouts(stakes, winners)


@pytest.mark.parametrize(
    ("stakes", "winners", "back"),
    [
        pytest.param([("a", 10), ("b", 30)], "a", [40, 0], id="the winner takes the pool"),
        pytest.param(
            [("a", 1), ("a", 2), ("b", 10)], "a", [1 + 3, 2 + 7, 0], id="the odd unit to the largest remainder"
        ),
        pytest.param([("a", 5), ("a", 5), ("b", 3)], "a", [7, 6, 0], id="then to the earlier bet"),
        pytest.param([("a", 5), ("b", 3)], "", [5, 3], id="a draw"),
        pytest.param([("a", 5), ("b", 3)], "c", [5, 3], id="nobody bet on the winner"),
        pytest.param([("a", 5), ("a", 3)], "a", [5, 3], id="everybody did"),
        pytest.param([("a", 10), ("b", 10), ("c", 10)], "ab", [15, 15, 0], id="two winners"),
        pytest.param([], "a", [], id="nobody bet"),
    ],
)
def test_cases(stakes: list[tuple[str, int]], winners: str, back: list[int]) -> None:
    made = [Stake(number, seat, amount) for number, (seat, amount) in enumerate(stakes, 1)]
    assert list(calculate_payouts(made, winners).values()) == back
