"""A round of a campaign in few sentences: every capture is sentences once, with all that it cost."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.state import State
from campaign.words import event_text, story
from campaign.words.place_names import format_territory
from tests.campaign.random_play import play

CAPTURES = (
    story.TAKES,
    story.TAKES_FREE,
    event_text.describe_captured({"seat": "", "at": "", "armies": 0})[0][0],
    event_text.describe_captured({"seat": "", "at": "", "armies": 1})[0][0],
)


def build_roll(origin: str, target: str, lost: int, killed: int, what: str = "assault") -> dict[str, Any]:
    return {
        "kind": "rolled",
        "what": what,
        "from": origin,
        "to": target,
        "dice": {"attacker": [6], "defender": [1]},
        "losses": {"attacker": lost, "defender": killed},
    }


def pieces(**held: str) -> list[dict[str, Any]]:
    return [{"tile": tile, "seat": text[0], "armies": int(text[1:])} for tile, text in held.items()]


BEFORE = pieces(ash="a9", birch="a3", cedar="b2", gate="n1", dale="b3", elm="b1", fir="b1")
CAPTURED = {"kind": "captured", "seat": "a", "at": "cedar", "from": "ash", "armies": 4}


def tell(events: list[dict[str, Any]], after: list[dict[str, Any]] | None = None, *, pays: bool = True) -> list[str]:
    sentences = story.narrate(BEFORE, after or BEFORE, events, field="seven", pays=pays)
    return [message % fields if fields else message for message, fields in sentences]


def test_a_fight_of_many_rolls_is_one_sentence() -> None:
    events = [build_roll("ash", "cedar", 1, 1), build_roll("ash", "cedar", 0, 1), CAPTURED]
    assert tell(events) == ["a takes Cedar from b and moves in with 4; losses 1 against 2."]
    assert tell([build_roll("ash", "gate", 0, 1), {**CAPTURED, "at": "gate"}]) == [
        "a takes Gate and moves in with 4; losses 0 against 1."
    ]


def test_a_roll_off_says_what_it_is_for() -> None:
    tie = {"kind": "roll_off", "dice": {"a": 6, "b": 5}}
    auction = {"kind": "auction", "at": "cedar", "bids": {"a": 3, "b": 3}, "winner": "a"}
    assert tell([tie])[0] == "a rolls a 6 for the first turn."
    assert tell([tie, tie, auction])[2] == "a rolls a 6 for the equal bids."
    told = [message % fields for message, fields in event_text.describe_events([tie, tie, auction])]
    assert told == tell([tie, tie, auction])


def test_a_field_of_nobody_is_taken_without_a_fight() -> None:
    enters = {"kind": "battle", "at": "Hill", "forces": {"ash": 2}, "losses": {"ash": 0}, "defenders_left": 0}
    captured = {"kind": "captured", "seat": "a", "at": "Hill", "from": "ash", "armies": 2}
    assert tell([enters, captured], pays=False) == ["a captures Hill and moves in with 2."]
    assert len(tell([{**enters, "at": "cedar"}], pays=False)) == 1, "this one had defenders"


def test_a_fight_without_a_capture_says_what_it_cost() -> None:
    assert tell([build_roll("dale", "gate", 2, 0)]) == ["b attacks Gate from Dale; losses 2 against 0."]
    assert tell([build_roll("ash", "cedar", 1, 1, "meeting")]) == [
        "Armies from Ash and Cedar meet; losses 1 against 1."
    ]


def test_two_fights_are_two_sentences_and_the_second_starts_from_what_was_taken() -> None:
    events = [build_roll("ash", "cedar", 0, 2), CAPTURED, build_roll("cedar", "gate", 3, 0)]
    assert tell(events)[1] == "a attacks Gate from Cedar; losses 3 against 0."


def test_regions_that_change_hands_are_told_where_they_pay() -> None:
    after = pieces(ash="a9", birch="a3", cedar="a4", gate="n1", dale="b3", elm="b1", fir="a1")
    assert tell([], after) == ["a now holds West: +2 every turn.", "b no longer holds East."]
    assert tell([], after, pays=False) == []


def test_many_placements_are_counted() -> None:
    placed = [{"kind": "placed", "seat": "a", "at": at, "armies": 1} for at in ("ash", "birch", "cedar", "gate")]
    assert tell(placed) == ["a places armies on 4 territories."]
    assert tell(placed[:3]) == [f"a places 1 on {name}." for name in ("Ash", "Birch", "Cedar")]


def standing(state: State) -> list[dict[str, Any]]:
    return [
        {"tile": tile, "seat": held.owner, "armies": held.armies} for tile, held in state.board.items() if held.owner
    ]


@pytest.mark.parametrize("name", ["classic", "escalation", "simultaneous", "skirmish"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_the_story_tells_every_loss_and_every_capture_once(name: str, seed: int) -> None:
    field = "grid4x4" if name == "skirmish" else "seven"
    options = {"assign": "deal"} if name in ("classic", "escalation") else {}
    setup = {"ruleset": f"campaign.{name}", "map": field, "seats": 3, "options": options}
    for before, _given, after, events in islice(play(setup, str(seed)), 40):
        sentences = story.narrate(standing(before), standing(after), events, field=field, pays=False)
        fights = [fields for _message, fields in sentences if "killed" in fields]
        for side, place in (("attacker", "lost"), ("defender", "killed")):
            lost = sum(event["losses"][side] for event in events if event["kind"] == "rolled")
            assert sum(fields[place] for fields in fights) == lost
        captured = [format_territory(event["at"]) for event in events if event["kind"] == "captured"]
        assert [fields["at"] for message, fields in sentences if message in CAPTURES] == captured
        assert len(sentences) <= len(event_text.describe_events(events))
