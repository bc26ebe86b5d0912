"""What wins a campaign, in a sentence that anybody understands, and how far the reader is."""

from dataclasses import replace
from typing import Any

import pytest

from campaign import aims, options
from campaign.game import get_game
from campaign.holdings import Holding
from campaign.state import State


def begin(ruleset: str, map: str, seats: int, **rules: Any) -> State:
    letters = tuple("abcdef"[:seats])
    return get_game(ruleset).initial(map, letters, rules, "dynasty", chests=False)


def tell(state: State, seat: str | None) -> list[str]:
    """Return each goal with its progress in one line."""
    lines = []
    for (words, values), progress in aims.list_aims(state, seat):
        lines.append(words % values + (f" [{progress[0] % progress[1]}]" if progress else ""))
    return lines


def test_a_newcomer_to_skirmish_reads_the_number_to_hold_and_what_the_last_round_decides() -> None:
    state = begin("skirmish", "grid3x3", 2, win_percent=70, round_limit=10)
    assert tell(state, "a") == [
        "Hold 7 of the 9 territories to win, or be the last one left. [you have 1]",
        "After round 10 whoever holds the most territories wins. [10 rounds to go]",
    ]
    assert tell(replace(state, round=10), "b")[1].endswith("[the last round]")
    unlimited = replace(state, options={**state.options, "round_limit": 0})
    assert len(tell(unlimited, "a")) == 1


@pytest.mark.parametrize("ruleset", sorted(options.OPTIONS))
def test_every_ruleset_says_first_what_wins(ruleset: str) -> None:
    name = ruleset.partition(".")[2]
    state = begin(name, "grid5x5" if name == "skirmish" else "world", 3)
    for seat in ("a", None):
        assert tell(state, seat)[0].startswith(f"Hold all {len(state.board)} territories to win")


def test_other_goals_are_said_in_their_own_words() -> None:
    hold = begin("classic", "world", 3, assign="deal", goal="hold", hold_count=20)
    assert tell(hold, "a")[0] == "Hold 20 territories at the end of your turn to win. [you have 14]"
    missions = begin("classic", "world", 3, assign="deal", goal="missions")
    assert tell(missions, "a")[0] == "Complete your secret mission by the end of your turn to win."
    assert "secret mission" in tell(missions, None)[0]


def test_a_capital_is_named_to_its_own_seat_and_counts_what_is_conquered() -> None:
    state = begin("classic", "world", 4, assign="deal", goal="capitals")
    capitals = {seat: state.list_owned(seat)[0] for seat in state.seats}
    chosen = replace(state, capitals=capitals, phase="attack")
    taken = replace(chosen, board={**chosen.board, capitals["b"]: Holding("a", 2)})
    assert tell(chosen, "a")[0].endswith("[0 of 2 others so far]")
    assert tell(taken, "a")[0].endswith("[1 of 2 others so far]")
    secret = replace(taken, phase="capital", capitals={"a": capitals["a"]})
    assert "so far" not in tell(secret, "a")[0]
    assert tell(secret, "b") == tell(replace(secret, capitals={}), "b"), "nothing of a secret choice reaches others"


def test_a_team_counts_its_territories_together() -> None:
    state = begin("simultaneous", "world", 4, start="dealt", teams="two", win_percent=70)
    mine, mates = len(state.list_owned("a")), len(state.list_owned("c"))
    assert tell(state, "a")[0] == f"A team that holds 30 of the 42 territories wins. [your team has {mine + mates}]"


def test_spectators_see_who_leads_unless_there_is_fog() -> None:
    state = begin("skirmish", "grid3x3", 2)
    assert "[" not in tell(state, None)[0], "nobody leads"
    free = next(name for name, holding in state.board.items() if not holding.owner)
    ahead = replace(state, board={**state.board, free: Holding("b", 1)})
    assert tell(ahead, None)[0].endswith("[b has 2]")
    fogged = replace(ahead, options={**ahead.options, "fog": "on"})
    assert "[" not in tell(fogged, None)[0]
    assert tell(fogged, "a") == tell(replace(state, options=fogged.options), "a"), "others' land changes nothing"


def test_a_battle_that_is_over_has_no_goal() -> None:
    state = begin("skirmish", "grid3x3", 2)
    over, _events = get_game("skirmish").resolve(state, [("b", "resign")], "dynasty")
    assert over.ended and aims.list_aims(over, "a") == []
