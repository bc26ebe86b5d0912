"""Every level of every campaign plays legal orders to an end, twice the same from the same seed, within its budget."""

import functools
import itertools
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import players
from benchmarks.strength_campaign import Meeting
from campaign.game import CampaignGame, get_game
from campaign.holdings import Holding
from campaign.state import State
from players import campaign
from players.campaign import features, ladder, strong_sheets, strong_turns, weights

GAMES = ("classic", "escalation", "simultaneous", "skirmish")
SMALL = {"classic": ("seven", 3), "escalation": ("seven", 2), "simultaneous": ("seven", 2), "skirmish": ("grid4x4", 2)}
"""A map on which a battle is short, and how many play."""
LARGE = {"classic": ("rivers", 4), "escalation": ("rivers", 4), "simultaneous": ("rivers", 4),
         "skirmish": ("grid5x5/C3", 4)}  # fmt: skip
NAMED = [(name, preset) for name in GAMES for preset in get_game(name).presets()]
FIELD_FOR = {"missions": ("world", 3), "capitals": ("rivers", 4), "hold": ("world", 3)}


def opening(name: str, preset: str, field: str, seats: int, **rules: Any) -> tuple[CampaignGame, State]:
    played = get_game(name)
    return played, played.initial(field, tuple("abcdef"[:seats]), played.presets()[preset][2] | rules, "dynasty",
                                  chests=False)  # fmt: skip


def orders(played: CampaignGame, state: State, levels: dict[str, str], seed: str) -> list[tuple[str, str]]:
    return [(seat, players.choose(played.NAME, state, seat, levels[seat], Random(f"{seed} {state.words} {seat}")))
            for seat in played.to_act(state)]  # fmt: skip


def play(played: CampaignGame, state: State, levels: dict[str, str], seed: str) -> Iterator[State]:
    """Yield the states of a battle, one after the other; every order is checked before it is given."""
    while played.outcome(state) is None:
        yield state
        given = orders(played, state, levels, seed)
        for seat, text in given:
            assert played.check(state, seat, text) == text
        state, _ = played.resolve(state, given, seed)
    yield state


@pytest.mark.parametrize(
    ("name", "preset", "level"),
    [(name, preset, level) for name, preset in NAMED for level in campaign.list_levels(f"campaign.{name}")],
)
def test_plays_legally_to_the_end(name: str, preset: str, level: str) -> None:
    field, seats = FIELD_FOR.get(preset, SMALL[name])
    seats = max(seats, get_game(name).least_seats(get_game(name).presets()[preset][2]))
    played, state = opening(name, preset, field, seats, round_limit=4)
    *_, ended = play(played, state, dict.fromkeys(state.seats, level), "dynasty")
    assert ended.round <= 4


@pytest.mark.parametrize("level", ["greedy", "general"])
def test_trades_its_best_set_on_a_sheet_and_spends_what_it_brings(level: str) -> None:
    played, state = opening("simultaneous", "cards", "seven", 2)
    hands = {"a": ("ash", "dale", "wild1", "gate", "birch", "cedar"), "b": ()}
    text = players.choose(played.NAME, replace(state, hands=hands), "a", level, Random("dynasty"))
    trade, *rest = text.split("; ")
    assert trade.split()[0] == "trade" and set(trade.split()[1:]) in (
        {"birch", "cedar", name} for name in ("ash", "dale", "gate")
    )
    spent = [int(line.split()[2]) for line in rest if line.startswith(("reinforce", "colonize"))]
    assert sum(spent) == state.reserve["a"] + 10


TRUCES = [
    ("simultaneous", "dealt", "seven"),
    ("skirmish", "classic", "grid5x5/C3"),
    ("classic", "classic", "seven"),
    ("escalation", "classic", "seven"),
]


