"""Records of battles that some seats of the board took no part in, and of battles under earlier rules."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield import Ruleset, begin, fields, game, play, records
from battlefield.battles import ABDICATE, UnfitBoard
from battlefield.compact import read as read_compact
from battlefield.compact import write as write_compact
from players.simple import choose_capture

GOALS = ("cross", "duel", "last_emperor", "throne(4)")
SEATED = [
    (board, "".join(seats))
    for board in fields.FIELDS
    for seats in combinations(fields.load(board).seats, 2)
    if len(fields.load(board).seats) > 2
]


@given(
    seated=st.sampled_from(SEATED),
    goal=st.sampled_from(GOALS),
    leaderless=st.sampled_from(("freeze", "vanish")),
    seed=st.integers(0, 999),
)
def test_a_record_with_empty_seats_replays_to_the_same_end(
    seated: tuple[str, str], goal: str, leaderless: str, seed: int
) -> None:
    luck, rules = Random(seed), Ruleset(goals=(goal, "last_emperor"), leaderless=leaderless)
    try:
        opening = begin(fields.without_chests(fields.load(seated[0])), rules, seated[1])
    except UnfitBoard:  # some boards have no target, no opposite or no throne for everybody
        return
    battle, rounds = opening, []
    while not battle.outcome and len(rounds) < luck.randint(1, 12):
        rounds.append([(seat, choose_capture(battle, seat, luck)) for seat in battle.to_act])
        battle, _resolution = play(battle, rounds[-1])
    record = records.of({}, opening, rounds, str(battle.outcome or "*"))
    again = records.read(str(record))
    assert again.opening.opposites == opening.opposites
    assert again.opening.targets == {seat: opening.targets[seat] for seat in seated[1] if seat in opening.targets}
    assert again.replay()[-1][0].formation.pieces == battle.formation.pieces
    assert str(again) == str(record)


def test_a_duel_without_one_of_four_can_be_read() -> None:
    opening = begin(read_compact("Aa_/Bb_/Cc_/Dd_"), Ruleset(goals=("duel", "last_emperor")), "abc")
    text = str(records.of({}, opening, [], "*"))
    assert "seats: a b c d" in text and records.read(text).opening.opposites == opening.opposites


def test_a_stored_battle_keeps_the_seats_of_its_board() -> None:
    opening = begin(read_compact("Aa_/Bb_/Cc_/Dd_"), Ruleset(), "ab")
    assert game.read(game.write(opening)) == opening
    earlier = {name: value for name, value in game.write(opening).items() if name not in ("version", "board_seats")}
    assert game.read(earlier) == replace(opening, version=1) and game.write(game.read(earlier)) == earlier


def test_who_resigns_under_vanish_leaves_the_board_with_all_pieces() -> None:
    opening = begin(read_compact("Aa__/_b_B/Cc__"), Ruleset(leaderless="vanish"))
    after, resolution = play(opening, [("a", ABDICATE)])
    assert write_compact(after.formation) == "_4/_b_B/Cc_2"
    assert [step["kind"] for step in resolution.trace][-3:] == ["abdicated", "fell", "vanished"]
    assert write_compact(play(replace(opening, version=1), [("a", ABDICATE)])[0].formation) == "_a_2/_b_B/Cc_2"


def test_a_record_of_earlier_rules_says_so_and_replays_by_them() -> None:
    opening = replace(begin(read_compact("Aa__/_b_B/Cc__"), Ruleset(leaderless="vanish")), version=1)
    record = records.of({}, opening, [[("a", ABDICATE)]], "*")
    assert '[Version "1"]' in str(record)
    assert "a" in records.read(str(record)).replay()[-1][0].formation.seats
    for named in ("0", "3", "one"):
        with pytest.raises(records.BadRecord, match="cannot be read"):
            records.parse(str(record).replace('[Version "1"]', f'[Version "{named}"]'))


@pytest.mark.parametrize("space", ['[ Rules "', '[Rules   "', '  [Rules\t"'])
def test_any_white_space_in_a_header_is_read(space: str) -> None:
    opening = begin(read_compact("Aa__/____/_bB_"), Ruleset(conflict="rollback"))
    text = str(records.of({"Battle": "x"}, opening, [], "*")).replace('[Rules "', space).replace('*"]', '*" ]')
    assert records.read(text).opening == opening


def test_a_header_that_cannot_be_read_is_refused() -> None:
    text = str(records.of({}, begin(read_compact("Aa_/_bB"), Ruleset()), [], "*"))
    with pytest.raises(records.BadRecord, match=r"\[Rules path=clear\]"):
        records.parse(text.replace(text.splitlines()[0], "[Rules path=clear]"))
