"""A formation as a word in an address."""

from __future__ import annotations

from random import Random

import pytest

from battlefield import Formation, fields
from battlefield.compact import read, write
from tests.battlefield.any_scenario import any_scenario
from tests.battlefield.case_file import all_cases

FORMATIONS = [Formation.read(case.before, case.things()) for case in all_cases()]


def same(one: Formation, other: Formation) -> bool:
    first, second = ((each.board.tiles, dict(each.pieces), dict(each.items)) for each in (one, other))
    return first == second


def test_every_case_and_field_reads_itself_back() -> None:
    for formation in [*FORMATIONS, *map(fields.load, fields.FIELDS)]:
        assert same(read(write(formation)), formation)


@pytest.mark.parametrize("seed", range(60))
def test_any_formation_does(seed: int) -> None:
    scenario = any_scenario(Random(seed))
    formation = Formation.read(scenario["formation"], scenario["items"])
    assert same(read(write(formation)), formation)


def test_what_it_looks_like() -> None:
    formation = read("-A*_3b7/_.a_*a_")
    assert write(formation) == "-A*_3b7/_.a_*a_"
    assert write(fields.load("duel-2")).count("/") == fields.load("duel-2").board.rows - 1


HOSTILE = ["", "/", "-5", "a0", "a100", "x", "_99_99", "-99a", "a/" * 70, "_1000", "a b", "(a)", "é", "A7", "_3*", "*"]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_formation_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read(text)
