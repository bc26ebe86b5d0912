"""What programs are told that is wrong: unknown keys, addresses and dynasties, each with a stable code."""

from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from config.schema import list_methods
from dynasty.models import User
from tests import factories
from tests.tournaments.api.test_scopes import program

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> APIClient:
    client = APIClient()
    client.force_login(factories.found("Ming").user)
    return client


@pytest.mark.parametrize(("method", "path"), [
    ("post", "/api/v1/court/emperors/"), ("post", "/api/v1/market/offers/"), ("put", "/api/v1/court/preferences/"),
    ("post", "/api/v1/tournaments/"), ("post", "/api/v1/boards/"), ("post", "/api/v1/casual/"),
])  # fmt: skip
def test_an_unknown_key_is_named(client: APIClient, method: str, path: str) -> None:
    answer = getattr(client, method)(path, {"nonsense": 1, "more": 2}, format="json")
    assert answer.status_code == 400 and {"nonsense", "more"} <= set(answer.json()["errors"])


@pytest.mark.parametrize(("method", "path", "body", "named"), [
    ("post", "tournaments/", {"rules": {"foo": 1}, "timetable": {"bar": 1}}, {"rules.foo", "timetable.bar"}),
    ("post", "tournaments/", {"terms": {"foo": 1, "prize": {"fame": 1}}}, {"terms.foo", "terms.prize.fame"}),
    ("post", "tournaments/", {"terms": {"fee": {"x": 1}, "points": {"x": 1}, "chests": {"x": 1}, "fates": {"x": 1}}},
     {"terms.fee.x", "terms.points.x", "terms.chests.x", "terms.fates.x"}),
    ("post", "tournaments/", {"absence": {"naps": True}, "nonsense": 1}, {"absence.naps", "nonsense"}),
    ("post", "tournaments/", {"game": "campaign.skirmish", "rules": {"conflict": "bounce"}}, {"rules.conflict"}),
    ("post", "tournaments/", {"rules": {"start_units": 2}}, {"rules.start_units"}),
    ("post", "series/", {"rules": {"foo": 1}, "terms": {"bar": {"baz": 1}}}, {"rules.foo", "terms.bar"}),
    ("put", "court/dynasty/", {"emblem": {"beast": "lion"}}, {"emblem.beast"}),
    ("post", "market/offers/", {"gives": {"fame": 1}, "asks": {"gold": 1, "key:nowhere": 1}},
     {"gives.fame", "asks.key:nowhere"}),
    ("put", "notices/settings/", {"channels": {"weather": []}}, {"channels.weather"}),
])  # fmt: skip
def test_an_unknown_key_of_a_part_is_named_by_its_path(
    client: APIClient, method: str, path: str, body: dict[str, Any], named: set[str]
) -> None:
    answer = getattr(client, method)(f"/api/v1/{path}", body, format="json")
    assert (answer.status_code, answer.json()["code"], set(answer.json()["errors"])) == (400, "invalid", named)


def test_a_known_key_of_a_part_is_no_unknown_one(client: APIClient) -> None:
    rules = {"emperors": {"conflict": "bounce"}, "campaign.skirmish": {"start_units": 2}, "chess": {"gravity": 0}}
    for game, known in rules.items():
        body = {"game": game, "rules": known, "terms": {"chests": None, "prize": {"gold": 1}}, "timetable": {"zone": 1}}
        answer = client.post("/api/v1/tournaments/", body, format="json")
        assert answer.status_code == 400 and set(answer.json()["errors"]) == {
            "title", "type", "field", "seats", "round_seconds", "starts_at"}  # fmt: skip


def test_the_document_says_of_every_object_in_a_body_that_it_has_no_other_keys() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    found = [(each["operationId"], *found) for _method, each in list_methods(document)
             for content in each.get("requestBody", {}).get("content", {}).values()
             for found in objects(content["schema"], document["components"]["schemas"])]  # fmt: skip
    assert {("announce", "rules"), ("announce", "terms.chests"), ("found_dynasty", "emblem"),
            ("make_offer", "gives"), ("choose_notices", "channels")} <= {found[:2] for found in found}  # fmt: skip
    assert not [found for found in found if found[2].get("additionalProperties") is not False]


