"""The API of organisers: the same rules by the same codes, closed to strangers."""

from datetime import timedelta
from typing import Any

import pytest

from core import clock
from tests import factories
from tests.factories import again, born, enter, found, proven
from tests.tournaments.api.test_api import at, client
from tests.tournaments.series.test_series import draw, fight, join_all, season
from tournaments.models import Invitation, Recurrence, Series, SeriesEntry, Tournament, Waiting
from tournaments.services import recurrences

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/"


def test_invitations_links_and_the_log(django_assert_max_num_queries: Any) -> None:
    ming, qing = found("Ming"), found("Qing")
    cup = factories.announce("gift", ming, terms={"link": True})
    assert client(ming).post(at(cup, "invitations/"), {"dynasty": "qing"}).json() == {"dynasty": qing.code}
    assert client(ming).post(at(cup, "invitations/"), {"dynasty": "nobody"}).json()["code"] == "no_such_dynasty"
    assert client(qing).post(at(cup, "invitations/"), {"dynasty": "Ming"}).status_code == 403
    assert client().post(at(cup, "invitations/"), {"dynasty": "Ming"}).status_code in (401, 403)
    token = client(ming).post(at(cup, "link/")).json()["token"]
    yuan = found("Yuan")
    assert client(yuan).put(at(cup, "link/"), {"token": "x" * 32}).status_code == 404
    assert client(yuan).put(at(cup, "link/"), {"token": token}).status_code == 204
    assert client(yuan).post(at(cup, "link/")).json()["code"] == "not_yours"
    assert Invitation.objects.count() == 2
    with django_assert_max_num_queries(15):
        acts = client().get(at(cup, "acts/")).json()
    assert [each["act"] for each in acts] == ["linked", "invited", "announced"]
    assert token not in str(acts)


def test_the_line() -> None:
    cup = factories.announce("gift", terms={"punctual": True})
    for name, seat in (("Ming", "a"), ("Qing", "b")):
        enter(cup, born(found(name), name), seat)
    late = born(found("Yuan"), "Kublai")
    assert client(late.dynasty).post(at(cup, "line/"), {"emperor": late.code}).status_code == 204
    assert client(late.dynasty).post(at(cup, "line/"), {"emperor": late.code}).json()["code"] == "waits_already"
    assert Waiting.objects.get().emperor == late
    assert client(late.dynasty).delete(at(cup, "line/")).status_code == 204 and not Waiting.objects.exists()


def test_what_recurs_is_read_and_changed_by_programs() -> None:
    ming, qing = proven(found("Ming")), found("Qing")
    row = recurrences.begin(
        tournament=factories.announce("training", ming, game="emperors", field="duel-2"),
        by=ming,
        every="daily",
        zone="UTC",
        times=3,
    )
    address = f"{ROOT}recurring/{row.code}/setup/"
    stands = client(ming).get(address).json()
    assert (stands["left"], stands["setup"]["field"], stands["setup"]["type"]) == (2, "duel-2", "training")
    names = (
        "title",
        "type",
        "game",
        "field",
        "rules",
        "terms",
        "seats",
        "least_seats",
        "round_seconds",
        "timetable",
        "absence",
    )
    same = {name: stands["setup"][name] for name in names} | {
        "every": stands["every"],
        "zone": stands["zone"],
        "left": stands["left"],
        "starts_at": stands["starts_at"],
    }
    sent = client(ming).put(address, same, format="json")
    assert sent.status_code == 200, sent.json()
    assert sent.json() == stands | {
        "next_at": stands["next_at"].split(".")[0].rstrip("Z") + "Z",
        "starts_at": stands["starts_at"].split(".")[0].rstrip("Z") + "Z",
    }
    data = same | {"type": "gift", "terms": {"prize": {"gold": 10}}, "left": 9}
    changed = client(ming).put(address, data, format="json").json()
    assert (changed["setup"]["type"], changed["setup"]["terms"]["prize"], changed["left"]) == ("gift", {"gold": 10}, 9)
    errors = {
        "not_enough": {"terms": {"prize": {"gold": 10**6}}},
        "gift_needs_prize": {"terms": {}},
        "bad_least": {"timetable": {"least": 5}},
        "unknown_zone": {"zone": "Nowhere"},
        "recurs_already": {"starts_at": Tournament.objects.get().starts_at.isoformat()},
    }
    for code, part in errors.items():
        assert client(ming).put(address, data | part, format="json").json()["code"] == code
    unknown = client(ming).put(address, data | {"opens_at": same["starts_at"]}, format="json")
    none_left = client(ming).put(address, data | {"left": 0}, format="json")
    assert unknown.status_code == 400 and none_left.status_code == 400
    assert client(ming).get(address).json() == changed, "what is refused changes nothing"
    assert client(qing).get(address).status_code == 404 and client(qing).put(address, data).status_code == 404


