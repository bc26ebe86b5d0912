"""Time and votes by page and API: who sees what, the budget of queries, and that every action has its endpoint."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from core import clock
from dynasty.models import Dynasty
from tests import factories
from tests.tournaments.absence.test_absence import at, client_of, current, of, save_leave, to_sleep
from tournaments.models import Delay, Leave, LeaveBook, StandIn, StandingOrder, Tournament, Vote
from tournaments.services import leave, rounds, stand_ins

pytestmark = pytest.mark.django_db
BUDGET = 15
JSON = {"Accept": "application/json"}


@pytest.fixture
def battle() -> Tournament:
    """Begin a slow battle of the grid game: Aaa plays a, Bbb plays b and misses rounds."""
    tournament, _fighters = factories.begin("gift", 0, 0, game="emperors", field="duel-2", round_seconds=86_400)
    to_sleep(tournament, "a")
    return factories.again(tournament)


def post(who: Dynasty | None, address: str, **body: Any) -> Any:
    return client_of(who).post(address, body, headers=JSON)


def api(who: Dynasty) -> APIClient:
    client = APIClient()
    client.force_authenticate(who.user)
    return client


@pytest.mark.parametrize("who", ["Aaa", "Bbb", "Helper", ""])
@pytest.mark.parametrize("part", ["", "table", "table?part=panel"])
def test_every_page_keeps_to_its_budget(
    battle: Tournament, who: str, part: str, django_assert_max_num_queries: Any
) -> None:
    factories.found("Helper")
    leave.take(dynasty=save_leave(of("Aaa"), 3), days=2)
    client = client_of(of(who) if who else None)
    with django_assert_max_num_queries(BUDGET):
        answer = client.get(f"/tournament/{battle.code}/{part}")
    page = answer.content.decode()
    assert answer.status_code == 200
    if part:
        assert "on vacation until" in page and "asleep: rounds do not wait" in page
        assert ("Your standing order" in page) == (who in ("Aaa", "Bbb"))
        assert ("Lead Bbb" in page) == (who == "Helper")


def test_the_battle_page_leads_to_the_table_without_a_script(battle: Tournament) -> None:
    page = client_of(None).get(f"/tournament/{battle.code}/").content.decode()
    assert f'href="/tournament/{battle.code}/table"' in page
    idle = Client().get(f"/tournament/{factories.announce().code}/table").content.decode()
    assert "This battle is not being fought now" in idle


def test_each_action_has_its_endpoint(battle: Tournament) -> None:
    here, helper = f"/tournament/{battle.code}/", factories.found("Helper")
    deadline = current(battle).deadline
    assert post(of("Aaa"), f"{here}more-time", round=4).json()["seconds"] == 43_200
    assert current(battle).deadline == deadline + timedelta(hours=12)
    assert post(of("Aaa"), f"{here}standing-order", orders="A1-A2\n\nB1-B2").json()["orders"] == ["A1-A2", "B1-B2"]
    assert post(of("Aaa"), f"{here}standing-order", orders="").json()["orders"] == []
    assert not StandingOrder.objects.exists()
    assert post(of("Aaa"), f"{here}vote", round=4, what="pause").json()["decided"]
    assert not post(of("Aaa"), f"{here}vote", round=4, what="resume", back="on").json()["decided"]
    assert post(helper, f"{here}lead", seat="b").json()["seat"] == "b"
    page = client_of(helper).get(here).content.decode()
    assert "data-order-form" in page and "Abdicate" not in page
    assert post(helper, f"{here}step-down").status_code == 200 and not StandIn.objects.filter(ended_at=None).exists()
    assert post(of("Bbb"), f"{here}computer").status_code == 200 and StandIn.objects.get(ended_at=None).computer
    for data in ("more-time", "standing-order", "vote", "lead", "step-down", "computer"):
        assert post(None, f"{here}{data}").status_code == 401
        assert client_of(helper).get(f"{here}{data}").status_code == 302


@pytest.mark.parametrize(
    ("data", "body", "status", "code"),
    [
        ("more-time", {"round": 1}, 409, "wrong_round"),
        ("more-time", {}, 422, "unreadable_request"),
        ("vote", {"round": 4, "what": "war"}, 422, "unreadable_request"),
        ("vote", {"round": 4, "what": "draw"}, 409, "too_few_voices"),
        ("lead", {"seat": "b"}, 403, "you_are_here"),
        ("standing-order", {"orders": "abdicate"}, 422, "no_standing_abdication"),
    ],
)
def test_refusals_by_page(battle: Tournament, data: str, body: dict[str, Any], status: int, code: str) -> None:
    answer = post(of("Aaa"), f"/tournament/{battle.code}/{data}", **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Delay.objects.exists() and not Vote.objects.exists() and not StandIn.objects.exists()


def test_the_api_can_do_it_all(battle: Tournament) -> None:
    here, helper = f"/api/v1/tournaments/{battle.code}", factories.found("Helper")
    own, other = api(of("Aaa")), api(helper)
    more = own.post(f"{here}/more-time/", {"round": 4}).json()
    assert more == {"seat": "a", "round": 4, "step": 4, "seconds": 43_200}
    assert own.put(f"{here}/standing-orders/", {"orders": ["A1-A2"]}, "json").json() == {"orders": ["A1-A2"]}
    assert own.get(f"{here}/standing-orders/").json() == {"orders": ["A1-A2"]}
    assert other.get(f"{here}/standing-orders/").json() == {"orders": []}
    seat = {"tournament": battle.code, "title": "The Test Cup", "seat": "b", "emperor": "Bbb"}
    assert other.get("/api/v1/seats/").json() == [seat]
    assert other.post(f"{here}/lead/", {"seat": "b"}).status_code == 201
    table = APIClient().get(f"{here}/table/").json()
    assert table["led"] == {"b": helper.code} and table["asleep"] == ["b"] and table["voices"] == ["a"]
    assert "A1-A2" not in str(table)
    assert APIClient().get(f"{here}/state/").json()["table"]["led"] == {"b": helper.code}
    legal = other.get(f"{here}/state/").json()["you"]["legal"]
    origin, goals = next(iter(legal.items()))
    text = f"{origin}-{goals[0]}"
    assert other.put(f"{here}/order/", {"round": 4, "order": text}, "json").json()["seat"] == "b"
    assert other.get(f"{here}/order/").json()["order"] == text
    assert own.get(f"{here}/order/").status_code == 404
    assert other.delete(f"{here}/lead/").status_code == 204
    assert own.post(f"{here}/votes/", {"round": 4, "what": "pause"}).json() == {"decided": True}
    assert own.post(f"{here}/votes/", {"round": 4, "what": "pause"}).json()["code"] == "paused"
    assert own.delete(f"{here}/votes/?round=4&what=resume").status_code == 204
    assert api(of("Bbb")).post(f"{here}/computer/").status_code == 204
    detail = APIClient().get(f"{here}/").json()["announcement"]
    assert detail["absence"]["leave"] is True and any("Vacations count" in words for words in detail["time_words"])


def test_leave_by_page_and_by_api(django_assert_max_num_queries: Any) -> None:
    dynasty = save_leave(factories.found("Ming"), 5)
    client, program = client_of(dynasty), api(dynasty)
    with django_assert_max_num_queries(BUDGET):
        page = client.get("/court/leave/").content.decode()
    assert "You have 5 days" in page and "Every 10 rounds" in page and "lasts 14 days at most" in page
    client.post("/court/leave/", {"action": "take", "days": 2})
    assert Leave.objects.count() == 1
    assert b"already" in client.post("/court/leave/", {"action": "take", "days": 1}, follow=True).content
    assert client.post("/court/leave/", {"action": "take", "days": 99}).status_code == 200
    client.post("/court/leave/", {"action": "choose", "automatic": "on"})
    assert LeaveBook.objects.get().automatic
    since = (clock.now() + timedelta(days=9)).isoformat()
    coming = program.post("/api/v1/leave/", {"days": 1, "since": since}).json()
    assert program.get("/api/v1/leave/").json()["days"] == 2
    client.post("/court/leave/", {"action": "call_off", "leave": coming["id"]})
    assert LeaveBook.objects.get().rounds == 30
    assert program.delete(f"/api/v1/leave/{coming['id']}/").json()["code"] == "no_such_leave"
    assert program.patch("/api/v1/leave/", {"automatic": False}).status_code == 204
    assert not LeaveBook.objects.get().automatic
    assert program.post("/api/v1/leave/", {"days": 4}).json()["code"] == "too_little_leave"
    assert Client().get("/court/leave/").status_code == 302


def test_seats_wanted_are_public(battle: Tournament, django_assert_max_num_queries: Any) -> None:
    helper = factories.found("Helper")
    client = client_of(helper)
    with django_assert_max_num_queries(BUDGET):
        page = client.get("/seats/").content.decode()
    assert "Lead Bbb" in page
    assert "Log in to lead a seat" in Client().get("/seats/").content.decode()
    stand_ins.volunteer(tournament_id=battle.pk, dynasty=helper, seat="b")
    page = client_of(helper).get("/seats/").content.decode()
    assert "No substitutes needed" in page and "You lead" in page


def test_abdication_asks_once_more_and_there_is_none_from_death(battle: Tournament) -> None:
    here = f"/tournament/{battle.code}/abdicate"
    assert "Resign this battle?" in client_of(of("Aaa")).post(here).content.decode()
    assert post(of("Aaa"), here, sure="yes").json()["receipt"]["order"] == "abdicate"
    with at(current(battle).deadline + timedelta(seconds=1)):
        assert rounds.close_round(tournament_id=battle.pk, round_no=4)
    assert factories.again(battle).outcome["winners"] == ["b"]
