"""The cache of public pages: nothing of a person enters it, a person gets nothing from it, and it is never old."""

import asyncio
import gzip
import random
import re
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.middleware import csrf, public_pages
from config.middleware.public_pages import PAGES, PublicPages, Scope
from core import clock
from tests.security.outcomes import undone
from tests.security.test_matrix import OURS
from tests.security.tries import Endpoint, address
from tests.security.world import World
from tournaments.access import viewers
from tournaments.models import ChronicleDay

Result = TypeVar("Result")
HOST = [(b"host", b"testserver")]
PUBLIC = [endpoint for endpoint in OURS if endpoint.name in PAGES]
LISTED = {"lesson": "/learn/", "case": "/cases/", "puzzle_of": "/puzzle/"}
"""Pages that another one lists, by name."""
COOKIES = re.compile(r"^([A-Z_]*COOKIE_NAME) = ", re.MULTILINE)


class Answer:
    """A status with headers and a body, as they came over ASGI."""

    def __init__(self) -> None:
        self.status, self.headers, self.body = 0, dict[str, str](), b""

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode("latin-1") for name, value in message["headers"]}
        else:
            self.body += message["body"]


def build_scope(target: str, headers: Mapping[str, str] | None = None, method: str = "GET") -> Scope:
    path, _, query = target.partition("?")
    sent = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    return {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query.encode(),
        "headers": HOST + sent,
        "client": ("127.0.0.1", 1),
    }


async def request(pages: PublicPages, target: str, headers: Mapping[str, str] | None = None, **more: Any) -> Answer:
    answer = Answer()
    await pages(build_scope(target, headers, **more), receive_nothing, answer.send)
    return answer


async def receive_nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it on a loop of another thread; what it asks the site is answered on this one, in the test's transaction."""

    async def act() -> Result:
        return await work

    return async_to_sync(act)()