def objects(part: Any, known: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object that a schema describes, with the path to it."""
    part = known[part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part
    if part.get("type") == "object":
        yield path, part
    for name, each in part.get("properties", {}).items():
        yield from objects(each, known, f"{path}.{name}".lstrip("."))
    for each in [*part.get("allOf", []), *part.get("oneOf", []), *([part["items"]] if "items" in part else [])]:
        yield from objects(each, known, path)


NOWHERE = ["/api/nothing", "/api/v1/nothing/", "/api/v2/", "/api/v1/dynasties/nosuch/x/", "/api/x%00"]


@pytest.mark.parametrize("path", NOWHERE)
def test_an_unknown_address_is_a_problem(client: APIClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404 and answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"


def test_what_is_no_key_to_a_seat_is_told_so() -> None:
    answer = APIClient().get("/api/v1/tournaments/nowhere/order/", headers={"Casual-Key": "wrong"})
    assert (answer.status_code, answer.json()["code"]) == (401, "casual_key_unknown")


def test_who_has_no_dynasty_is_told_so() -> None:
    client = APIClient()
    client.force_login(User.objects.create_user("wanderer@example.org", "a long password"))
    tried: list[Any] = [client.get("/api/v1/court/"), client.get("/api/v1/court/tournaments/"),
                        client.post("/api/v1/market/offers/", {"gives": {}, "asks": {}}, format="json")]  # fmt: skip
    assert [(each.status_code, each.json()["code"]) for each in tried] == [(403, "no_dynasty")] * 3


def test_a_number_is_written_in_ascii_digits(client: APIClient) -> None:
    answer = client.get("/api/v1/ranking/", {"page": "٣"})
    assert answer.status_code == 400 and set(answer.json()["errors"]) == {"page"}
    assert client.get("/api/v1/dynasties/").status_code == 200
    assert client.get("/api/v1/dynasties/", {"cursor": "cD14"}).status_code == 400
    assert client.post("/api/v1/market/keys/", {"name": "iron", "count": "٣"}, format="json").status_code == 400
    for path, body, name in (("market/offers/", {"gives": {"gold": "٣"}, "asks": {}}, "gives"),
                             ("series/", {"points": [3, "٢"]}, "points")):  # fmt: skip
        assert name in client.post(f"/api/v1/{path}", body, format="json").json()["errors"]


@pytest.mark.parametrize(
    ("sent", "status", "code", "advice"),
    [
        ({"path": "/api/v1/court/"}, 401, "not_authenticated", "Authorization: Bearer"),
        ({"path": "/api/v1/court/", "HTTP_ACCEPT": "text/html"}, 406, "not_acceptable", "application/json"),
        ({"path": "/api/v1/dynasties/nobody/"}, 404, "not_found", "may not see it"),
        ({"path": "/api/v1/games/", "REQUEST_METHOD": "PUT"}, 405, "method_not_allowed", "header Allow"),
    ],
)
def test_a_refusal_says_what_to_do(sent: dict[str, Any], status: int, code: str, advice: str) -> None:
    answer = APIClient().get(**sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code) and advice in answer.json()["title"]


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code", "advice"),
    [
        ("{bad", "application/json", 400, "parse_error", "valid JSON"),
        ("name=Ada", "application/x-www-form-urlencoded", 415, "unsupported_media_type", "application/json"),
    ],
)
def test_a_body_that_cannot_be_read_is_answered_with_what_to_send(
    client: APIClient, body: str, content_type: str, status: int, code: str, advice: str
) -> None:
    answer = client.post("/api/v1/court/emperors/", body, content_type=content_type)
    assert (answer.status_code, answer.json()["code"]) == (status, code) and advice in answer.json()["title"]


def test_a_missing_scope_is_named_for_programs_too() -> None:
    answer = program(factories.found("Inca").user, "read").post("/api/v1/court/emperors/", {}, "json")
    assert (answer.status_code, answer.json()["code"], answer.json()["details"]) == (
        403,
        "scope_missing",
        {"scope": "play"},
    )
    assert "Make one that has it" in answer.json()["title"]
