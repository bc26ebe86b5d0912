"""The outlook: counted by hand on small boards, and a sample where there are too many replies."""

from __future__ import annotations

from math import prod
from random import Random

import pytest

from battlefield import IllegalOrder, Ruleset
from battlefield.battles import begin
from battlefield.compact import read
from battlefield.outlook import Outlook, choices, outlook


def count_replies(board: str, seat: str, text: str, most: int = 500, **rules: str) -> Outlook:
    return outlook(begin(read(board), Ruleset.of(rules)), seat, text, most, Random(1))


def test_a_row_of_three_tiles() -> None:
    """Send a to the middle: b holds and is safe, or comes too and both bounce home."""
    found = count_replies("A_b", "a", "A1-B1")
    assert (found.exact, found.total, found.played) == (True, 2, 2)
    (row,) = found.rows
    assert (row.safe, row.bounced, row.taken) == (1, 1, 0)


def test_one_that_stays_is_safe_or_taken() -> None:
    found = count_replies("aB", "a", "-")
    (row,) = found.rows
    assert (row.safe, row.bounced, row.taken) == (1, 0, 1)
    assert row.threat == (("b", "B1-A1"),)


def test_every_reply_counts_once_for_every_piece() -> None:
    found = count_replies("Aa2_/_3/_b2B/c_C", "a", "B1-B3")
    battle = begin(read("Aa2_/_3/_b2B/c_C"), Ruleset())
    assert found.exact and found.total == prod(len(choices(battle, seat)) for seat in "bc")
    assert [row.safe + row.bounced + row.taken for row in found.rows] == [found.total] * 2


def test_where_there_are_too_many_a_sample_is_played() -> None:
    found = count_replies("Aa2_/_3/_b2B/c_C", "a", "B1-B3", most=10)
    assert not found.exact and found.played == 10 and found.total > 10
    assert [row.safe + row.bounced + row.taken for row in found.rows] == [10] * 2
    assert found == count_replies("Aa2_/_3/_b2B/c_C", "a", "B1-B3", most=10), "the same luck finds the same"


def test_an_illegal_order_has_no_outlook() -> None:
    with pytest.raises(IllegalOrder):
        count_replies("A_b", "a", "A1-C1")
