"""The OpenAPI document, taken at its word: whatever it allows is sent, in every role, and so is what it forbids.

No answer breaks; each has a status and a type of content that the document names, and looks as the document says.
The run takes a few cases of each operation, one on PostgreSQL, and sends each in a part of the roles, those of the next
operation in the next part. Many cases, in every role, on both databases (`make api-document`):

    SWEEPS=all EMPERORS_CASES=100 python3 manage.py test tests/security/test_schema.py
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from django.conf import settings as site
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.http import QueryDict
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client, override_settings
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.environment import generate_push_key
from config.schema import list_methods
from dynasty.api.problem_details import CONTENT_TYPE
from dynasty.domain.tokens import SCOPES
from dynasty.services import api_tokens
from tests import sweeps
from tests.security.outcomes import undone
from tests.security.tries import (
    FORM_TYPE,
    FORMS,
    METHODS,
    QUERIES,
    Endpoint,
    argument_of,
    body,
    list_endpoints,
    resolve_name,
)
from tests.security.world import World
from tournaments.access import viewers

CASES = int(os.environ.get("EMPERORS_CASES", "2" if site.EMBEDDED else "1"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SESSIONS = {"player": "stranger", "organiser": "owner", "staff": "staff"}
"""Roles with a browser, by the client of the world that has it."""
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
ENDPOINTS = [endpoint for endpoint in list_endpoints() if endpoint.api and "stream" not in endpoint.name]
"""Streams do not end by themselves."""
PART_OF_ROLES = 4
"""One of so many roles sends what is made up."""
REFUSED = {
    *(
        "api_order GET",
        "api_casual_battle POST",
        "api_casual_rematch POST",
        "api_course GET",
        "api_review GET",
        "api_review POST",
    ),
    *("api_puzzle GET", "api_puzzle POST"),
    "api_app_token POST",
}
"""What nobody succeeds with in this world: no order is given there, its casual battle goes on with all seats, and no
battle on a board is over, so that there are neither reviews nor puzzles. The refresh token
that is shown to `api_app_token` is none."""
pytestmark = [pytest.mark.races, pytest.mark.timeout(1800 + 60 * CASES)]


@dataclass(frozen=True)
class Shown:
    """What a role shows with each call."""

    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)


Roles = dict[str, Shown]


@contextmanager
def connection_kept() -> Iterator[None]:
    """Leave our connection open after each request: our transaction is in it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module", autouse=True)
def push_is_on() -> Iterator[None]:
    """Turn push on in the scaled mode too, where the host gives its keys."""
    with override_settings(VAPID_PRIVATE_KEY=generate_push_key()):
        yield


@pytest.fixture(scope="module")
def operations(world: World) -> Any:
    """Return the operations of the site's document, by address and method."""
    with connection_kept():
        document = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    document.config.generation.update(with_security_parameters=False)  # what is shown is the role's
    found = [each.ok() for each in document.get_all_operations()]
    return {(each.full_path, each.method.upper()): each for each in found}


@pytest.fixture
def schema(operations: Any) -> Iterator[Any]:
    """Return the document to send requests by. Django's test client would undo what keeps the connection open."""
    with connection_kept():
        yield operations


@pytest.fixture(scope="module")
def roles(world: World) -> Roles:
    """Return what each role shows with each call, by its name; a program has a token of one scope."""
    found = {"anonymous": Shown()} | {role: browser(world.clients[name]) for role, name in SESSIONS.items()}
    for scope in SCOPES:
        _token, secret = api_tokens.create(user=world.users["owner"], name=scope, scopes=[scope], days=30)
        found[scope] = Shown({"Authorization": f"Bearer {secret}"})
    key = world.clients["owner"].cookies[viewers.COOKIE_NAME].value.rsplit(":", 2)[0]
    return found | {"guest": Shown({viewers.HEADER: key})}


def browser(client: Client) -> Shown:
    """Return the cookies of a browser, and the token without which a session may not write."""
    token = _get_new_csrf_string()
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    return Shown({"X-CSRFToken": token}, cookies | {site.CSRF_COOKIE_NAME: token})


