"""Hostile values in each part of a path, each query and each field of a body: nothing breaks on either database.

The names of a page's queries are found by watching what it asks for, so that a new one is tried as well. The run tries
one value on each name: NUL on one half of the names, another value on the other half; half of each on PostgreSQL, and
the rest on SQLite. All values on all names:

    EMPERORS_HOSTILE=all python3 manage.py test tests/security/test_hostile_input.py
"""

import json
import os
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.http import QueryDict
from django.test import Client, override_settings

from core.incoming_text import FORBIDDEN, read_json
from tests.security.outcomes import undone
from tests.security.tries import (
    BODIES,
    METHODS,
    QUERIES,
    Endpoint,
    address,
    argument_of,
    body,
    list_endpoints,
    put_in,
    resolve_name,
)
from tests.security.world import World

pytestmark = [pytest.mark.races, pytest.mark.timeout(1200)]
ENDPOINTS = [
    endpoint
    for endpoint in list_endpoints()
    if "stream" not in endpoint.name and not endpoint.name.startswith("admin:")
]
STAFF = [endpoint for endpoint in list_endpoints() if endpoint.name.startswith("admin:")]
HUGE = "9" * 40
TEXTS = ["\x00", HUGE, "-1", "٣", "\u202e", "", "1e999", "a\x00b"]
"""For paths, queries and forms."""
DATA: list[Any] = ["x\ud800", "\x00", int(HUGE), -1, "٣", None, [], {}, True, 1.5, ["x\ud800"], {"\x00": 1}, HUGE]
"""For JSON."""
FORGED = [b64encode(f"p={position}".encode()).decode() for position in ("x", HUGE, "None", "0001-01-01T00:00:00+23:00")]


@pytest.fixture(scope="module", autouse=True)
def files_without_hashes() -> Iterator[None]:
    """Draw pages in the scaled mode too, where no static files were collected."""
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=settings.STORAGES | plain):
        yield


