"""The matrix of rights: every endpoint, method and role, and what comes of it, as tests/security/matrix.txt declares.

An endpoint that the table does not know fails. After adding one, write its rows; the failing test says how they look
now, for you to judge. A method that has no row is one that does nothing for anybody.
"""

from fnmatch import fnmatch
from pathlib import Path

import pytest
from django.test import Client
from django.urls import resolve

from tests.security.knocking import knock, outcome, undone, writes
from tests.security.tries import METHODS, Door, doors
from tests.security.world import ROLES, World

TABLE = Path(__file__).with_name("matrix.txt")
DOORS = doors()
OURS = [door for door in DOORS if not door.name.startswith("admin:")]
WORDS = {"sees", "does", "goes", "log in", "found", "hidden", "barred", "wrong", "not now", "-", "any"}
IDLE = {"-", "goes", "log in", "hidden", "barred", "sees", "wrong", "found"}
"""What may come of a method that is not declared: anything but a change or a breakdown."""

Row = tuple[str, ...]


def table() -> dict[tuple[str, str], Row]:
    """The words of each row, by endpoint and method."""
    lines = [line for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in lines]
    return {(name, method): tuple(words) for name, method, *words in rows}


DECLARED = table()


def declared(name: str, method: str) -> Row | None:
    """The row of an endpoint; those of Django's admin share one."""
    fitting = (row for (pattern, of), row in DECLARED.items() if of == method and fnmatch(name, pattern))
    return DECLARED.get((name, method)) or next(fitting, None)


def test_the_table_is_well_formed() -> None:
    assert all(len(row) == len(ROLES) and set(row) <= WORDS for row in DECLARED.values())
    known = {door.name for door in DOORS}
    assert not {name for name, _method in DECLARED if "*" not in name and name not in known}, "these are gone"


@pytest.mark.django_db  # makes the database, for the whole file
def test_every_endpoint_is_declared() -> None:
    missing = {door.name for door in DOORS if not any(declared(door.name, method) for method in METHODS)}
    assert not missing, f"write their rows into {TABLE.name}: {missing}"


def test_every_method_of_the_api_is_declared() -> None:
    offered = {(door.name, method) for door in DOORS if door.api for method in methods_of(door)}
    assert not {each for each in offered if each not in DECLARED}


def methods_of(door: Door) -> list[str]:
    view = resolve("/" + filled(door.route)).func
    return [method for method in METHODS if hasattr(view.cls, method.lower())]


def filled(route: str) -> str:
    return route.replace("<slug:code>", "x").replace("<int:number>", "1").replace("<slug:name>", "x")


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_what_comes_of_knocking(world: World, door: Door) -> None:
    if not any(declared(door.name, method) for method in METHODS):
        pytest.fail("not declared; now, for you to judge:\n" + drafted(world, door))
    for method in METHODS:
        row = declared(door.name, method)
        if row:
            found = tuple(outcome(world, door, method, role) for role in judges(door))
            wanted = tuple(dict(zip(ROLES, row, strict=True))[role] for role in judges(door))
            assert all(want in (got, "any") and fine(got) for want, got in zip(wanted, found, strict=True)), (
                f"now: {door.name} | {method} | {' | '.join(found)}"
            )
        elif not door.name.startswith("admin:"):
            assert outcome(world, door, method, "owner") in IDLE, (door.name, method)


def drafted(world: World, door: Door) -> str:
    """The rows of a door as they are now."""
    rows = [(door.name, method, *(outcome(world, door, method, role) for role in ROLES)) for method in METHODS]
    return "\n".join(" | ".join(row) for row in rows if {*row[2:]} - {"-"})


def judges(door: Door) -> tuple[str, ...]:
    """Who knocks: at the doors of Django's admin, which are many and alike, the two that tell."""
    return ("owner", "staff") if door.name.startswith("admin:") else ROLES


def fine(got: str) -> bool:
    """Whatever is declared: nothing breaks, and a refusal writes nothing."""
    return not got.startswith(("breaks", "write_scope"))


@pytest.mark.parametrize("door", [door for door in OURS if door.api], ids=lambda door: door.name)
def test_a_program_does_what_its_scopes_say_and_no_more_than_its_owner(world: World, door: Door) -> None:
    owner = ROLES.index("owner")
    for method in METHODS:
        row = declared(door.name, method)
        if row:
            reads, acts = (outcome(world, door, method, role) for role in ("reader", "program"))
            assert fine(reads) and fine(acts), method
            assert acts in (row[owner], "barred") and (reads != "does" or "does" in row[:1]), (method, reads, acts)


CSRF_FREE = {"notices_stop"}
"""What needs no token: the link of a mail carries its own proof."""


@pytest.mark.parametrize("door", OURS, ids=lambda door: door.name)
def test_another_site_cannot_make_a_browser_do_it(world: World, door: Door) -> None:
    """Every change that a log-in allows is refused to a page that does not know the token."""
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = world.clients["owner"].cookies.copy()
    forged = World(world.users, world.clients | {"forged": careful}, world.codes)
    for method in METHODS[1:]:
        row = declared(door.name, method)
        if row and "does" in row[1:] and door.name not in CSRF_FREE | BY_KEY:
            with undone(), writes() as written:
                answer = knock(forged, door, method, "forged")
            assert answer.status_code == 403 and not written, method


BY_KEY = {"api_casual", "api_casual_battle", "api_casual_seats"}
"""What nobody needs a log-in for, and no cookie counts: the key is in a header."""
