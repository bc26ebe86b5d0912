"""The matrix of rights: every endpoint, method and role, and what comes of it, as tests/security/matrix.txt declares.

An endpoint that the table does not know fails. After adding one, write its rows; the failing test says how they look
now, for you to judge. A method that has no row is one that does nothing for anybody.
"""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve

from tests.security.outcomes import call_endpoint, outcome, undone, writes
from tests.security.tries import METHODS, Endpoint, list_endpoints
from tests.security.world import ROLES, World

TABLE = Path(__file__).with_name("matrix.txt")
ENDPOINTS = list_endpoints()
OURS = [endpoint for endpoint in ENDPOINTS if not endpoint.name.startswith("admin:")]
WORDS = {"sees", "does", "goes", "log in", "found", "hidden", "barred", "wrong", "not now", "-", "any"}
IDLE = {"-", "goes", "log in", "hidden", "barred", "sees", "wrong", "found"}
"""What may come of a method that is not declared: anything but a change or a breakdown."""

Row = tuple[str, ...]


def table() -> dict[tuple[str, str], Row]:
    """Return the words of each row, by endpoint and method."""
    lines = [line for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in lines]
    return {(name, method): tuple(words) for name, method, *words in rows}


DECLARED = table()


def find_declared(name: str, method: str) -> Row | None:
    """Return the row of an endpoint; those of Django's admin share one."""
    fitting = (row for (pattern, of), row in DECLARED.items() if of == method and fnmatch(name, pattern))
    return DECLARED.get((name, method)) or next(fitting, None)


def test_the_table_is_well_formed() -> None:
    assert all(len(row) == len(ROLES) and set(row) <= WORDS for row in DECLARED.values())
    known = {endpoint.name for endpoint in ENDPOINTS}
    assert not {name for name, _method in DECLARED if "*" not in name and name not in known}, "these are gone"


@pytest.mark.django_db  # makes the database, for the whole file
def test_every_endpoint_is_declared() -> None:
    missing = {
        endpoint.name for endpoint in ENDPOINTS if not any(find_declared(endpoint.name, method) for method in METHODS)
    }
    assert not missing, f"write their rows into {TABLE.name}: {missing}"


def test_every_method_of_the_api_is_declared() -> None:
    offered = {(endpoint.name, method) for endpoint in ENDPOINTS if endpoint.api for method in methods_of(endpoint)}
    assert not {each for each in offered if each not in DECLARED}


def methods_of(endpoint: Endpoint) -> list[str]:
    view = resolve("/" + fill_route(endpoint.route)).func
    return [method for method in METHODS if hasattr(view.cls, method.lower())]


def fill_route(route: str) -> str:
    """Return an address with this route: 1 for each number, x for any other part.

    >>> fill_route("a/<slug:code>/b/<int:number>/")
    'a/x/b/1/'
    """
    return re.sub(r"<\w+:\w+>", "x", route.replace("<int:number>", "1"))


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_every_outcome_is_as_declared(world: World, endpoint: Endpoint) -> None:
    if not any(find_declared(endpoint.name, method) for method in METHODS):
        pytest.fail("not declared; now, for you to judge:\n" + draft_rows(world, endpoint))
    for method in METHODS:
        row = find_declared(endpoint.name, method)
        if row:
            found = tuple(outcome(world, endpoint, method, role) for role in judges(endpoint))
            wanted = tuple(dict(zip(ROLES, row, strict=True))[role] for role in judges(endpoint))
            assert all(want in (got, "any") and fine(got) for want, got in zip(wanted, found, strict=True)), (
                f"now: {endpoint.name} | {method} | {' | '.join(found)}"
            )
        elif not endpoint.name.startswith("admin:"):
            assert outcome(world, endpoint, method, "owner") in IDLE, (endpoint.name, method)


def draft_rows(world: World, endpoint: Endpoint) -> str:
    """Return the current rows of an endpoint."""
    rows = [(endpoint.name, method, *(outcome(world, endpoint, method, role) for role in ROLES)) for method in METHODS]
    return "\n".join(" | ".join(row) for row in rows if {*row[2:]} - {"-"})


def judges(endpoint: Endpoint) -> tuple[str, ...]:
    """Return the roles to try: two for Django's admin, whose many endpoints are alike, and all elsewhere."""
    return ("owner", "staff") if endpoint.name.startswith("admin:") else ROLES


def fine(got: str) -> bool:
    """Check, whatever is declared, that nothing breaks and that a refusal writes nothing."""
    return not got.startswith(("breaks", "write_scope"))


@pytest.mark.parametrize(
    "endpoint", [endpoint for endpoint in OURS if endpoint.api], ids=lambda endpoint: endpoint.name
)
def test_a_program_does_what_its_scopes_say_and_no_more_than_its_owner(world: World, endpoint: Endpoint) -> None:
    owner = ROLES.index("owner")
    for method in METHODS:
        row = find_declared(endpoint.name, method)
        if row:
            reads, acts = (outcome(world, endpoint, method, role) for role in ("reader", "program"))
            assert fine(reads) and fine(acts), method
            assert acts in (row[owner], "barred") and (reads != "does" or "does" in row[:1]), (method, reads, acts)


CSRF_FREE = {"notices_stop"}
"""What needs no token: the link of a mail carries its own proof."""


@pytest.mark.parametrize("endpoint", OURS, ids=lambda endpoint: endpoint.name)
def test_another_site_cannot_make_a_browser_do_it(world: World, endpoint: Endpoint) -> None:
    """Refuse every change that a log-in allows to a page that does not know the token."""
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = world.clients["owner"].cookies.copy()
    forged = World(world.users, world.clients | {"forged": careful}, world.codes)
    for method in METHODS[1:]:
        row = find_declared(endpoint.name, method)
        if row and "does" in row[1:] and endpoint.name not in CSRF_FREE | BY_KEY:
            with undone(), writes() as written:
                answer = call_endpoint(forged, endpoint, method, "forged")
            assert answer.status_code == 403 and not written, method


BY_KEY = {"api_casual", "api_casual_battle", "api_casual_seats"}
"""What nobody needs a log-in for, and no cookie counts: the key is in a header."""
