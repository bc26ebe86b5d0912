"""Diagrams are read in two ways: as `draw` draws them, by places that are known, and otherwise line by line."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from battlefield import diagrams
from battlefield.errors import BadInput
from battlefield.tiles import Tile
from tests.battlefield.any_scenario import any_scenario

SLIPS = [*"+-|#aA9(é \t\n", "###", "   ", "|   |", "+---+"]


def read_or_refuse(read: Callable[[str], dict[Tile, str]], text: str) -> object:
    try:
        return list(read(text).items())
    except BadInput as error:
        return str(error)


@settings(max_examples=500, deadline=None)
@given(st.integers(0, 2**40), st.lists(st.tuples(st.floats(0, 1), st.sampled_from(SLIPS)), max_size=2))
def test_both_ways_read_the_same_and_refuse_the_same(seed: int, slips: list[tuple[float, str]]) -> None:
    text = any_scenario(Random(seed))["formation"]
    for share, slip in slips:
        at = int(share * len(text))
        text = text[:at] + slip + text[at + len(slip) :]
    assert read_or_refuse(diagrams.read, text) == read_or_refuse(diagrams._read_lines, text)


def test_what_stands_between_tiles_is_refused_as_before() -> None:
    drawn = "+---+   +---+\n|   |   |   |\n+---+   +---+"
    assert diagrams.read(drawn) == {Tile(0, 0): "", Tile(0, 2): ""}
    assert "character 7" in str(read_or_refuse(diagrams.read, drawn.replace("|   |   |   |", "|   | a |   |")))
