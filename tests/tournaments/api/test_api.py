"""The API of tournaments: thin, closed to strangers, and the same refusals with the same codes."""

from datetime import timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from core import clock
from dynasty.models import Dynasty, User
from tests import factories
from tests.factories import again, born, found, gold, order, play
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/tournaments/"


def client(dynasty: Dynasty | None = None) -> APIClient:
    """Return a client of that dynasty's user, or of nobody."""
    made = APIClient()
    if dynasty is not None:
        made.force_login(dynasty.user)
    return made


def at(tournament: Tournament, what: str = "") -> str:
    return f"{ROOT}{tournament.code}/{what}"


def test_a_whole_tournament() -> None:
    ming, qing, yuan = found("Ming"), found("Qing"), factories.proven(found("Yuan"))
    data = {
        "title": "A Cup of Programs",
        "type": "honour",
        "game": "scripted",
        "field": "stage",
        "seats": 2,
        "round_seconds": 60,
        "starts_at": (clock.now() + timedelta(hours=1)).isoformat(),
        "terms": {"stake": 5, "betting": True, "betting_window": 0},
    }
    made = client(yuan).post(ROOT, data, format="json")
    assert made.status_code == 201, made.json()
    tournament = Tournament.objects.get(code=made.json()["code"])
    assert tournament.organiser == yuan and made.json()["organiser"] == yuan.code
    assert [each["code"] for each in client().get(ROOT).json()] == [tournament.code]
    detail = client().get(at(tournament)).json()
    assert "Every Emperor stakes 5 reputation." in detail["announcement"]["terms_words"]
    for seat, dynasty in (("a", ming), ("b", qing)):
        emperor = born(dynasty, "Ada", 10)
        assert (
            client(dynasty).post(at(tournament, "entry/"), {"emperor": emperor.code, "seat": seat}).status_code == 201
        )
    bettor = born(yuan, "Kublai")
    bet = {"emperor": bettor.code, "seat": "a", "asset": "gold", "amount": 50}
    assert client(yuan).post(at(tournament, "bets/"), bet).json() == {
        "seat": "a",
        "asset": "gold",
        "amount": 50,
        "returned": None,
    }
    assert client(yuan).get(at(tournament, "bets/")).json()[0]["amount"] == 50
    assert client().get(at(tournament)).json()["pools"]["gold"]["total"] == 50
    factories.lifecycle.start(tournament_id=tournament.pk)
    receipt = client(ming).put(at(tournament, "order/"), {"round": 1, "order": "seize b"})
    assert receipt.status_code == 200 and receipt.json()["seat"] == "a"
    assert client(ming).get(at(tournament, "order/")).json() == receipt.json()
    assert client(qing).get(at(tournament, "order/")).status_code == 404
    state = client(ming).get(at(tournament, "state/"))
    assert state.json()["you"]["order"] == "seize b" and state["Cache-Control"] == "private, no-store"
    assert client().get(at(tournament, "state/")).json()["you"] is None
    assert client().get(at(tournament, "rounds/1/")).status_code == 404
    client(qing).put(at(tournament, "order/"), {"round": 1, "order": "-"})
    factories.rounds.sweep()
    assert client().get(at(tournament, "rounds/1/")).json()["orders"] == [["a", "seize b"], ["b", "-"]]
    record = client().get(at(tournament, "record/"))
    assert record["Content-Type"].startswith("text/plain") and "a seize b, b -" in record.content.decode()
    body = client().get(at(tournament, "events/")).json()
    assert [each["type"] for each in body[-2:]] == ["round_closed", "finished"]
    assert [each["number"] for each in body] == list(range(1, len(body) + 1))
    assert client().get(at(tournament, f"events/?since={len(body) - 1}")).json() == body[-1:]
    assert client(ming).get(at(tournament, "events/?stream=seat")).json()[0]["type"] == "order"
    assert client().get(at(tournament, "events/?stream=seat")).status_code == 404
    assert [each["code"] for each in client().get(ROOT + "?status=finished").json()] == [tournament.code]
    assert gold(yuan) == 1_000