@pytest.mark.parametrize("level", ["greedy", "general"])
@pytest.mark.parametrize(("name", "preset", "field"), TRUCES)
def test_keeps_its_truces(name: str, preset: str, field: str, level: str) -> None:
    played, state = opening(name, preset, field, 3, round_limit=6, truces="breakable")
    if name == "skirmish":
        state, _ = played.resolve(state, [], "dynasty")
    while played.outcome(state) is None:
        state = replace(state, truces={"ab": 9} if {"a", "b"} <= set(state.living) else {})
        given = orders(played, state, dict.fromkeys(state.seats, level), "dynasty")
        owners = {name: holding.owner for name, holding in state.board.items()}
        aims = {seat: {owners[line.split()[2]] for line in text.split("; ") if line.startswith("attack")}
                for seat, text in given}  # fmt: skip
        assert "b" not in aims.get("a", ()) and "a" not in aims.get("b", ())
        state, _ = played.resolve(state, given, "dynasty")


@pytest.mark.parametrize("level", ["greedy", "general"])
def test_accepts_truces_but_not_of_a_leader(level: str) -> None:
    played, state = opening("simultaneous", "dealt", "rivers", 3, truces="kept")
    names = state.list_owned("c")
    for leader, accepted in (("b", ["truce c 2"]), ("c", ["truce b 4"])):
        board = state.board | dict.fromkeys(names[: len(names) // 2], Holding("b" if leader == "b" else "c", 3))
        board |= dict.fromkeys(state.list_owned("b")[: 0 if leader == "b" else 3], Holding("c", 3))
        offered = replace(state, board=board, offers={"ba": (4, 1), "ca": (2, 1)})
        text = players.choose(played.NAME, offered, "a", level, Random("dynasty"))
        assert [line for line in text.split("; ") if line.startswith("truce")] == accepted


@pytest.mark.parametrize("name", ["classic", "escalation"])
@pytest.mark.parametrize("level", ["greedy", "general"])
def test_accepts_truces_in_its_turn_and_goes_on_with_them(name: str, level: str) -> None:
    played, state = opening(name, "classic", "rivers", 3, assign="deal", truces="kept")
    while state.phase not in ("draft", "cards"):
        state, _ = played.resolve(state, orders(played, state, dict.fromkeys(state.seats, level), "dynasty"), "dynasty")
    seat = str(state.active)
    one, other = (each for each in state.seats if each != seat)
    board = {
        name: Holding(one if holding.owner == other and number % 3 else holding.owner, holding.armies)
        for number, (name, holding) in enumerate(state.board.items())
    }
    offers = {leader + seat: (4, state.round + 1) for leader in (one, other)}
    state = replace(state, board=board, offers=offers)
    text = players.choose(played.NAME, state, seat, level, Random("dynasty"))
    assert text == f"truce {other} 4", f"{one} leads, and is to be stopped"
    state, _ = played.resolve(state, [(seat, text)], "dynasty")
    assert list(state.truces.values()) == [state.round + 4]
    text = players.choose(played.NAME, state, seat, level, Random("dynasty"))
    assert played.check(state, seat, text) == text and "truce" not in text


@pytest.mark.parametrize("name", GAMES)
def test_plays_twice_the_same_from_the_same_seed(name: str) -> None:
    played, state = opening(name, "classic", *LARGE[name], round_limit=3)
    ladder_of_game = list(players.levels(played.NAME))
    levels = {seat: ladder_of_game[-1 - 2 * place] for place, seat in enumerate(state.seats)}
    first, again = ([*play(played, state, levels, "same")][-1] for _ in range(2))
    assert first == again


@pytest.mark.parametrize("options", [
    {"defence": "ask"}, {"fortify": "adjacent", "placement": "rounds"}, {"assign": "choose", "cards_phase": "own"},
    {"goal": "hold", "hold_count": 5},
])  # fmt: skip
def test_other_rules_of_the_games_in_turns(options: dict[str, Any]) -> None:
    played, state = opening("classic", "classic", "seven", 3, round_limit=3, **options)
    *_, ended = play(played, state, dict.fromkeys(state.seats, "general"), "dynasty")
    assert ended.ended


@pytest.mark.parametrize("name", ["classic", "escalation"])
def test_sees_nothing_that_is_hidden(name: str) -> None:
    """Change hands, deck, missions and salt: the orders are the same."""
    goal = {"goal": "missions"} if name == "classic" else {}
    played, state = opening(name, "classic", "world", 3, round_limit=3, **goal)
    for now in play(played, state, dict.fromkeys(state.seats, "greedy"), "hidden"):
        if now.ended:
            break
        seat = played.to_act(now)[0]
        hands = {other: hand if other == seat else tuple("wild1" for _ in hand) for other, hand in now.hands.items()}
        missions = {other: mission if other == seat else "M7" for other, mission in now.missions.items()}
        other = replace(now, hands=hands, missions=missions, salt="other", deck=now.deck[::-1])
        first, second = (players.choose(played.NAME, each, seat, "general", Random(1)) for each in (now, other))
        assert first == second


def test_a_name_of_another_game_plays_the_next_weaker_level_of_this_one() -> None:
    names = list(players.PLAYERS)
    for game in players.PLAYERS, *map(players.levels, map("campaign.{}".format, GAMES)):
        assert [name for name in names if name in game] == list(game), "in the order of strength"
    lacking = {"guarded": "greedy"}
    for game in ("classic", "skirmish"):
        played = [players.level_of(f"campaign.{game}", level) for level in names]
        assert played == [lacking.get(one, one) for one in names]
    lacking |= {"grandmaster": "general"}
    played = [players.level_of("campaign.simultaneous", level) for level in names]
    assert played == [lacking.get(one, one) for one in names]
    assert [players.level_of("emperors", level) for level in names] == names
    with pytest.raises(KeyError):
        players.level_of("campaign.classic", "godlike")


@pytest.mark.parametrize("name", GAMES)
def test_who_slips_plays_as_the_weaker_level_and_else_as_the_stronger(name: str) -> None:
    game = f"campaign.{name}"
    strong, weak = (campaign.LEVELS[level].plays for level in ("general", "greedy"))
    played, state = opening(name, "classic", *LARGE[name], round_limit=3)
    for now in itertools.islice(play(played, state, dict.fromkeys(state.seats, "greedy"), "slip"), 3):
        seat = played.to_act(now)[0]
        for slip, usual in ((0.0, strong), (1.0, weak)):
            luck = Random(1)
            luck.random()
            expected = usual[game](features.get_sight(now, seat, luck))
            mixed = ladder.mix(strong, weak, {game: slip})
            assert list(mixed[game](features.get_sight(now, seat, Random(1)))) == list(expected)
    slips = [each[game] for each in (ladder.NOVICE, ladder.PAGE, ladder.WANDERER)]
    assert slips == sorted(slips, reverse=True) and ladder.TACTICIAN[game] > ladder.STRATEGIST[game]


@pytest.mark.parametrize("name", GAMES)
def test_no_two_levels_of_a_game_play_alike(name: str) -> None:
    """Compare orders for the same positions until two levels differ, which those that rarely slip take long to do."""
    played, state = opening(name, "classic", *LARGE[name], round_limit=3)
    rounds = play(played, state, dict.fromkeys(state.seats, "greedy"), "alike")
    sights = [(now, seat) for now in itertools.islice(rounds, 8) for seat in played.to_act(now)]

    @functools.cache
    def give(level: str, number: int) -> str:
        now, seat = sights[number * 5 % len(sights)]
        return players.choose(played.NAME, now, seat, level, Random(number))

    for one, other in itertools.combinations(players.levels(played.NAME), 2):
        assert any(give(one, number) != give(other, number) for number in range(80)), (one, other)


STRENGTH = {"classic": ("rivers", "classic", 3), "escalation": ("seven", "classic", 2),
            "simultaneous": ("rivers", "dealt", 2), "skirmish": ("grid5x5/C3", "classic", 2)}  # fmt: skip


@pytest.mark.parametrize("other", ["random", "greedy"])
@pytest.mark.parametrize("name", GAMES)
def test_the_general_beats_the_others(name: str, other: str) -> None:
    """Play a handful of battles; benchmarks/strength_campaign.py plays enough of them to be sure."""
    met = [Meeting(name, other, "general", STRENGTH[name], number, 5) for number in range(4)]
    assert sum(1 - each.play() for each in met) >= (4 if other == "random" else 3)


@pytest.mark.parametrize("name", ["classic", "escalation"])
@pytest.mark.parametrize(
    ("thought", "judged"), [(ladder.TURNS, weights.TURNS), (ladder.LONG_TURNS, weights.TUNED_TURNS)]
)
def test_the_budget_of_a_turn_is_a_number_of_positions(
    name: str, thought: strong_turns.Thought, judged: weights.Weights
) -> None:
    played, state = opening(name, "classic", "world", 4, round_limit=6)
    most = 0
    for now in play(played, state, dict.fromkeys(state.seats, "greedy"), "budget"):
        for seat in played.to_act(now):
            mind = strong_turns.Mind(thought, judged, features.get_sight(now, seat, Random(1)))
            strong_turns.PHASES[now.phase](mind)
            most = max(most, mind.judge.judged)
    assert 100 < most <= strong_turns.MAX_POSITIONS


@pytest.mark.parametrize(
    ("name", "thought"),
    [("simultaneous", ladder.SHEETS), ("skirmish", ladder.SHEETS), ("skirmish", ladder.LONG_SHEETS)],
)
def test_the_budget_of_a_sheet_is_a_number_of_rounds(name: str, thought: strong_sheets.Thought) -> None:
    played, state = opening(name, "classic", "rivers", 6, round_limit=4)
    most = 0
    for now in play(played, state, dict.fromkeys(state.seats, "greedy"), "budget"):
        for seat in played.to_act(now) if now.phase != "placing" else ():
            table = strong_sheets.TABLES[played.NAME](
                weights.WEIGHTS[played.NAME], features.get_sight(now, seat, Random(1))
            )
            strong_sheets.Search(thought, table).best()
            most = max(most, table.judged)
    assert 100 < most <= thought.most_rounds


def test_with_units_they_buy_what_beats_the_neighbour_and_send_what_beats_the_target() -> None:
    played, state = opening("simultaneous", "units", "seven", 2)
    held = {"ash": "a1", "birch": "a1", "cedar": "a1", "gate": "a9", "dale": "b4", "elm": "b1", "fir": "b1"}
    garrisons = {name: {"spears": int(text[1:])} for name, text in held.items()}
    garrisons |= {"dale": {"riders": 4}, "elm": {"riders": 1}, "gate": {"spears": 5, "archers": 4}}
    board = {name: Holding(text[0], int(text[1:])) for name, text in held.items()}
    state = replace(state, board=board, units=garrisons, reserve={"a": 3, "b": 0})
    for level in ("greedy", "general"):
        lines = campaign.choose(played.NAME, state, "a", level, Random(1)).split("; ")
        assert "reinforce gate 3 spears" in lines, level
        assert any(line.startswith("attack gate ") and line.endswith(" spears") for line in lines), level


def test_with_units_strength_still_wins() -> None:
    wins = {"greedy": 0.0, "random": 0.0}
    for number in range(8):
        played, state = opening("simultaneous", "units", "seven", 2)
        levels = dict(zip("ab", ("greedy", "random") if number % 2 else ("random", "greedy"), strict=True))
        *_, ended = play(played, state, levels, str(number))
        for seat in (played.outcome(ended) or {})["winners"]:
            wins[levels[seat]] += 1
    assert wins["greedy"] > 2 * wins["random"]
