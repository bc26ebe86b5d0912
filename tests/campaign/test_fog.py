"""Fog of war: whatever a seat cannot see could be anything else, and nothing that it is told would differ."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import players
from campaign import fog, games, options, order_preview, views
from campaign.chance import Stream
from campaign.events import Event
from campaign.game import get_game
from campaign.holdings import UNCLAIMED, Holding
from campaign.state import State, read, write
from tests.campaign.random_play import any_submission, play

SETUPS: list[dict[str, Any]] = [
    {"ruleset": "campaign.simultaneous", "map": "rivers", "seats": 4, "options": {"start": "dealt"}},
    {"ruleset": "campaign.simultaneous", "map": "archipelago", "seats": 4, "options": {"teams": "two"}},
    {"ruleset": "campaign.simultaneous", "map": "world", "seats": 5, "options": {"start": "single", "cards": "on"}},
    {"ruleset": "campaign.simultaneous", "map": "rivers", "seats": 3, "options": {"losing_bids": "lost"}},
    {"ruleset": "campaign.simultaneous", "map": "atolls", "seats": 4, "options": {"start": "dealt", "units": "three"}},
    {"ruleset": "campaign.skirmish", "map": "grid6x6", "seats": 4, "options": {"truces": "kept"}},
    {"ruleset": "campaign.skirmish", "map": "world", "seats": 6, "options": {"teams": "three"}},
]
IDS = [f"{setup['ruleset'].partition('.')[2]}-{setup['map']}" for setup in SETUPS]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=IDS)


def in_fog(setup: dict[str, Any]) -> dict[str, Any]:
    return setup | {"options": {**setup["options"], "fog": "on", "round_limit": 7}}


def walk(setup: dict[str, Any]) -> Iterator[tuple[State, list[Event], State]]:
    for before, _given, after, events in play(in_fog(setup), "mist", leave=0.01):
        if after is not before:
            yield before, events, after


def scramble(state: State, seat: str | None, luck: Random) -> State:
    """Return a twin that differs in everything that a seat does not see, or a spectator."""
    seen, team = fog.list_visible(state, seat), fog.get_team(state, seat)
    others = [other for other in state.living if other not in team]
    far = {name for name in state.board if name not in seen}
    board = {name: any_holding([*others, "n", ""], luck) if name in far else held for name, held in state.board.items()}

    def any_stock(stock: Any) -> dict[str, int]:
        return {each: n if each in team else luck.randint(0, 40) for each, n in stock.items()}

    return replace(
        state,
        board=board,
        units={name: garrison for name, garrison in state.units.items() if name in seen}
        | {name: {"riders": held.armies} for name, held in board.items() if state.units and name in far and held.owner},
        reserve=any_stock(state.reserve),
        money=any_stock(state.money),
        hands={other: hand if other == seat else state.deck[:1] for other, hand in state.hands.items()},
        deck=tuple(luck.sample(state.deck, len(state.deck)))[1:],
        sets=luck.randint(0, 5),
        words=luck.randint(0, 500),
        salt=str(luck.random()),
        landed=tuple(other for other in state.seats if other in team and other in state.landed),
        gone=tuple(each._replace(by=luck.choice([*state.seats, ""]), armies=luck.randint(0, 9)) for each in state.gone),
    )


def any_holding(owners: list[str], luck: Random) -> Holding:
    owner = luck.choice(owners)
    return Holding(owner, luck.randint(1, 12)) if owner else UNCLAIMED


def ask_everything(state: State, seat: str, sheets: list[Any]) -> list[Any]:
    """Return everything that a seat may learn of a state, and every answer to a sheet."""
    game = get_game(state.ruleset.partition(".")[2])
    lines = "; ".join(f"attack {one} {other} 3" for one, other in zip(state.board, [*state.board][1:], strict=False))
    return [
        views.view(state, seat),
        game.view(state, seat),
        game.legal(state, seat),
        game.list_confidants(state, seat),
        [games.check(state, seat, sheet) for sheet in sheets],
        [games.check(state, seat, [{"do": "colonize", "at": name, "armies": 2}]) for name in state.board],
        order_preview.weigh(state, seat, lines),
        write(fog.imagine(state, seat)),
    ]


@every_setup
def test_nothing_that_a_seat_is_told_depends_on_what_it_does_not_see(setup: dict[str, Any]) -> None:
    luck, hidden = Random(1), 0
    for _before, _events, state in walk(setup):
        if state.ended is not None:
            continue
        for seat in state.living:
            twin = scramble(state, seat, luck)
            hidden += twin.board != state.board
            sheets = [any_submission(each, seat, luck) for each in (state, twin)]
            assert ask_everything(state, seat, sheets) == ask_everything(twin, seat, sheets)
            assert all(games.check(state, seat, sheet) == [] or sheet for sheet in sheets)
        assert views.view(state) == views.view(scramble(state, None, luck), None)
    assert hidden > 5


@every_setup
@pytest.mark.parametrize("level", ["greedy", "general"])
def test_computer_players_order_by_what_they_see(setup: dict[str, Any], level: str) -> None:
    luck = Random(2)
    for number, (_before, _events, state) in enumerate(walk(setup)):
        if state.ended is not None or number % (3 if level == "greedy" else 7):
            continue
        for seat in state.living:
            twin = scramble(state, seat, luck)
            orders = [players.choose(state.ruleset, each, seat, level, Random("same")) for each in (state, twin)]
            assert orders[0] == orders[1]
            assert get_game(state.ruleset.partition(".")[2]).check(state, seat, orders[0]) == orders[0]


@every_setup
def test_a_seat_learns_of_what_happens_in_its_sight_alone(setup: dict[str, Any]) -> None:
    told = hidden = 0
    for before, events, _after in walk(setup):
        if before.ended is not None:
            continue
        assert {event["kind"] for event in views.filter_events(events, None, before)} <= {*fog.PUBLIC, "left"}
        for seat in before.living:
            team, seen = before.team(seat), fog.list_visible(before, seat)
            shown = views.filter_events(events, seat, before)
            told, hidden = told + len(shown), hidden + len(events) - len(shown)
            for event in shown:
                if event["kind"] in fog.FIGHTS:
                    places = {event.get(name) for name in fog.PLACES}
                    assert places & seen
                elif event["kind"] == "left" and event["by"]:
                    assert {event["seat"], event["by"]} & set(team)
                elif event["kind"] in fog.OWN:
                    assert event["seat"] in team
    assert told and hidden


@every_setup
def test_a_battle_without_fog_is_as_it_was(setup: dict[str, Any]) -> None:
    for before, _given, after, events in play(setup, "clear"):
        assert "fog" not in options.list_original(after.ruleset, after.options)
        for seat in (None, *after.seats):
            assert fog.list_visible(after, seat) == set(after.board) and fog.imagine(after, seat or "a") is after
            assert views.filter_events(events, seat, before) == views.filter_events(events, seat)
            assert not {"unseen", "counted"} & set(views.view(after, seat))
        older = replace(after, options={name: value for name, value in after.options.items() if name != "fog"})
        assert views.view(older) | {"options": after.options} == views.view(after)


@every_setup
def test_nothing_is_hidden_once_the_battle_is_over(setup: dict[str, Any]) -> None:
    *_others, (before, _events, last) = walk(setup)
    assert last.ended is not None and last.options["fog"] == "on"
    for state in (last, fog.lift(before)):
        assert views.view(state, None)["board"] == {name: str(holding) for name, holding in state.board.items()}
        assert read(json.loads(json.dumps(write(state)))) == state


def test_before_the_start_the_map_is_shown_without_fog() -> None:
    rules = options.complete("campaign.skirmish", {"fog": "on"})
    game = get_game("skirmish")
    assert "unseen" not in game.view(game.initial("rivers", "abc", rules, "", chests=False))
    begun = game.initial("rivers", "abc", rules, "seed", chests=False)
    assert len(game.view(begun)["unseen"]) == len(begun.board) and game.view(begun)["pieces"] == []


def bid(board: dict[str, str], sheets: dict[str, str], **chosen: Any) -> tuple[State, list[Event], State]:
    """Resolve a round of bids on seven gates."""
    described = {"ruleset": "campaign.simultaneous", "map": "seven", "seats": 3, "options": {"fog": "on", **chosen}}
    state, _events = games.initial(described, "bids")
    owners = {name: Holding(text[0], int(text[1:])) for name, text in board.items()}
    state = replace(state, board={**state.board, **owners}, round=2, landed=("a", "b", "c"))
    after, events = games.resolve(state, sheets, Stream("bids"))
    return state, events, after


FAR = {"ash": "a3", "fir": "b3", "elm": "c3"}


def test_a_bid_out_of_sight_tells_no_more_than_that_it_was_in_vain() -> None:
    mine = {"a": "colonize dale 2"}
    looks = []
    for board, others in ((FAR | {"dale": "c2"}, {}), (FAR, {"b": "colonize dale 3"})):
        before, events, after = bid(board, mine | others)
        assert "dale" not in fog.list_visible(before, "a")
        looks.append((views.filter_events(events, "a", before), after.reserve["a"]))
    assert looks[0] == looks[1]
    assert looks[0][0][0]["why"] == "not_won" and looks[0][1] == 30 + 3


def test_a_lost_bid_for_a_territory_of_others_is_lost_where_losing_bids_are() -> None:
    _before, _events, after = bid(FAR | {"dale": "c2"}, {"a": "colonize dale 2"}, losing_bids="lost")
    assert after.reserve["a"] == 28 + 3 and after.board["dale"] == Holding("c", 2)


def test_a_roll_off_is_seen_with_its_auction() -> None:
    before, events, _after = bid(FAR, {"b": "colonize dale 3", "c": "colonize dale 3"})
    assert any(event["kind"] == "roll_off" for event in events)
    [auction] = [event for event in events if event["kind"] == "auction"]
    kinds = {seat: {event["kind"] for event in views.filter_events(events, seat, before)} for seat in "abc"}
    assert not {"roll_off", "auction"} & kinds["a"] and "roll_off" in kinds[auction["winner"]]


def test_a_visible_owner_refuses_a_bid() -> None:
    before, _events, _after = bid({"ash": "a3", "birch": "b2"}, {})
    assert "birch" in fog.list_visible(before, "a")
    found = games.check(before, "a", "colonize birch 2")
    assert [finding["code"] for finding in found] == ["not_unclaimed"]


def test_only_games_in_which_all_act_at_once_have_fog() -> None:
    assert {name for name, each in options.OPTIONS.items() if "fog" in each} == {
        "campaign.simultaneous",
        "campaign.skirmish",
    }
    with pytest.raises(games.OrderError):
        options.complete("campaign.classic", {"fog": "on"})
