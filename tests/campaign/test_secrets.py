"""Two battles that differ in one secret look the same to everybody else, byte by byte, until the end."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.campaign.test_platform import begin, put
from tournaments.models import Round, Tournament
from tournaments.services import task_queue

pytestmark = pytest.mark.django_db
CARDS = ["ash", "birch", "cedar", "dale", "elm", "fir", "gate", "wild1", "wild2"]
BOARD = {"ash": "a5", "birch": "a3", "cedar": "b3", "dale": "b3", "elm": "c3", "fir": "c3", "gate": "c3"}
PLAYING = {"phase": "attack", "active": "a", "pool": 0, "muster": {}, "order": ["a", "b", "c"], "discard": []}
CHANGING = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|nonce="?[^" >]*|"(now|closed_at|opened_at|given_at)": ?"[^"]*"|'
    r'data-csrf="[^"]*"|X-CSRFToken[^}]*'
)
"""What differs from one look to the next, whatever there is to see."""


@pytest.fixture(autouse=True)
def no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)


def read_pages(tournament: Tournament, user: Any = None) -> list[str]:
    """Return everything that a viewer gets of a battle: its page, its data, a closed round, the record."""
    client = Client()
    if user:
        client.force_login(user)
    bodies = [client.get(f"/tournament/{tournament.code}/{part}").content.decode()
              for part in ("", "?round=1", "state", "state?since=0", "round/1", "record", "acts")]  # fmt: skip
    bodies.append(client.get(f"/api/v1/tournaments/{tournament.code}/state/").content.decode())
    return [CHANGING.sub("", body) for body in bodies]


def battle() -> tuple[Tournament, list[Any]]:
    """Start a classic battle on seven gates, in its second round of the platform, with cards in every hand."""
    tournament, emperors = begin("classic", preset="classic")
    return tournament, [emperor.dynasty.user for emperor in emperors]


def with_cards(hands: dict[str, list[str]], deck: list[str]) -> dict[str, Any]:
    return {"hands": hands, "deck": deck, **PLAYING}


def change_hand(tournament: Tournament, other: bool) -> None:
    mine, deck = (["ash", "fir"], CARDS[2:5]) if not other else (["elm", "wild1"], CARDS[2:5])
    put(tournament, BOARD, **with_cards({"a": mine, "b": ["gate"], "c": []}, deck))


def change_deck(tournament: Tournament, other: bool) -> None:
    deck = CARDS[2:6] if not other else CARDS[2:6][::-1]
    put(tournament, BOARD, **with_cards({"a": ["ash"], "b": ["gate"], "c": []}, deck))


def change_mission(tournament: Tournament, other: bool) -> None:
    put(tournament, BOARD, missions={"a": "M7" if not other else "Xb", "b": "M1", "c": "M2"},
        **with_cards({"a": [], "b": [], "c": []}, CARDS))  # fmt: skip


def change_capital(tournament: Tournament, other: bool) -> None:
    choosing = PLAYING | {"phase": "capital", "active": None}
    put(tournament, BOARD, capitals={"a": "ash" if not other else "birch"}, hands={"a": [], "b": [], "c": []},
        deck=CARDS, **choosing)  # fmt: skip


def change_seed(tournament: Tournament, other: bool) -> None:
    put(tournament, BOARD, salt="1" * 64 if not other else "2" * 64, **with_cards({"a": [], "b": [], "c": []}, CARDS))


def change_sheet(tournament: Tournament, other: bool) -> None:
    put(tournament, BOARD, **with_cards({"a": [], "b": [], "c": []}, CARDS))
    factories.order(tournament, "a", "done" if not other else "attack ash cedar until 1; done")


def change_hand_of_sheets(tournament: Tournament, other: bool) -> None:
    hands = {"a": ["ash", "fir"] if not other else ["elm", "wild1"], "b": ["gate"], "c": []}
    put(tournament, BOARD, hands=hands, deck=CARDS[2:5], reserve={"a": 3, "b": 3, "c": 3})


@pytest.mark.parametrize("reader", [1, 2, None, 0])
def test_a_hand_is_secret_where_all_act_at_once(reader: int | None) -> None:
    tournament, emperors = begin("simultaneous", preset="cards")
    user = None if reader is None else emperors[reader].dynasty.user
    looks = []
    for other in (False, True):
        change_hand_of_sheets(tournament, other)
        looks.append(read_pages(tournament, user))
    assert (looks[0] == looks[1]) == (reader != 0)


SECRETS: dict[str, Callable[[Tournament, bool], None]] = {
    "hand": change_hand, "deck": change_deck, "mission": change_mission, "capital": change_capital,
    "seed": change_seed, "sheet": change_sheet,
}  # fmt: skip


@pytest.mark.parametrize("name", SECRETS)
def test_nobody_else_can_tell_two_battles_apart_that_differ_in_one_secret(name: str) -> None:
    tournament, users = battle()
    looks = []
    for other in (False, True):
        SECRETS[name](tournament, other)
        looks.append([read_pages(tournament, user) for user in (None, users[1], users[2])])
        if name == "sheet":
            assert Round.objects.get(tournament=tournament, closed_at=None).ready == ["a"]
    assert looks[0] == looks[1]
    assert all(len(body) > 20 for bodies in looks[0] for body in bodies[:4])


@pytest.mark.parametrize("name", ["hand", "mission", "capital", "sheet"])
def test_its_owner_can(name: str) -> None:
    tournament, users = battle()
    looks = []
    for other in (False, True):
        SECRETS[name](tournament, other)
        looks.append(read_pages(tournament, users[0]))
    assert looks[0] != looks[1]


def test_a_sheet_is_secret_in_a_game_of_sheets() -> None:
    tournament, emperors = begin("skirmish")
    looks = []
    for text in ("place A1 2", "-"):
        factories.order(tournament, "a", text)
        looks.append([read_pages(tournament, emperor.dynasty.user) for emperor in emperors[1:]])
    assert looks[0] == looks[1]


def test_the_draft_of_an_order_is_weighed_for_its_own_seat_alone() -> None:
    tournament, users = battle()
    put(tournament, BOARD, **with_cards({"a": ["ash"], "b": ["gate"], "c": []}, CARDS))
    texts = []
    for user in (users[0], users[1], None):
        client = Client()
        if user:
            client.force_login(user)
        answer = client.post(f"/tournament/{tournament.code}/draft", {"round": 1, "order": "attack ash cedar until 1"},
                             headers={"Accept": "application/json"})  # fmt: skip
        texts.append((answer.status_code, answer.json()))
    assert texts[0] == (200, {"lines": [{"line": 1, "level": "fine", "code": "", "text": "attack ash cedar until 1",
                                        "said": ["64% to take it; mean losses 2.1 against 2.2."]}]})  # fmt: skip
    assert texts[1][1]["lines"][0]["code"] == "not_your_turn" and texts[2][0] == 401