async def site(scope: Scope, receive: Any, send: Any) -> None:
    """Return the whole site, by Django's test client."""
    headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"] if name != b"host"}
    query = scope["query_string"].decode()
    target = scope["path"] + (f"?{query}" if query else "")
    response = await sync_to_async(lambda: Client().get(target, headers=headers))()
    pairs = [(name.lower().encode(), value.encode()) for name, value in response.headers.items()]
    pairs += [(b"set-cookie", morsel.OutputString().encode()) for morsel in response.cookies.values()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": pairs})
    await send({"type": "http.response.body", "body": b"".join(response)})


class Counted:
    """A site that says how often it was asked, and for what."""

    def __init__(self, status: int = 200, **headers: str) -> None:
        self.asked: list[Scope] = []
        self.status, self.headers = status, headers
        self.seconds = 0.01

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        self.asked.append(scope)
        await asyncio.sleep(self.seconds)
        pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in self.headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": pairs})
        await send({"type": "http.response.body", "body": f"page {len(self.asked)}".encode()})


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def switched_on(settings: Any) -> None:
    settings.PAGE_CACHE = True


@contextmanager
def at_one_moment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Stop the clock and fix chance for what happens inside, and undo all of it."""
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(1))
    now = timezone.now()
    with undone(), time_machine.travel(now, tick=False), clock.freeze(now):
        yield


def personal_headers(client: Client) -> dict[str, str]:
    """Return what this person's browser sends."""
    return {"Cookie": "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())}


BROWSERS = (
    {},
    {"User-Agent": "Mozilla/5.0 (X11)", "Referer": "http://testserver/court/", "Accept": "text/html"},
    {"User-Agent": "curl/8", "Accept": "application/json", "Cookie": "_ga=GA1.2; csrf=abc", "X-Forwarded-For": "::1"},
)


@pytest.mark.django_db  # makes the database, for the whole file
def test_every_kept_page_is_an_endpoint() -> None:
    assert {endpoint.name for endpoint in PUBLIC} == set(PAGES) and len(PUBLIC) > 30


def find(endpoint: Endpoint, world: World) -> str:
    """Return an address of this endpoint where something is."""
    if endpoint.name == "lab":
        return str(Client().get("/lab/").headers["Location"])
    if endpoint.name == "chronicle_day":
        ChronicleDay.objects.get_or_create(day=date(2026, 1, 2), defaults={"battles": 1})
        return "/chronicle/2026-01-02/"
    if endpoint.name == "chronicle_week":
        ChronicleDay.objects.get_or_create(day=date(2026, 1, 4), defaults={"battles": 1})
        return "/chronicle/week/2026-W01/"
    if endpoint.name not in LISTED:
        return address(endpoint, "GET", world)
    page = Client().get(LISTED[endpoint.name]).content.decode()
    return re.findall(rf'href="({LISTED[endpoint.name]}[^"/]+/)"', page)[0]


@pytest.mark.parametrize("endpoint", PUBLIC, ids=lambda each: each.name)
def test_a_page_is_kept_and_is_the_same_for_every_browser(
    world: World, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that it sets no cookie, has no token, and does not change with the browser."""
    target, pages = find(endpoint, world), PublicPages(site)
    with at_one_moment(monkeypatch):
        found = [run(request(pages, target, each)) for each in BROWSERS]
        alone = [run(request(PublicPages(site), target, each)) for each in BROWSERS]
    assert len(pages.pages) == 1 and {answer.status for answer in found} == {200}
    assert len({answer.body for answer in [*found, *alone]}) == 1
    assert not any("set-cookie" in answer.headers for answer in found)
    assert b"csrfmiddlewaretoken" not in found[0].body


@pytest.mark.parametrize("role", ["owner", "staff"])
def test_twins_where_somebody_was_there_first(world: World, role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare what the cache holds after a person's visit, to the byte, with what it holds without."""
    visited, empty = PublicPages(site), PublicPages(site)
    cookies = personal_headers(world.clients[role])
    for endpoint in PUBLIC:
        target = address(endpoint, "GET", world)
        with at_one_moment(monkeypatch):
            own = run(request(visited, target, cookies))
            assert not visited.pages or len(visited.pages) == len(empty.pages), endpoint.name
            there, here = (run(request(pages, target)) for pages in (visited, empty))
        assert (there.status, there.body) == (here.status, here.body), endpoint.name
        assert "etag" not in own.headers or endpoint.name == "dynasty_emblem", endpoint.name
    kept = [gzip.decompress(page.body).decode() for page in visited.pages.values()]
    assert len(kept) > 30 and not any(world.users[role].email in text for text in kept)


def test_who_holds_something_passes_by(world: World) -> None:
    pages = PublicPages(site)
    for headers in (
        {"Cookie": f"{settings.SESSION_COOKIE_NAME}=x"},
        {"Cookie": f"a=b; {viewers.COOKIE_NAME}=x"},
        {"Cookie": "messages=x"},
        {"Authorization": "Bearer x"},
        {viewers.HEADER: "x"},
        {"HX-Request": "true"},
    ):
        assert public_pages.read_page_request(build_scope("/", headers)) is None
    for target in ("/court/", "/account/login/", "/api/v1/ranking/", "/casual/seat/abc/", "/nowhere"):
        assert public_pages.read_page_request(build_scope(target)) is None
    assert public_pages.read_page_request(build_scope("/", method="POST")) is None
    assert not pages.pages


def test_every_cookie_of_the_site_is_known_to_the_cache() -> None:
    """Require a declaration for each added cookie: personal, or without influence on a page."""
    known = {*public_pages.PERSONAL_COOKIES, *public_pages.IMPERSONAL_COOKIES}
    assert {getattr(settings, name) for name in COOKIES.findall(Path("config/settings.py").read_text())} <= known
    setting = [
        path
        for folder in ("config", "core", "dynasty", "tournaments")
        for path in Path(folder).rglob("*.py")
        if re.search(r"set_(signed_)?cookie\(", path.read_text())
    ]
    assert [str(path) for path in setting] == ["tournaments/access/viewers.py"] and viewers.COOKIE_NAME in known


@pytest.mark.django_db
def test_forms_without_a_token_are_those_whose_origin_is_checked(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    casual = {"/casual/now/", "/casual/", "/play/opponents/"}
    lab = {"/lab/record", "/lab/review", "/lab/rooms/", "/lab/rooms/nowhere222/"}
    targets = {"/language/setlang/"} | casual | lab
    for target in targets:
        assert strict.post(target, {"language": "es"}).status_code == 403
        assert strict.post(target, {"language": "es"}, headers={"Origin": "https://evil.example"}).status_code == 403
        assert strict.post(target, {"language": "es"}, headers={"Origin": "null"}).status_code == 403
        done = strict.post(target, {"language": "es"}, headers={"Origin": "http://testserver"})
        assert done.status_code in (302, 404 if "nowhere" in target else 422), target
    other = strict.post("/account/login/", {"login": "a@example.org"}, headers={"Origin": "http://testserver"})
    assert other.status_code == 403 and len(csrf.ORIGIN_CHECKED_VIEWS) == len(targets)


def test_one_makes_it_and_the_others_wait() -> None:
    async def act() -> list[Answer]:
        return await asyncio.gather(*(request(pages, "/play/") for _ in range(20)))

    counted = Counted()
    pages = PublicPages(counted)
    assert {answer.body for answer in run(act())} == {b"page 1"} and len(counted.asked) == 1


def test_a_page_is_made_anew_before_it_is_a_second_old_and_never_shown_older() -> None:
    async def act() -> None:
        assert (await request(pages, "/play/")).body == b"page 1"
        hands.now += 0.85
        assert (await request(pages, "/play/")).body == b"page 1"
        await asyncio.gather(*pages.making.values())
        assert (await request(pages, "/play/")).body == b"page 2"
        hands.now += 1.01
        assert (await request(pages, "/play/")).body == b"page 3"

    counted, hands = Counted(), Clock()
    pages = PublicPages(counted, hands)
    run(act())
    assert max(PAGES[name] for name in ("home", "play", "tournament", "ranking", "dynasty")) == 1


def test_who_asks_for_it_is_not_known_where_it_is_made() -> None:
    counted = Counted()
    headers = {"Cookie": "language=es; _ga=1", "User-Agent": "x", "Referer": "y", "Accept-Language": "ca"}
    run(request(PublicPages(counted), "/play/?type=gift", headers))
    (scope,) = counted.asked
    assert dict(scope["headers"]) == {b"host": b"testserver", b"accept-language": b"es"}
    assert scope["query_string"] == b"type=gift"


@pytest.mark.parametrize(
    ("status", "headers"), [(200, {"set_cookie": "csrf=x"}), (404, {}), (302, {}), (500, {}), (429, {})]
)
def test_what_cannot_be_kept_is_the_reader_s_own(status: int, headers: dict[str, str]) -> None:
    counted = Counted(status, **headers)
    pages = PublicPages(counted)
    answer = run(request(pages, "/play/", {"Accept": "application/json"}))
    assert answer.status == status and not pages.pages
    assert (b"accept", b"application/json") in counted.asked[-1]["headers"]
    asked = len(counted.asked)
    run(request(pages, "/play/"))
    assert len(counted.asked) - asked == (2 if status in (429, 500) else 1)


def test_a_browser_that_has_the_page_gets_a_word() -> None:
    async def act() -> tuple[Answer, Answer, Answer, Answer]:
        first = await request(pages, "/rules/", {"Accept-Encoding": "gzip, br"})
        tag = first.headers["etag"]
        return (
            first,
            await request(pages, "/rules/", {"If-None-Match": f'"other", {tag}'}),
            await request(pages, "/rules/"),
            await request(pages, "/rules/", method="HEAD"),
        )

    pages = PublicPages(Counted(cache_control="private, no-store", x_request_id="maker", content_type="text/html"))
    first, again, plain, head = run(act())
    assert gzip.decompress(first.body) == plain.body == b"page 1"
    assert (again.status, again.body) == (304, b"") and again.headers["etag"] == first.headers["etag"]
    assert head.body == b"" and head.headers["content-length"] == str(len(plain.body))
    assert first.headers["cache-control"] == "private, no-cache" and "Accept-Language" in first.headers["vary"]
    assert "maker" not in (first.headers["x-request-id"], again.headers["x-request-id"])


def test_languages_hosts_and_addresses_are_pages_of_their_own() -> None:
    async def act() -> set[bytes]:
        asked = [
            await request(pages, target, headers)
            for target in ("/", "/?a=1", "/play/")
            for headers in ({}, {"Accept-Language": "es"}, {"X-Forwarded-Proto": "https"})
        ]
        return {answer.body for answer in asked}

    pages = PublicPages(Counted())
    assert len(run(act())) == 9


def test_the_cache_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act() -> None:
        for number in range(50):
            await request(pages, f"/play/?n={number}")

    monkeypatch.setattr(public_pages, "MAX_BYTES", 2_000)
    pages = PublicPages(Counted())
    run(act())
    assert 0 < len(pages.pages) < 50
    assert pages.size == sum(page.size for page in pages.pages.values()) <= 2_000


@pytest.mark.parametrize("name", ["home", "play", "ranking", "tournament"])
@pytest.mark.times
def test_a_kept_page_costs_a_tenth_of_a_made_one(world: World, name: str) -> None:
    """Compare CPU times in one run; the true figure is a hundredth, and the machine may be busy."""

    async def measure(times: int) -> float:
        began = time.process_time()
        for _ in range(times):
            await request(pages, target, {"Accept-Encoding": "gzip"})
        return (time.process_time() - began) / times

    (endpoint,) = [endpoint for endpoint in PUBLIC if endpoint.name == name]
    target, pages = address(endpoint, "GET", world), PublicPages(site, Clock())
    with undone():
        run(measure(1))
        pages.pages.clear()
        made, kept = run(measure(1)), run(measure(100))
    assert kept < made / 10
