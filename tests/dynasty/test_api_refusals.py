"""What programs are told that is wrong: unknown keys, addresses and dynasties, each with a stable code."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from dynasty.models import User
from tests.tournaments import stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> APIClient:
    client = APIClient()
    client.force_login(stage.found("Ming").user)
    return client


@pytest.mark.parametrize(("method", "path"), [
    ("post", "/api/v1/court/emperors/"), ("post", "/api/v1/market/offers/"), ("put", "/api/v1/court/preferences/"),
    ("post", "/api/v1/tournaments/"), ("post", "/api/v1/boards/"), ("post", "/api/v1/casual/"),
])  # fmt: skip
def test_an_unknown_key_is_named(client: APIClient, method: str, path: str) -> None:
    answer = getattr(client, method)(path, {"nonsense": 1, "more": 2}, format="json")
    assert answer.status_code == 400 and {"nonsense", "more"} <= set(answer.json()["errors"])


NOWHERE = ["/api/nothing", "/api/v1/nothing/", "/api/v2/", "/api/v1/dynasties/nosuch/x/", "/api/x%00"]


@pytest.mark.parametrize("path", NOWHERE)
def test_an_unknown_address_is_a_problem(client: APIClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404 and answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"


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
    assert client.get("/api/v1/dynasties/", {"cursor": "cD14"}).status_code == 404
    assert client.post("/api/v1/market/keys/", {"name": "iron", "count": "٣"}, format="json").status_code == 400