@pytest.mark.parametrize(
    ("method", "what", "body"),
    [
        ("post", "entry/", {"emperor": "x", "seat": "a"}),
        ("delete", "entry/", {}),
        ("get", "order/", {}),
        ("put", "order/", {"round": 1, "order": "-"}),
        ("get", "bets/", {}),
        ("post", "bets/", {"seat": "a", "asset": "gold", "amount": 1}),
        ("delete", "", {}),
    ],
)
def test_who_is_not_logged_in_or_has_no_dynasty_may_not(method: str, what: str, body: dict[str, Any]) -> None:
    tournament = factories.announce()
    assert getattr(client(), method)(at(tournament, what), body).status_code == 401
    lonely = APIClient()
    lonely.force_login(User.objects.create_user("lonely@example.org", "a long password"))
    assert getattr(lonely, method)(at(tournament, what), body).status_code == 403
    assert getattr(client(), method)(f"{ROOT}nothing/{what}", body).status_code in (401, 404)
    assert not Entry.objects.exists()


def problem(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.json()
    assert answer["Content-Type"] == "application/problem+json" and answer.json()["title"]


def test_refusals_are_problems_with_codes() -> None:
    tournament, (first, second) = factories.begin("gift", 0, 0)
    ming = client(first.dynasty)
    problem(ming.put(at(tournament, "order/"), {"round": 2, "order": "-"}), 409, "wrong_round")
    problem(client(found("Yuan")).put(at(tournament, "order/"), {"round": 1, "order": "-"}), 403, "not_your_seat")
    problem(ming.post(at(tournament, "entry/"), {"emperor": second.code, "seat": "a"}), 404, "no_such_emperor")
    problem(ming.post(at(tournament, "entry/"), {"emperor": first.code, "seat": "a"}), 409, "not_announced")
    problem(ming.delete(at(tournament)), 409, "not_announced")
    problem(ming.put(at(tournament, "order/"), {"round": "x"}), 400, "invalid")
    with clock.freeze(clock.now() + timedelta(minutes=2)):
        problem(ming.put(at(tournament, "order/"), {"round": 1, "order": "-"}), 409, "late")
    for body in ({"terms": {"prize": {"gold": 1.5}}}, {"terms": {"stake": -1}}):
        data = {
            "title": "A Cup",
            "type": "gift",
            "game": "scripted",
            "field": "stage",
            "seats": 2,
            "round_seconds": 60,
            "starts_at": (clock.now() + timedelta(hours=1)).isoformat(),
        } | body
        problem(ming.post(ROOT, data, format="json"), 422, "bad_terms")


def test_calling_off_and_withdrawing() -> None:
    organiser, player = found("Yuan"), born(found("Ming"), "Yongle")
    tournament = factories.announce("conquer", organiser)
    factories.enter(tournament, player, "a")
    assert client(player.dynasty).delete(at(tournament)).status_code == 403
    assert client(player.dynasty).delete(at(tournament, "entry/")).status_code == 204
    assert client(organiser).delete(at(tournament)).status_code == 204
    assert again(tournament).status == "cancelled"


def test_more_fields_than_there_are_are_refused_by_name() -> None:
    """Refuse what a program cannot set, and name it."""
    dynasty = factories.proven(found("Yuan"))
    data = {
        "title": "A Cup",
        "type": "conquer",
        "game": "scripted",
        "field": "stage",
        "seats": 2,
        "round_seconds": 60,
        "starts_at": (clock.now() + timedelta(hours=1)).isoformat(),
    }
    more = {
        "status": "finished",
        "organiser": None,
        "seed": "mine",
        "code": "mine",
        "contract": "mine",
        "casual": True,
        "outcome": {"winners": ["a"]},
    }
    answer = client(dynasty).post(ROOT, data | more, format="json")
    problem(answer, 400, "invalid")
    assert set(answer.json()["errors"]) == set(more) and not Tournament.objects.exists()
    assert client(dynasty).post(ROOT, data, format="json").status_code == 201


def test_each_answer_asks_few_questions(django_assert_max_num_queries: Any) -> None:
    tournament, fighters = factories.begin("gift", *[0] * 8)
    play(tournament, {}, {})
    order(tournament, "a", "win")
    viewer = client(fighters[0].dynasty)
    for what in ("", "state/?since=0", "rounds/1/", "record/", "events/", "order/", "bets/"):
        with django_assert_max_num_queries(15):
            assert viewer.get(at(tournament, what)).status_code == 200
    with django_assert_max_num_queries(15):
        assert viewer.get(ROOT).status_code == 200
