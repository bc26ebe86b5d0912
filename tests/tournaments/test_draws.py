"""Draws of tables: laws for all of them, and the best draw where all can be looked at."""

from itertools import combinations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain import pairing
from tournaments.domain.pairing import (
    award_points,
    count_repeats,
    list_pairs,
    pair_players,
    rank_seats,
    select_advancing,
    split_sizes,
)

NAMES = "abcdefghijklmnopqrstuvwxyz"


def partitions(players: list[str], wanted: list[int]) -> Any:
    """Yield every way to seat these players at tables of these sizes, by brute force."""
    if not wanted:
        yield []
        return
    for table in combinations(players, wanted[0]):
        rest = [player for player in players if player not in table]
        for others in partitions(rest, wanted[1:]):
            yield [table, *others]


@given(players=st.integers(2, 40), seats=st.integers(2, 8), data=st.data())
@settings(max_examples=60, deadline=None)
def test_everybody_sits_once_and_tables_are_even(players: int, seats: int, data: st.DataObject) -> None:
    names = [f"{number:02}" for number in range(players)]
    met = {frozenset(data.draw(st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)))
           for _number in range(data.draw(st.integers(0, 20)))}  # fmt: skip
    drawn = pair_players(names, seats, met, "seed")
    assert sorted(player for table in drawn for player in table) == names
    assert max(map(len, drawn)) <= seats and max(map(len, drawn)) - min(map(len, drawn)) <= 1
    assert drawn == pair_players(names[::-1], seats, met, "seed")


@given(players=st.integers(2, 8), seats=st.integers(2, 4), data=st.data())
@settings(max_examples=80, deadline=None)
def test_no_pair_meets_twice_unless_it_must(players: int, seats: int, data: st.DataObject) -> None:
    """Compare the number of repeated pairs with that of the best of all pairings."""
    names = list(NAMES[:players])
    every = sorted(map(sorted, combinations(names, 2)))
    met = {frozenset(pair) for pair in data.draw(st.lists(st.sampled_from(every), unique_by=tuple))}
    best = min(count_repeats(tables, met) for tables in partitions(names, split_sizes(players, seats)))
    assert count_repeats(pair_players(names, seats, met, "luck"), met) == best


def test_a_whole_round_robin_of_pairs_repeats_nothing() -> None:
    names, met = list(NAMES[:8]), set()
    for number in range(7):
        drawn = pair_players(names, 2, met, f"round {number}")
        if count_repeats(drawn, met):
            assert number >= 4  # earlier draws may have used up what the last rounds need
            break
        met |= {pair for table in drawn for pair in list_pairs(table)}
    assert len(met) >= 16


def test_a_large_draw_takes_its_time_and_no_more() -> None:
    names = [f"{number:03}" for number in range(200)]
    met: set[frozenset[str]] = set()
    for number in range(5):
        drawn = pair_players(names, 4, met, str(number))
        assert count_repeats(drawn, met) == 0
        met |= {pair for table in drawn for pair in list_pairs(table)}


def test_sizes() -> None:
    assert (
        split_sizes(0, 4) == []
        and split_sizes(4, 4) == [4]
        and split_sizes(5, 4) == [3, 2]
        and split_sizes(13, 4) == [4, 3, 3, 3]
    )


def test_places_points_and_who_goes_on() -> None:
    assert rank_seats(["b"], {"a": 3, "d": 7}, "abcd") == {"b": 1, "c": 2, "d": 3, "a": 4}
    assert rank_seats(["a", "b"], {"c": 2, "d": 2}, "abcd") == {"a": 1, "b": 1, "c": 3, "d": 3}
    assert award_points({"a": 1, "b": 1, "c": 3}, [5, 2, 1]) == {"a": 3, "b": 3, "c": 1}
    assert award_points({"a": 1, "b": 2}, [5]) == {"a": 5, "b": 0}
    assert select_advancing({"a": 2, "b": 1, "c": 2}, 1, "x") == ["b"]
    lots = {select_advancing({"a": 1, "b": 1}, 1, str(seed))[0] for seed in range(20)}
    assert lots == {"a", "b"}


@given(players=st.integers(3, 60), seats=st.integers(2, 8), data=st.data())
def test_a_knock_out_ends(players: int, seats: int, data: st.DataObject) -> None:
    advance, left, rounds = data.draw(st.integers(1, seats // 2)), players, 0
    while left > seats:
        left, before, rounds = sum(min(advance, size) for size in split_sizes(left, seats)), left, rounds + 1
        assert left < before
    assert rounds < 10 and pairing.MAX_TRIES
