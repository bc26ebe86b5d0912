"""The OpenAPI document, taken at its word: whatever it allows is sent, as three roles, and so is what it forbids.

No answer breaks, and each looks as the document says. The run takes a few cases of each operation. Many:

    EMPERORS_CASES=200 python3 manage.py test tests/security/test_schema.py
"""

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.security.knocking import undone
from tests.security.tries import METHODS, Door, argument_of, doors, known
from tests.security.world import World

CASES = int(os.environ.get("EMPERORS_CASES", "2"))
CHECKS = [not_a_server_error, response_schema_conformance]
ROLES = ("anonymous", "program", "staff")
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
DOORS = [door for door in doors() if door.api and "stream" not in door.name]
"""Streams do not end by themselves."""
pytestmark = pytest.mark.timeout(120 + 30 * CASES)


@pytest.fixture(scope="module")
def schema(world: World) -> Iterator[Any]:
    """The operations of the site's document. Requests leave our connection open: our transaction is in it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    document = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    yield {
        (each.full_path, each.method.upper()): each for each in (found.ok() for found in document.get_all_operations())
    }
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db  # makes the database, for the whole file
def test_there_are_doors_to_knock_at() -> None:
    assert len(DOORS) > 50


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_what_the_document_says_holds(world: World, schema: Any, door: Door) -> None:
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", door.route)
    for method in METHODS:
        for role in ROLES if (path, method) in schema else ():
            try_out(world, door, method, schema[path, method], role)


def try_out(world: World, door: Door, method: str, operation: Any, role: str) -> None:
    """A few cases of one operation by one role, with the codes of things that there are."""
    real = {name: known(argument_of(door, method, name), world) for name in door.arguments}
    headers = credentials(world, role)
    cases = st.one_of(*(operation.as_strategy(mode, path_parameters=real or None) for mode in possible(operation)))

    @settings(max_examples=CASES, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=cases)
    def each(case: Any) -> None:
        with undone():
            case.call_and_validate(headers=headers, checks=CHECKS)

    each()


def possible(operation: Any) -> list[Any]:
    """What can be sent that is right, and what can be sent that is wrong: where nothing is sent, nothing can be."""
    sends = operation.body or len(list(operation.query)) > 0
    return list(MODES) if sends else [GenerationMode.POSITIVE]


def credentials(world: World, role: str) -> dict[str, str]:
    """What a role shows with each call."""
    client = world.clients[role]
    if role == "program":
        return {"Authorization": str(client.defaults["HTTP_AUTHORIZATION"])}
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return {"Cookie": cookies} if cookies else {}