def test_what_recurs() -> None:
    ming, qing = found("Ming"), found("Qing")
    cup = factories.announce("training", ming)
    data = {"tournament": cup.code, "every": "daily", "zone": "Europe/Madrid", "times": 3}
    assert client(qing).post(f"{ROOT}recurring/", data).json()["code"] == "not_yours"
    assert client(ming).post(f"{ROOT}recurring/", data | {"zone": "Nowhere"}).json()["code"] == "unknown_zone"
    code = client(ming).post(f"{ROOT}recurring/", data).json()["code"]
    assert client(ming).get(f"{ROOT}recurring/").json()[0]["left"] == 2
    assert client(qing).delete(f"{ROOT}recurring/{code}/").status_code == 404
    assert client(ming).post(f"{ROOT}recurring/{code}/").json()["left"] == 1
    assert client(ming).delete(f"{ROOT}recurring/{code}/").status_code == 204
    assert Recurrence.objects.get().stopped_at and client(ming).get(f"{ROOT}recurring/").json() == []


def test_a_series(django_assert_max_num_queries: Any) -> None:
    host, ming = proven(found("Host")), found("Ming")
    data = {"title": "The Season", "format": "ladder", "type": "conquer", "game": "scripted", "field": "stage",
            "table_seats": 2, "round_seconds": 60, "rounds": 2, "points": [2, 1],
            "starts_at": (clock.now() + timedelta(hours=1)).isoformat()}  # fmt: skip
    response = client(host).post(f"{ROOT}series/", data | {"champion": True, "status": "over"}).json()
    assert response["code"] == "invalid" and set(response["errors"]) == {"champion", "status"}
    assert client(ming).post(f"{ROOT}series/", data).json()["code"] == "never_fought"
    assert client(host).post(f"{ROOT}series/", data | {"points": [1, 2]}).json()["code"] == "bad_series"
    code = client(host).post(f"{ROOT}series/", data).json()["code"]
    made = Series.objects.get(code=code)
    assert (made.status, made.organiser) == ("announced", host)
    ada, bea = born(ming, "Ada"), born(ming, "Bea")
    richer = {"emperor": ada.code, "points": 50}
    assert client(ming).put(f"{ROOT}series/{code}/entry/", richer).json()["code"] == "invalid"
    assert not SeriesEntry.objects.exists()
    for emperor in (ada, bea):
        answer = client(ming).put(f"{ROOT}series/{code}/entry/", {"emperor": emperor.code})
        assert answer.status_code == 200 and answer.json()["points"] == 0
    assert SeriesEntry.objects.get().emperor == bea
    assert client(ming).delete(f"{ROOT}series/{code}/").json()["code"] == "not_yours"
    assert client(ming).delete(f"{ROOT}series/{code}/entry/").status_code == 204
    assert client(host).delete(f"{ROOT}series/{code}/").status_code == 204 and again(made).status == "cancelled"
    assert client().get(f"{ROOT}series/nothing/").status_code == 404
    other = season_of_two()
    with django_assert_max_num_queries(15):
        detail = client().get(f"{ROOT}series/{other.code}/").json()
    assert [each["points"] for each in detail["entries"]] == [3, 1] and detail["tables"][0]["places"]
    with django_assert_max_num_queries(15):
        assert len(client().get(f"{ROOT}series/").json()) == 2


def season_of_two() -> Series:
    Series.objects.all().update(title="Old")
    factories.Dynasty.objects.filter(name="Host").update(name="Old Host", folded_name="oldhost")
    factories.User.objects.filter(email="host@example.org").update(email="old@example.org")
    made = season()
    join_all(made, "Song", "Tang")
    fight(draw(made), "Song")
    draw(made)
    return made
