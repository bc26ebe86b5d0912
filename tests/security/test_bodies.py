"""Bodies that are too large, too deep or no sense at all are refused, and quickly enough; so are hostile boards.

The run takes a sample. Ten thousand boards:

    EMPERORS_BOARDS=10000 python3 manage.py test tests/security/test_bodies.py
"""

import io
import json
import logging
import os
import random
from typing import Any

import pytest
from django.test import Client

from config import logs
from core.limits import BODY_BYTES
from dynasty.api.problem_details import CONTENT_TYPE
from tests import factories
from tests.security.world import open_client

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600)]
BOARDS = int(os.environ.get("EMPERORS_BOARDS", "40"))
HOSTILE = [
    "", "\x00", "a" * 60_000, "\n" * 20_000, "A" * 65 + "\n", ("." * 200 + "\n") * 200, "٣ ٤ ٥", "a1 b2 c3 " * 5_000,
    "{" * 2_000, "[" * 2_000 + "]" * 2_000, "a E\n" * 3_000, "\u202ea E b E", "1e999", "-0", "NaN", "💥" * 2_000,
    "\ud7ff" * 99,
]  # fmt: skip
LETTERS = "aAbBcCeEpPxX.,;:|#-+*_ \t\n0123456789\u0660\u202e\u00e9\U0001f4a5\\/\"'<>{}[]()"


@pytest.fixture
def client() -> Client:
    return open_client(factories.proven(factories.found("Owner")).user)


@pytest.mark.parametrize("path", ["/api/v1/tournaments/", "/api/v1/market/offers/", "/api/v1/casual/"])
def test_a_large_body_is_refused(client: Client, path: str) -> None:
    large = json.dumps({"title": "x" * (BODY_BYTES + 1)})
    answer = client.post(path, large, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert f"{BODY_BYTES:,} bytes" in answer.json()["detail"]


def test_a_large_form_is_refused_on_a_page(client: Client) -> None:
    answer = client.post("/boards/check", {"drawing": "x" * (BODY_BYTES + 1)})
    assert answer.status_code == 413 and "too large" in answer.content.decode()


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_who_writes_to_an_address_without_its_slash_is_not_sent_on(client: Client, method: str) -> None:
    answer = getattr(client, method)("/api/v1/market/keys", "{}", content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (404, CONTENT_TYPE)
    assert answer.json()["detail"] == "Addresses of the API end with a slash."
    assert client.get("/api/v1/market/keys").status_code == 301


@pytest.mark.parametrize(
    "body", ["[" * 50_000, '{"a":' * 9_000, "nul", "\xff", '{"title": NaN}', '{"seats": 1e999}', "{}{}"]
)
def test_nonsense_breaks_nothing(client: Client, body: str) -> None:
    for path in ("/api/v1/tournaments/", "/api/v1/casual/", "/notices/push"):
        assert client.post(path, body.encode("latin-1"), content_type="application/json").status_code < 500


def boards() -> list[str]:
    """Yield boards that are hostile by hand, and at random, equal every time."""
    chance = random.Random(7)
    drawn = ["".join(chance.choices(LETTERS, k=chance.choice([3, 40, 400, 4_000]))) for _ in range(BOARDS)]
    return HOSTILE + drawn


def test_hostile_boards_break_nothing(client: Client) -> None:
    broken = []
    for number, drawing in enumerate(boards()):
        answers: list[Any] = [client.post("/boards/check", {"drawing": drawing})]
        if len(drawing) < 2_000:
            answers.append(client.get("/lab/", {"diagram": drawing}))
        broken += [(number, drawing[:60])] * any(answer.status_code >= 500 for answer in answers)
    assert broken == []


def test_what_cannot_be_read_is_one_line_of_the_log(client: Client) -> None:
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(logs.PathlessFormatter(**logs.build_formatter("json")))
    handler.addFilter(logs.RefusalFilter())
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        client.post("/api/v1/boards/", b"{}", content_type="multipart/form-data")
        client.post("/api/v1/boards/", json.dumps({"a": "x" * BODY_BYTES}), content_type="application/json")
    finally:
        root.removeHandler(handler)
    written = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert len(written) >= 2 and "Traceback" not in lines.getvalue()
    assert {line["level"] for line in written} == {"warning"}