def some(values: list[Any], *about: str) -> list[Any]:
    """Return the first value, or another one that depends on what it is tried on; all where the environment says so.

    Every other name is tried on PostgreSQL alone, which differs in what its columns refuse, and the rest on SQLite.
    """
    if os.environ.get("EMPERORS_HOSTILE") == "all":
        return values
    chance = zlib.crc32(" ".join(about).encode())
    if chance % 2 == settings.EMBEDDED:
        return []
    return [values[0], values[1 + chance % (len(values) - 1)]][chance // 2 % 2 :][:1]


@contextmanager
def asked_for() -> Iterator[set[str]]:
    """Yield the names that are looked for in queries meanwhile."""
    names: set[str] = set()
    patch = pytest.MonkeyPatch()

    def watched(method: Callable[..., Any]) -> Callable[..., Any]:
        def record_get(self: QueryDict, key: Any, *given: Any, **named: Any) -> Any:
            if isinstance(key, str):
                names.add(key)
            return method(self, key, *given, **named)

        return record_get

    for name in ("__getitem__", "__contains__", "get", "getlist"):
        patch.setattr(QueryDict, name, watched(getattr(QueryDict, name)), raising=False)
    try:
        yield names
    finally:
        patch.undo()


def client_of(world: World, endpoint: Endpoint) -> Client:
    return world.clients["staff" if endpoint in STAFF or "moderation" in endpoint.name else "owner"]


def find_broken(client: Client, method: str, path: str, sent: Any = None, **more: Any) -> list[str]:
    """Return what was tried, where the answer is an error of ours."""
    with undone():
        answer = client.generic(method, path, sent if sent is not None else "", **more)
        if getattr(answer, "streaming", False):
            answer.close()
    return [f"{answer.status_code} {method} {path[:120]} {str(sent)[:120]}"] if answer.status_code >= 500 else []


@pytest.mark.django_db  # makes the database, for the whole file
def test_there_is_much_to_try() -> None:
    assert len(ENDPOINTS) > 200 and STAFF


def test_every_part_of_a_path(world: World) -> None:
    wrong = []
    for endpoint in ENDPOINTS + STAFF:
        for argument in endpoint.arguments:
            for value in some(TEXTS, endpoint.name, argument):
                path = "/" + put_in(endpoint.route, argument, quote(value, safe=""))
                for other in endpoint.arguments:
                    path = put_in(path, other, str(resolve_name(argument_of(endpoint, "GET", other), world)))
                path = path.replace("^", "").replace("$", "").replace("\\Z", "")
                wrong += find_broken(client_of(world, endpoint), "GET", path)
                if any(f"{endpoint.name} {method}" in BODIES for method in METHODS):
                    wrong += find_broken(
                        client_of(world, endpoint), "POST", path, "{}", content_type="application/json"
                    )
    assert not wrong, "\n".join(wrong[:60])


def test_every_query(world: World) -> None:
    wrong = []
    for endpoint in ENDPOINTS + STAFF:
        path = address(endpoint, "GET", world)
        with asked_for() as names, undone():
            client_of(world, endpoint).get(path)
        for name in sorted(names):
            for value in some(TEXTS, endpoint.name, name) + (FORGED if name == "cursor" and endpoint.api else []):
                query = urlencode({name: value})
                wrong += find_broken(client_of(world, endpoint), "GET", f"{path}{'&' if '?' in path else '?'}{query}")
        wrong += find_broken(client_of(world, endpoint), "GET", f"{path}?%00=1")
    assert not wrong, "\n".join(wrong[:60])


def test_every_query_of_what_is_deleted(world: World) -> None:
    wrong = []
    for endpoint in ENDPOINTS:
        if f"{endpoint.name} DELETE" in QUERIES:
            path = address(endpoint, "DELETE", world)
            for name in ("endpoint", "round", "what"):
                for value in TEXTS:
                    wrong += find_broken(world.clients["owner"], "DELETE", f"{path}&{urlencode({name: value})}")
    assert not wrong, "\n".join(wrong[:60])


def test_every_field_of_a_form(world: World) -> None:
    wrong = []
    for endpoint in ENDPOINTS:
        if endpoint.api or f"{endpoint.name} POST" not in BODIES:
            continue
        usual, path = body(endpoint, "POST", world), address(endpoint, "POST", world)
        with asked_for() as names, undone():
            client_of(world, endpoint).post(path, usual)
        for name in sorted({*usual, *names} - {"csrfmiddlewaretoken"}):
            for value in some(TEXTS, endpoint.name, name):
                sent = urlencode(usual | {name: value}, doseq=True)
                kind = "application/x-www-form-urlencoded"
                wrong += find_broken(client_of(world, endpoint), "POST", path, sent, content_type=kind)
    assert not wrong, "\n".join(wrong[:60])


def test_every_field_of_json(world: World) -> None:
    wrong = []
    for endpoint in ENDPOINTS:
        for method in METHODS:
            if f"{endpoint.name} {method}" not in BODIES or endpoint.name == "announce":
                continue
            usual, path = body(endpoint, method, world), address(endpoint, method, world)
            for value in some(DATA, endpoint.name, method):
                variants = [value, *(usual | {name: value} for name in usual), usual | {"unknown": value}]
                variants += [usual | {name: each} for name, was in usual.items() for each in inside(was, value)]
                for sent in variants:
                    kind = "application/json"
                    wrong += find_broken(client_of(world, endpoint), method, path, json.dumps(sent), content_type=kind)
    assert not wrong, "\n".join(wrong[:60])


def inside(was: Any, value: Any) -> list[Any]:
    """Yield the list or object with one hostile part."""
    if isinstance(was, dict):
        return [was | {name: value} for name in was] + [was | {"more": value}]
    return [[value, *was[1:]]] if isinstance(was, list) else []


@pytest.mark.django_db
def test_a_hostile_cookie_is_no_cookie(client: Client) -> None:
    for name in ("session", "language", "casual", "csrf", "messages"):
        client.cookies[name] = "aaaaaaaa\x00"
        assert client.get("/", headers={"Cookie": rf'{name}="aaaaaaaa\000"'}).status_code == 200


@pytest.mark.django_db
def test_a_refused_text_says_which_character(client: Client) -> None:
    problem = client.get("/api/v1/dynasties/", {"cursor": "\x00"})
    assert (problem.status_code, problem.json()["code"]) == (400, "bad_text") and "U+0000" in problem.json()["title"]
    page = client.get("/ranking/", {"like": "a\u202eb"})
    assert page.status_code == 400 and "U+202E" in page.content.decode()
    assert client.get("/tournament/%00/").status_code == 404


def test_json_is_read_or_refused() -> None:
    assert read_json('{"a": ["б", 1.5, "🂡"]}') == {"a": ["б", 1.5, "🂡"]}
    for text in ('"\\ud800"', '{"\\u0000": 1}', '"\\u202e"', "[1e999]", "NaN", "[" * 100_000, "", b"\xff", "9" * 5000):
        with pytest.raises(ValueError):
            read_json(text)
    assert not FORBIDDEN.search("עברית \u200f العربية \u200e 👨‍👩‍👧 \ufffd")