@pytest.mark.django_db  # makes the database, for the whole file
def test_there_are_endpoints_to_try() -> None:
    assert len(ENDPOINTS) > 50


def test_every_operation_documents_its_refusals() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    for method, each in list_methods(document):
        found = set(each["responses"])
        assert {"400", "401", "403", "406", "429", "503"} <= found, each["operationId"]
        assert {"404", "409", "415", "422"} <= found or method == "get", each["operationId"]
        assert "404" in found or all(part["in"] == "header" for part in each.get("parameters", [])), each["operationId"]
        error = [each["responses"][status] for status in found if status >= "400"]
        assert all(list(response) == ["$ref"] for response in error), each["operationId"]


@pytest.mark.parametrize(
    ("status", "headers", "sent"),
    [
        (406, {"Accept": "text/html"}, b"{}"),
        (415, {"Content-Type": "text/plain"}, b"{}"),
        (400, {"Content-Type": "application/json"}, b"{"),
        (413, {"Content-Type": "application/json"}, b'"' + b"x" * 70_000 + b'"'),
        (401, {"Authorization": "Bearer eod_broken"}, b"{}"),
    ],
)
def test_refusals_that_no_case_meets_are_documented(
    world: World, schema: Any, status: int, headers: dict[str, str], sent: bytes
) -> None:
    operation = schema["/api/v1/court/dynasty/", "PUT"]
    with undone():
        kind = headers.get("Content-Type", "application/json")
        more = {f"HTTP_{name.upper()}": value for name, value in headers.items() if name != "Content-Type"}
        answer = world.clients["wanderer"].generic("PUT", operation.full_path, sent, content_type=kind, **more)
    assert (answer.status_code, answer["Content-Type"]) == (status, CONTENT_TYPE)
    assert str(status) in operation.definition.raw["responses"]


@pytest.mark.sweep
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_what_the_document_says_holds(world: World, schema: Any, roles: Roles, endpoint: Endpoint) -> None:
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", endpoint.route)
    for method in METHODS:
        if (path, method) in schema:
            try_out(world, endpoint, method, schema[path, method], roles)


def try_out(world: World, endpoint: Endpoint, method: str, operation: Any, roles: Roles) -> None:
    """Send what succeeds, as everybody, and a few cases that are made up, with the codes of existing things."""
    real = {name: resolve_name(argument_of(endpoint, method, name), world) for name in endpoint.arguments}
    cases = st.one_of(*(operation.as_strategy(mode, path_parameters=real or None) for mode in possible(operation)))
    answered = send_in_roles(succeeding(world, endpoint, method, operation, real), roles)
    sampled = dict(sweeps.sample(list(roles.items()), PART_OF_ROLES, ENDPOINTS.index(endpoint)))
    assert (min(answered.values()) < 300) is (f"{endpoint.name} {method}" not in REFUSED), answered

    @settings(max_examples=CASES, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=cases)
    def each(case: Any) -> None:
        send_in_roles(case, sampled)

    each()


def succeeding(world: World, endpoint: Endpoint, method: str, operation: Any, real: dict[str, Any]) -> Any:
    """Return the case with which the owner succeeds."""
    query = QueryDict(QUERIES.get(f"{endpoint.name} {method}", "")).dict()
    kind = FORM_TYPE if endpoint.name in FORMS else "application/json"
    sent = {"body": body(endpoint, method, world), "media_type": kind} if operation.body else {}
    return operation.Case(method=method, path_parameters=real, query=query, **sent)


def send_in_roles(case: Any, roles: Roles) -> dict[str, int]:
    """Send a case in each role, each time to the same world, and check each answer. Return the statuses by role."""
    found = {}
    for role, shown in roles.items():
        with undone():
            headers = shown.headers | {"Accept-Encoding": "identity"}
            answer = case.call_and_validate(headers=headers, cookies=shown.cookies, checks=CHECKS)
        found[role] = answer.status_code
    return found


def possible(operation: Any) -> list[Any]:
    """Return what can be sent that is right, and what is wrong: where nothing is sent, nothing can be."""
    sends = operation.body or len(list(operation.query)) > 0
    return list(MODES) if sends else [GenerationMode.POSITIVE]
