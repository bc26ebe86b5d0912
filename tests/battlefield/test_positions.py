"""Positions: a battle goes on from a round of another as that one did."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield import Ruleset, begin, fields, game, play
from battlefield.battles import ABDICATE, Battle, UnfitBoard
from battlefield.compact import read as read_compact
from battlefield.positions import restart, write
from battlefield.records import of, read, read_board, read_board_seats, read_fallen
from players.simple import choose_capture

BOARDS = (("duel-2", "last_emperor"), ("cross-4", "last_emperor"), ("bridge-2", "cross"), ("terrace-2", "throne(5)"))


def advance(opening: Battle, rounds: int, luck: Random) -> Battle:
    battle = opening
    for _number in range(rounds):
        after, _resolution = play(battle, [(seat, choose_capture(battle, seat, luck)) for seat in battle.to_act])
        if after.outcome:
            break
        battle = after
    return battle


@given(board=st.sampled_from(BOARDS), rounds=st.integers(0, 12), seed=st.integers(0, 99), resigns=st.booleans())
def test_a_position_goes_on_as_its_battle_did(board: tuple[str, str], rounds: int, seed: int, *, resigns: bool) -> None:
    luck = Random(seed)
    opening = begin(fields.without_chests(fields.load(board[0])), Ruleset(goals=(board[1],)))
    battle = advance(opening, rounds, luck)
    if resigns and len(battle.to_act) > 2:
        battle, _resolution = play(battle, [(battle.to_act[-1], ABDICATE)])
    again = restart(battle)
    drawing = write(battle)
    drawn = {"fallen": read_fallen(drawing), "board_seats": read_board_seats(drawing)}
    assert begin(read_board(drawing), battle.ruleset, **drawn) == again
    assert (again.number, again.to_act, again.throne) == (1, battle.to_act, battle.throne)
    orders = [(seat, choose_capture(battle, seat, luck)) for seat in battle.to_act]
    one, two = play(battle, orders)[0], play(again, orders)[0]
    assert one.formation == two.formation and set(one.fighting) == set(two.fighting)
    record = of({}, again, [orders], str(two.outcome) if two.outcome else "*")
    replayed = read(str(record)).replay()[-1][0].formation  # a record names no throne that its rules do not have
    assert replayed.pieces == two.formation.pieces


def test_targets_stay_where_emperors_stood_at_first() -> None:
    battle, _resolution = play(begin(read_compact("A_/__/_B"), Ruleset(goals=("cross",))), [("b", "B3-B2")])
    assert restart(battle).targets == battle.targets


def test_fallen_seats_stand_in_the_way_and_take_part_no_more() -> None:
    opening = begin(read_compact("Aa_/cC_/_bB"), Ruleset())
    battle, _resolution = play(opening, [("c", ABDICATE)])
    again = restart(battle)
    assert again.to_act == ("a", "b") and "fallen: c" in write(battle)
    assert "c" in again.formation.seats and game.read(game.write(again)) == again
    with pytest.raises(ValueError, match="cannot be read"):
        read_fallen("fallen: 7")


def test_duels_of_emperors_need_their_opposites() -> None:
    opening = begin(read_compact("A_B/C_D"), Ruleset(goals=("duel",)))
    battle, _resolution = play(opening, [("a", ABDICATE), ("b", ABDICATE)])
    assert restart(opening).opposites == opening.opposites and battle.outcome is None
    with pytest.raises(UnfitBoard):
        restart(battle)
    three, _resolution = play(opening, [("a", ABDICATE)])
    assert restart(three).opposites == opening.opposites
