"""Chance: the check values of the rules, and odds counted out."""

from fractions import Fraction
from hashlib import sha256
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from campaign import __main__ as again
from campaign import game as campaign
from campaign import games
from campaign.chance import OutOfFaces, Script, Stream, pairs_lost, roll_off


def test_the_first_dice_of_the_check_seed() -> None:
    stream = Stream("dynasty")
    assert [stream.die() for _ in range(12)] == [1, 6, 2, 5, 1, 2, 6, 2, 6, 3, 2, 4]
    assert stream.words == 12


def test_the_shuffle_of_the_check_seed() -> None:
    stream = Stream("dynasty")
    assert "".join(stream.shuffle("abcdefgh")) == "gdecfbha"
    assert stream.words == 7


def test_the_opening_of_the_check_seed() -> None:
    setup = {"ruleset": "campaign.classic", "map": "world", "seats": ["a", "b", "c"]}
    state, events = games.initial(setup, "dynasty")
    assert events[0] == {"kind": "roll_off", "dice": {"a": 1, "b": 6, "c": 2}}
    assert state.order == ("b", "c", "a")
    assert state.deck[:5] == ("iceland", "india", "new_guinea", "alaska", "madagascar")
    assert len(state.deck) == 44
    assert state.words == 3 + 43
    assert games.stream(state, "dynasty").words == state.words


def test_words_that_would_favour_some_are_dropped() -> None:
    class Fixed(Stream):
        def word(self) -> int:
            self.words += 1
            return {0: 2**64 - 1, 1: 2**64 - 4, 2: 2**64 - 5}[self.words - 1]

    stream = Fixed("")
    # 2^64 mod 6 is 4: the four highest words are dropped.
    assert stream.below(6) == (2**64 - 5) % 6
    assert stream.words == 3


def test_a_script_gives_its_faces_and_leaves_lists() -> None:
    script = Script((3, 5))
    assert script.shuffle("abc") == ["a", "b", "c"]
    assert [script.die(), script.die()] == [3, 5]
    with pytest.raises(OutOfFaces):
        script.die()


def test_roll_off_repeats_among_the_highest() -> None:
    winner, rounds = roll_off(Script((4, 6, 6, 5, 2)), "abc")
    assert winner == "b"
    assert rounds == [{"a": 4, "b": 6, "c": 6}, {"b": 5, "c": 2}]


def odds(attack: int, defence: int) -> dict[tuple[int, int], Fraction]:
    """Count out every throw of an assault."""
    faces = list(product(range(1, 7), repeat=attack + defence))
    found: dict[tuple[int, int], Fraction] = {}
    for dice in faces:
        lost, killed, equal = pairs_lost(dice[:attack], dice[attack:])
        key = (lost + equal, killed)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, len(faces))
    return found


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (3, 2, {(2, 0): "2275/7776", (1, 1): "2611/7776", (0, 2): "2890/7776"}),
        (2, 2, {(2, 0): "581/1296", (1, 1): "420/1296", (0, 2): "295/1296"}),
        (1, 2, {(1, 0): "161/216", (0, 1): "55/216"}),
        (3, 1, {(1, 0): "441/1296", (0, 1): "855/1296"}),
        (2, 1, {(1, 0): "91/216", (0, 1): "125/216"}),
        (1, 1, {(1, 0): "21/36", (0, 1): "15/36"}),
    ],
)
def test_the_odds_of_an_assault(attack: int, defence: int, expected: dict[tuple[int, int], str]) -> None:
    assert odds(attack, defence) == {losses: Fraction(odd) for losses, odd in expected.items()}


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        (1, {(1, 0): 15, (0, 1): 15, (1, 1): 6}),
        (2, {(2, 0): 295, (0, 2): 295, (2, 1): 220, (1, 2): 220, (1, 1): 200, (2, 2): 66}),
    ],
)
def test_the_odds_of_a_meeting(dice: int, expected: dict[tuple[int, int], int]) -> None:
    found: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 7), repeat=2 * dice):
        lost, killed, equal = pairs_lost(faces[:dice], faces[dice:])
        key = (lost + equal, killed + equal)
        found[key] = found.get(key, 0) + 1
    assert found == expected


def test_the_recipe_of_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs/rules/chance.md").read_text("utf-8")
    recipe: dict[str, Any] = {}
    exec(text.split("```python\n")[1].split("```")[0], recipe)
    assert recipe["dice"]("dynasty", 0, 12) == [1, 6, 2, 5, 1, 2, 6, 2, 6, 3, 2, 4]
    assert "".join(recipe["shuffle"]("dynasty", 0, "abcdefgh")) == "gdecfbha"
    stream = Stream("another", 7)
    assert recipe["dice"]("another", 7, 50) == [stream.die() for _ in range(50)]


def test_a_record_is_played_again_by_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = campaign.get_game("classic")
    rules = played.presets()["short"][2] | {"round_limit": 1}
    opening = state = played.initial("seven", "abc", rules, "dynasty", chests=False, casual=True)
    given: list[list[tuple[str, str]]] = []
    while seats := played.to_act(state):
        given.append([(seats[0], "-")])
        state, _events = played.resolve(state, given[-1], "dynasty")
    record = played.record({"Seed": "dynasty"}, opening, given)
    monkeypatch.setattr("sys.stdin", StringIO(record))
    again.main()
    output = capsys.readouterr().out
    assert (
        f"seal {sha256(b'dynasty').hexdigest()}" in output
        and f"words {state.words}" in output
        and "round_limit" in output
    )
