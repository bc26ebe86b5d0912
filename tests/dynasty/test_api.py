import pytest
from django.contrib.auth.models import AnonymousUser
from rest_framework.test import APIClient

from core.error_status import STATUSES, get_status
from dynasty.selectors import dynasties
from dynasty.services import emperors, reputation

pytestmark = pytest.mark.django_db
ROOT = "/api/v1"


@pytest.fixture
def api() -> APIClient:
    return APIClient()


@pytest.fixture
def storied(found, born):
    dynasty = found("House Aurelia")
    livia = born(dynasty, "Livia", fought=True)
    born(dynasty, "Marcus")
    reputation.award(emperor=livia, points=15, cause="won", place="abcdefghjk", key="k")
    emperors.engage(emperor=livia, kind="attending", place="abcdefghjk")
    return dynasty


def test_reading_the_world(storied, api, django_assert_max_num_queries) -> None:
    livia = storied.emperors.get(name="Livia")
    urls = ["dynasties/", *(f"dynasties/{storied.code}/{part}" for part in ("", "emperors/", "log/", "reputation/"))]
    for url in [*urls, f"emperors/{livia.code}/", "ranking/", "championship/"]:
        with django_assert_max_num_queries(15):
            answer = api.get(f"{ROOT}/{url}")
        assert answer.status_code == 200, url


def test_what_a_dynasty_looks_like(storied, api) -> None:
    body = api.get(f"{ROOT}/dynasties/{storied.code}/").json()
    assert body["name"] == "House Aurelia" and body["reputation"] == 15 and body["emblem"]["charge"] == "dragon"
    assert set(body) == {"code", "name", "motto", "emblem", "house", "program", "founded_at", "reputation", "skill"}


def test_what_emperors_look_like(storied, api) -> None:
    livia, marcus = api.get(f"{ROOT}/dynasties/{storied.code}/emperors/").json()
    assert (livia["name"], livia["state"], livia["reputation"]) == ("Livia", "attending", 15)
    assert (marcus["name"], marcus["state"], marcus["reputation"]) == ("Marcus", "at_court", 0)
    assert livia["birthplace"]["code"] == storied.code


def test_the_log_is_public_unless_it_is_yours(storied, api) -> None:
    url = f"{ROOT}/dynasties/{storied.code}/log/"
    assert {line["kind"] for line in api.get(url).json()["lines"]} == {"founded", "born", "reputation"} | {
        "championship_won"
    }
    api.force_authenticate(storied.user)
    assert "wealth" in {line["kind"] for line in api.get(url).json()["lines"]}
    livia = storied.emperors.get(name="Livia")
    only = api.get(url, {"emperor": livia.code, "kind": "reputation"}).json()["lines"]
    assert [line["sentence"] for line in only] == ["Reputation of Livia: +15, now 15: won the battle."]


def test_the_court_is_its_owners(storied, api) -> None:
    assert api.get(f"{ROOT}/court/").status_code in (401, 403)
    api.force_authenticate(storied.user)
    body = api.get(f"{ROOT}/court/").json()
    assert body["dynasty"]["code"] == storied.code
    assert {"asset": "gold", "amount": 1000} in body["wealth"]


def test_the_reading_side_writes_nothing(storied, api) -> None:
    api.force_authenticate(storied.user)
    for method in (api.post, api.put, api.patch, api.delete):
        answer = method(f"{ROOT}/dynasties/{storied.code}/", {"name": "Mine", "house": True})
        assert answer.status_code == 405 and answer.json()["code"] == "method_not_allowed"


def test_problems_have_codes(storied, api) -> None:
    missing = api.get(f"{ROOT}/dynasties/nosuchcode/")
    assert missing.status_code == 404 and missing["Content-Type"].startswith("application/problem+json")
    assert missing.json()["code"] == "not_found"
    wrong = api.get(f"{ROOT}/dynasties/{storied.code}/log/", {"kind": "nonsense", "since": "never"})
    assert wrong.status_code == 400 and set(wrong.json()["errors"]) == {"kind", "since"}
    assert api.get(f"{ROOT}/dynasties/{storied.code}/log/", {"emperor": "nobody"}).status_code == 404


def test_refusals_have_a_status() -> None:
    from core.errors import DomainError
    from dynasty.api.problem_details import handle_error

    answer = handle_error(DomainError("not_enough", "Not enough %(asset)s.", asset="gold"), {})
    texts = (answer.status_code, answer.data["title"], answer.data["code"])
    assert texts == (409, "Not enough gold coins.", "not_enough")
    assert (get_status("bad_amount"), get_status("no_such_emperor"), get_status("not_yours")) == (422, 404, 403)
    assert set(STATUSES.values()) == {403, 404, 409, 422, 429, 503}


def test_nobody_has_no_dynasty() -> None:
    assert dynasties.find_dynasty_of(AnonymousUser()) is None
