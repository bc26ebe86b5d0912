"""While the database is away: the API answers 503 problems and when to try again, pages a page, nothing an HTML 500."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from django.test import Client

from core.transactions import is_unavailable
from tests.security.tries import METHODS, Endpoint, address, body, list_endpoints
from tests.security.world import World
from tournaments.views import rules

pytestmark = pytest.mark.django_db
ENDPOINTS = [endpoint for endpoint in list_endpoints() if endpoint.api and "stream" not in endpoint.name]
PAGES = ["/", "/play/", "/ranking/", "/casual/", "/account/login/", "/treasury/"]


@contextmanager
def away() -> Iterator[None]:
    """Refuse every statement, as while PostgreSQL is down or the file is locked."""

    def refuse_query(execute: Callable[..., Any], *given: Any) -> Any:
        raise OperationalError("database is locked")

    with connection.execute_wrapper(refuse_query):
        yield


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_the_api_says_so_at_every_address(world: World, endpoint: Endpoint) -> None:
    client = world.clients["owner"]
    asked = {method: (address(endpoint, method, world), body(endpoint, method, world)) for method in METHODS}
    client.raise_request_exception = False
    try:
        with away():
            for method, (path, sent) in asked.items():
                more = {} if method == "GET" else {"data": sent, "content_type": "application/json"}
                answer = getattr(client, method.lower())(path, **more)
                assert answer.status_code < 500 or is_problem(answer), (method, answer.status_code)
    finally:
        client.raise_request_exception = True


def is_problem(answer: Any) -> bool:
    data = answer.json()
    return bool(
        answer.status_code == data["status"] == 503
        and answer["Content-Type"] == "application/problem+json"
        and int(answer["Retry-After"]) > 0
        and data["code"] == "busy"
    )


@pytest.mark.parametrize("path", PAGES)
def test_pages_say_so_too(path: str) -> None:
    with away():
        answer = Client(raise_request_exception=False).get(path, headers={"Accept": "text/html"})
    if answer.status_code != 200:  # some need no database
        assert (answer.status_code, answer["Retry-After"]) == (503, "2") and "no-store" in answer["Cache-Control"]
        assert b"The gate is closed for a moment" in answer.content


def test_the_home_page_needs_the_database() -> None:
    with away():
        assert Client(raise_request_exception=False).get("/").status_code == 503


def test_a_fault_of_ours_is_a_500_in_the_form_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: Any, **_named: Any) -> Any:
        raise RuntimeError("ours")

    monkeypatch.setattr(rules, "render", broken)
    client = Client(raise_request_exception=False)
    page = client.get("/rules/", headers={"Accept": "text/html"})
    assert page.status_code == 500 and b"<h1>" in page.content and "Retry-After" not in page
    text = client.get("/rules/", headers={"Accept": "application/json"})
    assert (text.status_code, text.json()["code"]) == (500, "error")
    assert text["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(("error", "expected"), [
    (OperationalError("database is locked"), True), (OperationalError("unable to open database file"), True),
    (OperationalError("no such table: x"), False), (ProgrammingError("syntax"), False), (ValueError(), False),
])  # fmt: skip
def test_what_is_away_and_what_is_wrong(error: Exception, expected: bool) -> None:
    if connection.vendor == "sqlite":
        assert is_unavailable(error) is expected


@pytest.mark.parametrize("state", ["57P01", "55P03", "57014", "53300", "40P01"])
def test_states_of_sql_that_pass(state: str) -> None:
    class Cause(Exception):
        sqlstate = state

    error = InterfaceError("from PostgreSQL") if state == "57P01" else OperationalError("from PostgreSQL")
    error.__cause__ = Cause()
    assert is_unavailable(error)
