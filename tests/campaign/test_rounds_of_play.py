"""A round of a campaign is one go for every living seat, everywhere; placing is no round."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

import players
from campaign.game import get_game as campaign
from core.errors import DomainError
from dynasty.domain import notification_types
from dynasty.models import Notice
from tests import factories
from tests.campaign.test_platform import RULESETS, begin, no_hints, play_on, put
from tournaments.domain import absence_policy, games, round_titles
from tournaments.domain.battle_types import ClosedRound
from tournaments.models import Entry, Round
from tournaments.presenters import battle_state
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles, deadlines
from tournaments.services import notifications, votes

pytestmark = pytest.mark.django_db
__all__ = ["no_hints"]


def settling(game: str, state: Any, seat: str) -> str:
    """Place at random, then attack nobody, so that no chance ends the battle before its last round."""
    if state.round:
        return peaceful(game, state, seat)
    return players.choose(game, state, seat, "random", Random(f"{seat}{state.round}{state.words}"))


def peaceful(game: str, state: Any, seat: str) -> str:
    """Return the order that attacks nobody, so that no chance ends the battle early."""
    return "-"


CLASSIC = {"assign": "choose", "placement": "all", "round_limit": 3}


def test_placing_is_no_round_and_a_round_is_one_go_for_everybody() -> None:
    tournament, _emperors = begin("classic", rules=CLASSIC)
    over = play_on(tournament, settling)
    rows = list(Round.objects.filter(tournament=over).order_by("number").values_list("game_round", "turn_of", "state"))
    assert rows[0][0] == 0 and {phase["phase"] for number, _turn, phase in rows if not number} == {"claim", "muster"}
    fought = [(number, turn) for number, turn, _state in rows if number]
    assert sorted({number for number, _turn in fought}) == [1, 2, 3] and over.game_round == 3
    assert over.round_no > 3, "several steps a round"
    for number in (1, 2, 3):
        turns = list(dict.fromkeys(turn for of, turn in fought if of == number))
        assert len(turns) == len(set(turns)) and "" not in turns


@pytest.mark.parametrize("name", RULESETS)
def test_every_page_and_answer_names_the_same_round(name: str, client: Client) -> None:
    tournament, _emperors = begin(name, type="gift", title="The Long March")
    play_on(tournament, peaceful, most=3)
    running = factories.again(tournament)
    current = Round.objects.get(tournament=running, closed_at=None)
    game = games.GAMES[running.game]
    number = game.get_round_and_turn(game.read(current.state))[0]
    assert running.game_round == current.game_round == number < running.round_no + (name == "simultaneous")
    state = client.get(f"/api/v1/tournaments/{running.code}/state/").json()["tournament"]
    assert (state["round"], state["step"], state["turn"]) == (number, running.round_no, current.turn_of)
    assert client.get(f"/api/v1/tournaments/{running.code}/").json()["tournament"]["round_no"] == number
    page = client.get(f"/tournament/{running.code}/").content.decode()
    names = {each["seat"]: each["emperor"] for each in battles.build_battle_state(running)["seats"]}
    title = re.escape(round_titles.format_title(number, current.turn_of, names))
    assert re.search(rf">\s*{title}\s*<", page)
    assert set(map(int, re.findall(r"round (\d+)", client.get("/play/").content.decode()))) <= {number}


def test_notices_and_calendars_speak_of_the_turn_in_its_round() -> None:
    tournament, _emperors = begin("classic", type="gift", rules=CLASSIC, round_seconds=86_400)
    state = campaign("classic").read(Round.objects.get(tournament=tournament).state)
    first = Entry.objects.get(tournament=tournament, seat=state.active)
    assert first.dynasty and [each.round for each in deadlines.list_dates(first.dynasty)] == [0]
    texts = []
    for _n in range(60):
        play_on(tournament, most=1)
        notifications.notify_due()
    for notice in Notice.objects.filter(kind="turn"):
        texts.append(notification_types.format_sentence("turn", notice.facts))
        assert notice.facts["round"] <= 3
    assert any("You can place armies for" in sentence for sentence in texts)
    assert any(re.search(r"^It is your turn in round [12] of", sentence) for sentence in texts)
    assert not any("round 0" in sentence or "–" in sentence for sentence in texts)


def test_a_draw_can_be_offered_from_a_round_of_play_on() -> None:
    tournament, _emperors = begin("classic", type="gift", rules=CLASSIC)
    play_on(tournament, settling, most=12)
    running = factories.again(tournament)
    assert running.round_no > absence_policy.FIRST_DRAW_ROUND > running.game_round
    dynasty = Entry.objects.get(tournament=running, seat="a").dynasty
    assert dynasty is not None
    with pytest.raises(DomainError, match="A draw can be offered from round"):
        votes.agree(tournament_id=running.pk, round_no=running.round_no, dynasty=dynasty, what="draw")


@pytest.mark.parametrize("name", RULESETS)
def test_the_end_shows_the_place_and_the_deeds_of_every_seat(name: str, client: Client) -> None:
    tournament, _emperors = begin(name, type="gift")
    over = play_on(tournament)
    rows = over.statistics
    assert sorted(row["seat"] for row in rows) == ["a", "b", "c"]
    groups = over.outcome["placements"]
    for row in rows:
        assert row["place"] == 1 + sum(len(group) for group in groups[: place_of(row["seat"], groups)])
    ending = games.GAMES[over.game].read(over.ending)
    assert {row["seat"]: row["territories"] for row in rows} == {seat: len(ending.list_owned(seat)) for seat in "abc"}
    events = [event for one in Round.objects.filter(tournament=over) for event in one.events or []]
    assert sum(row["captured"] for row in rows) == sum(event["kind"] == "captured" for event in events)
    page = client.get(f"/tournament/{over.code}/").content.decode()
    assert 'id="standings-title"' in page and f"It took {over.game_round} round" in page
    assert client.get(f"/api/v1/tournaments/{over.code}/state/").json()["tournament"]["statistics"] == rows


@pytest.mark.parametrize("name", [name for name in RULESETS if name != "simultaneous"])
def test_who_resigned_while_placing_left_before_the_first_round(name: str, client: Client) -> None:
    tournament, _emperors = begin(name, type="gift", rules=CLASSIC if name == "classic" else {})
    opening = campaign(name).read(Round.objects.get(tournament=tournament).state)
    leaver = opening.active or "b"

    def leaving(game: str, state: Any, seat: str) -> str:
        return "abdicate" if seat == leaver else settling(game, state, seat)

    running = play_on(tournament, leaving, most=1)
    assert running.status == "running" and Round.objects.get(tournament=running, number=1).game_round == 0
    seats = client.get(f"/api/v1/tournaments/{running.code}/state/").json()["seats"]
    assert {each["seat"]: each["fallen"] for each in seats} == {seat: seat == leaver for seat in "abc"}
    over = play_on(tournament)
    assert {row["seat"]: row["out"] for row in over.statistics}[leaver] == 0
    assert "resigned before round 1" in client.get(f"/tournament/{running.code}/").content.decode()


def place_of(seat: str, groups: list[list[str]]) -> int:
    return next(place for place, group in enumerate(groups) if seat in group)


def test_an_order_may_name_the_step_or_the_round(client: Client) -> None:
    tournament, _emperors = begin("classic", type="gift", rules=CLASSIC)
    play_on(tournament, most=14)
    running = factories.again(tournament)
    assert round_titles.find_step(running, {"step": 7}) == 7
    assert round_titles.find_step(running, {"round": running.game_round}) == running.round_no
    assert round_titles.find_step(running, {"round": running.game_round + 1}) == 0


@given(st.integers(0, 99), st.sampled_from(["", "a", "f"]))
def test_words_for_a_round_name_its_number_and_whose_turn_it_is(number: int, turn: str) -> None:
    names = {"a": "Ann"}
    for text in (round_titles.format_title(number, turn, names), round_titles.format_report_title(number, turn, names)):
        assert re.findall(r"\d+", text) == ([str(number)] if number else [])
        assert (names.get(turn, turn.upper()) in text) if turn else "’s" not in text


def test_the_turn_is_that_of_the_seat_whose_go_it_is_while_another_defends() -> None:
    game = campaign("classic")
    rules: dict[str, Any] = game.presets()["short"][2] | {"defence": "ask"}
    state = game.initial("seven", "abc", rules, "seed", chests=False)
    assert game.get_round_and_turn(state) == (
        state.round if state.phase not in ("claim", "muster") else 0,
        state.active,
    )


def test_the_bar_asks_for_dice_and_armies_within_a_fight(client: Client) -> None:
    tournament, emperors = begin("classic", rules={"defence": "ask", "assign": "deal"})
    board = {"ash": "a3", "birch": "b1", "cedar": "b1", "dale": "c1", "elm": "c1", "fir": "c1", "gate": "c1"}
    turn = {"active": "a", "order": ["a", "b", "c"], "round": 2, "pool": 0, "muster": {}}
    for phase, reader, words in (
        ("defend", 1, "Say how many dice you roll"),
        ("occupy", 0, "Say how many armies move in"),
        ("attack", 0, "Choose a territory"),
    ):
        put(tournament, board, phase=phase, battle=["ash", "birch", 2, None], **turn)
        client.force_login(emperors[reader].dynasty.user)
        assert client.get(f"/tournament/{tournament.code}/state").json()["bar"]["text"] == words


def test_spectators_are_told_whose_turn_it_is(client: Client) -> None:
    tournament, emperors = begin("classic", type="gift", rules={"assign": "deal"})
    put(tournament, {"ash": "a3", "gate": "b1"}, phase="attack", active="b", round=2, pool=0, muster={})
    bar = client.get(f"/tournament/{tournament.code}/state").json()["bar"]
    assert bar["title"] == "You are watching" and bar["text"] == f"waiting for {emperors[1].name}"


def test_a_draw_is_agreed_by_all_that_live_and_shared_by_them() -> None:
    tournament, _emperors = begin("classic", type="gift", rules=CLASSIC | {"round_limit": 8})
    while factories.again(tournament).game_round < absence_policy.FIRST_DRAW_ROUND:
        play_on(tournament, settling, most=1)
    running = factories.again(tournament)
    for entry in Entry.objects.filter(tournament=running).order_by("seat"):
        assert entry.dynasty is not None
        votes.agree(tournament_id=running.pk, round_no=running.round_no, dynasty=entry.dynasty, what="draw")
    over = factories.again(running)
    assert over.outcome["by"] == "agreed" and over.outcome["winners"] == ["a", "b", "c"]
    assert [row["place"] for row in over.statistics] == [
        1,
        1,
        1,
    ] and over.game_round == absence_policy.FIRST_DRAW_ROUND - 1


def tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first step tell nothing."""
    told = battle_state.describe_round

    def describe_round(battle: BattleContext, played: ClosedRound) -> ClosedRound:
        return told(battle, played | {"events": []} if played["number"] == 1 else played)

    monkeypatch.setattr(battle_state, "describe_round", describe_round)
    monkeypatch.setattr(battle_state, "build_story", lambda battle, played, labels: [])


@pytest.mark.parametrize(
    ("name", "rules", "sentence"),
    [
        ("classic", CLASSIC, "Nothing happened."),
        ("simultaneous", {"fog": "on"}, "Nothing happened that you could see."),
    ],
)
def test_a_step_without_events_says_so_in_place_of_what_is_to_come(
    name: str, rules: dict[str, Any], sentence: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, _emperors = begin(name, rules=rules)
    address = f"/tournament/{tournament.code}/"
    assert '<li class="nothing">' not in client.get(address).content.decode(), "nothing is over yet"
    play_on(tournament, most=1)
    tell_nothing(monkeypatch)
    page = client.get(address).content.decode()
    assert page.count(f'<li class="nothing">{sentence}</li>') == 2, "in the story, and step by step"
    assert "You can read here, step by step" not in page
