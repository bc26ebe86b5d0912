"""Call an endpoint in a role, roll back what it did, and name the outcome in one word."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.db import connection, transaction

from core.counters import get_counters
from tests.security.tries import FORM_TYPE, FORMS, Endpoint, address, body
from tests.security.world import World

OWN_BUSINESS = re.compile(
    r'"(django_session|usersessions_usersession|account_\w+|django_admin_log)"|^UPDATE "dynasty_apitoken"'
)
"""Tables of log-ins and tokens: that somebody was there, and when."""
WRITES = re.compile(r"^\s*(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)


@contextmanager
def writes() -> Iterator[list[str]]:
    """Yield the statements that changed something of ours meanwhile, and were not taken back."""
    collected: list[str] = []
    marks: dict[str, int] = {}

    def watch(execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any) -> Any:
        result = execute(sql, parameters, many, context)
        if WRITES.match(sql) and not OWN_BUSINESS.search(sql[:80]) and has_changed(sql, context["cursor"]):
            collected.append(sql)
        elif sql.startswith("SAVEPOINT "):
            marks[sql.removeprefix("SAVEPOINT ")] = len(collected)
        elif sql.startswith("ROLLBACK TO SAVEPOINT "):
            del collected[marks[sql.removeprefix("ROLLBACK TO SAVEPOINT ")] :]
        return result

    with connection.execute_wrapper(watch):
        yield collected


def has_changed(sql: str, cursor: Any) -> bool:
    """Return whether a statement found something to do; how many rows an insertion returns is known later only."""
    return sql.startswith("INSERT") or cursor.rowcount != 0


@contextmanager
def undone() -> Iterator[None]:
    """Undo whatever happens inside."""
    try:
        with transaction.atomic():
            yield
            raise Undo
    except Undo:
        cache.clear()
        get_counters().forget()


class Undo(Exception):
    """Not an error: takes a savepoint back."""


def call_endpoint(world: World, endpoint: Endpoint, method: str, role: str, more: dict[str, Any] | None = None) -> Any:
    """Return the answer that this role gets; `more`: what it sends besides."""
    client = world.clients[role]
    sent = body(endpoint, method, world) | (more or {})
    kinds: dict[str, Any] = (
        {"content_type": "application/json"} if endpoint.api or endpoint.name == "notices_push" else {}
    )
    if endpoint.name in FORMS:
        return client.post(address(endpoint, method, world), urlencode(sent), content_type=FORM_TYPE)
    if method == "GET":
        return client.get(address(endpoint, method, world))
    if method != "POST":
        kinds = {"content_type": "application/json"}
    return getattr(client, method.lower())(address(endpoint, method, world), sent, **kinds)


def outcome(world: World, endpoint: Endpoint, method: str, role: str) -> str:
    """Return the outcome of this endpoint for this role in one word."""
    cookies = world.clients[role].cookies.copy()
    with undone(), writes() as written:
        answer = call_endpoint(world, endpoint, method, role)
    world.clients[role].cookies = cookies
    return word(answer, written)


def word(answer: Any, written: list[str]) -> str:
    """Return `does` if something was changed, `sees` if nothing was and it was well, else a kind of refusal."""
    status = answer.status_code
    where = answer.headers.get("Location", "")
    if status >= 500:
        return f"breaks ({status})"
    if written:
        return "does" if status < 400 else f"writes although {status}"
    if status in (301, 302, 303):
        return "log in" if "/login/" in where else "found" if where.startswith("/found/") else "goes"
    words = {400: "wrong", 401: "log in", 403: "barred", 404: "hidden", 405: "-", 409: "not now", 422: "wrong"}
    return words.get(status, "sees" if status < 300 else str(status))
