"""Every computer player plays legal orders to an end, under every preset, and twice the same from the same seed."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from battlefield import Battle, begin, fields, play
from battlefield.battles import read_order
from battlefield.presets import PRESETS
from players import PLAYERS, choose, level_of, thinking
from tests import sweeps

BOARD_FOR = {"crossing": "bridge-2", "treasure": "delta-3", "turning": "delta-3", "usurpers": "cross-4"}
"""Boards for some of the presets; the others are played on the narrows."""
ROUNDS = sweeps.count(6, 10)
QUICK = ("random", "novice", "page", "wanderer", "greedy", "guarded", "tactician")


def opening(preset: str, board: str, most_rounds: int) -> Battle:
    rules = replace(PRESETS[preset][2], max_rounds=most_rounds)
    return begin(fields.without_chests(fields.load(board)), rules)


def orders(battle: Battle, level: str, seed: str) -> list[tuple[str, str]]:
    return [
        (seat, choose("emperors", battle, seat, level, Random(f"{seed} {battle.number} {seat}")))
        for seat in battle.to_act
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("preset", PRESETS)
def test_plays_legally_to_the_end(preset: str, level: str) -> None:
    battle = opening(preset, BOARD_FOR.get(preset, "narrows-2"), ROUNDS)
    while battle.outcome is None:
        given = orders(battle, level, preset)
        assert given == orders(battle, level, preset), "the same from the same seed"
        for seat, text in given:
            read_order(battle, seat, text)
        battle, _ = play(battle, given)
    assert battle.number <= ROUNDS + 1


@pytest.mark.parametrize("level", [level for level in PLAYERS if level not in QUICK])
@pytest.mark.parametrize("preset", PRESETS)
def test_those_that_search_play_legally(preset: str, level: str) -> None:
    """Ask for one order, after an opening that others have mixed up."""
    battle = opening(preset, BOARD_FOR.get(preset, "narrows-2"), ROUNDS)
    for _ in range(2):
        battle, _ = play(battle, orders(battle, "wanderer", "mixed"))
    seat = battle.to_act[0]
    first, again = (choose("emperors", battle, seat, level, Random(preset)) for _ in range(2))
    assert first == again, "the same from the same seed"
    read_order(battle, seat, first)


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("board", fields.FIELDS)
def test_every_board(board: str) -> None:
    """Play four rounds at each other level; two where eight seats search, because a round of theirs takes seconds."""
    rounds = 2 if board.endswith("-8") else 4
    for level in sweeps.sample(list(PLAYERS), 2, list(fields.FIELDS).index(board)):
        battle = opening("classic", board, rounds)
        while battle.outcome is None:
            battle, _ = play(battle, orders(battle, level, board))


def test_takes_an_emperor_that_cannot_get_away() -> None:
    """Play in one column without a way out; every level above the wanderer sees it."""
    from battlefield import Formation, Ruleset

    boxed = Formation.read("+---+---+---+---+---+\n|(a)|   | a3|   |(b)|\n+---+---+---+---+---+")
    battle = begin(boxed, Ruleset())
    for level in ("greedy", "guarded"):
        alert = replace(PLAYERS[level].thought or thinking.GREEDY, slip=0.0)
        assert thinking.choose_order(alert, battle, "a", Random(1)) == "C1-E1"
    seen = {
        level: sum(choose("emperors", battle, "a", level, Random(seed)) == "C1-E1" for seed in range(100))
        for level in ("random", "novice", "page", "wanderer")
    }
    assert seen["random"] < seen["novice"] < seen["page"] < seen["wanderer"] < 100, "beginners overlook more"


def test_there_are_levels_for_everybody_and_stored_names_still_play() -> None:
    stored = ["random", "wanderer", "greedy", "guarded", "tactician", "strategist", "general", "grandmaster"]
    assert [name for name in PLAYERS if name in stored] == stored, "from weak to strong, as they were"
    assert 8 <= len(PLAYERS) <= 10
    assert level_of("campaign.classic", "guarded") == "greedy"


def test_the_luck_decides_among_mixed_orders() -> None:
    """Find a field of a battle in which the tactician does not always do the same."""
    battle, mixed = opening("classic", "duel-2", 30), False
    while battle.outcome is None and not mixed:
        mixed = len({choose("emperors", battle, "a", "tactician", Random(seed)) for seed in range(8)}) > 1
        battle, _ = play(battle, orders(battle, "guarded", "mixed"))
    assert mixed


def test_sees_only_the_open_battle() -> None:
    """Check that an order depends on the battle, the seat and the luck alone."""
    thought = thinking.Thought(nodes=2, closely=6, others=4, wide=3, answers=True)
    battle = opening("classic", "duel-2", 30)
    assert thinking.choose_order(thought, battle, "b", Random(4)) == partial(thinking.choose_order, thought)(
        battle, "b", Random(4)
    )


def test_unknown_games_and_levels_are_refused() -> None:
    battle = opening("classic", "duel-2", 30)
    with pytest.raises(KeyError):
        choose("emperors", battle, "a", "godlike", Random(1))
    with pytest.raises(ValueError, match="chess"):
        choose("chess", battle, "a", "random", Random(1))
