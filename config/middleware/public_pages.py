"""A cache, in front of Django, of pages as they are shown to nobody in particular.

Whoever is signed in, holds a casual seat or has a message waiting passes by. A page for the cache is made for a request
of which only the address, the host, the scheme and the language are left (and the client's address, which is charged
for it): nothing personal can enter, because nothing personal is known where the page is made.

One request at a time makes a page; others wait for it, or get one of the last second. Each process has a cache of its
own. docs/decisions/019-public-pages.md says why.
"""

import asyncio
import gzip
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.http import parse_cookie
from django.urls import Resolver404, resolve
from django.utils import translation

from config.message_cookie import HostCookie
from config.middleware import request as request_middleware
from tournaments.access import viewers

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

log = logging.getLogger(__name__)
LIVE, STEADY = 1.0, 60.0
"""Seconds that a page stays: one second where something may happen at any time, a minute for texts of the site."""
PAGES = {
    **dict.fromkeys(
        (
            "home",
            "play",
            "ranking",
            "skill_ranking",
            "dynasty_skill",
            "market",
            "market_keys",
            "market_regalia",
            "treasury",
            "checks",
            "casual",
            "boards",
            "board",
            "all_series",
            "series",
            "seats_wanted",
            "puzzle",
            "puzzle_of",
            "dynasty",
            "dynasty_log",
            "emperor",
            "event",
            "chronicle",
            "chronicle_day",
            "chronicle_week",
            "chronicle_feed",
            "tournament",
            "tournament_round",
            "tournament_acts",
            "tournament_table",
            "tournament_proof",
            "embedded",
        ),
        LIVE,
    ),
    **dict.fromkeys(
        (
            "rules",
            "maps",
            "campaign_map",
            "learn",
            "lesson",
            "cases",
            "case",
            "lab",
            "api_guide",
            "offline",
            "practice_puzzles",
            "catalogue_js",
            "dynasty_emblem",
        ),
        STEADY,
    ),
}
"""The pages that are kept, by URL name, with the seconds. Addresses that hold a secret are never among them."""
AHEAD = 0.8
"""The part of its time after which a page that is asked for is made anew, while the old one still answers."""
MAX_BYTES = 16_000_000
"""Of compressed pages that a process keeps."""
MAX_ADDRESS = 1_000
"""Characters of an address; longer ones are passed on."""
MAX_PASSING = 1_000
"""Addresses of which a process remembers that their answer cannot be kept."""
PERSONAL_COOKIES = (settings.SESSION_COOKIE_NAME, viewers.COOKIE_NAME, HostCookie.cookie_name)
IMPERSONAL_COOKIES = (settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
"""Cookies of the site that say nothing of what a page shows but the language, which is part of the key."""
PERSONAL_HEADERS = {b"authorization", viewers.HEADER.lower().encode(), b"hx-request", b"range"}
KEPT_HEADERS = {b"host", b"x-forwarded-proto", b"x-forwarded-for", b"x-request-id"}
"""What is left of a request where a page is made. The last two are in no page."""
REPLACED_HEADERS = {b"content-length", b"etag", b"vary", b"x-request-id"}
VARY = (b"vary", b"Accept-Encoding, Accept-Language, Cookie")
ASK_AGAIN = (b"cache-control", b"private, no-cache")
"""Instead of `no-store`: the browser may keep the page, and asks each time whether it is still the same."""
OK, NOT_MODIFIED, FIRST_PASSING_ERROR, TOO_MANY = 200, 304, 500, 429


@dataclass(frozen=True)
class Key:
    """Everything that a page may depend on."""

    address: str
    query: bytes
    host: bytes
    scheme: str
    language: str


@dataclass(frozen=True)
class PageRequest:
    """A request that the cache may answer."""

    key: Key
    route: str
    seconds: float
    is_gzip_accepted: bool
    known_tags: bytes


@dataclass(frozen=True)
class Page:
    """A page as it was made; `made_at` is when its making began."""

    headers: Headers
    body: bytes
    tag: bytes
    made_at: float

    @property
    def size(self) -> int:
        return len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


class PublicPages:
    """The application that answers from the cache and passes everything else on to the site."""

    def __init__(self, site: Application, clock: Callable[[], float] = time.monotonic) -> None:
        self.site, self.clock = site, clock
        self.pages: OrderedDict[Key, Page] = OrderedDict()
        self.size = 0
        self.making: dict[Key, asyncio.Task[Page | None]] = {}
        self.passing: OrderedDict[Key, float] = OrderedDict()
        """Until when the site answers itself, because what it made could not be kept."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page_request = read_page_request(scope) if settings.PAGE_CACHE else None
        page = await self.get_page(page_request, scope) if page_request else None
        if page_request is None or page is None:
            await self.site(scope, receive, send)
        else:
            await answer(page_request, page, scope, send)

    async def get_page(self, page_request: PageRequest, scope: Scope) -> Page | None:
        """Return a page that is young enough; None where the site has to answer itself."""
        key, began = page_request.key, self.clock()
        while self.passing.get(key, 0) <= self.clock():
            page = self.pages.get(key)
            age = self.clock() - page.made_at if page else page_request.seconds
            is_mine = key not in self.making and age >= AHEAD * page_request.seconds
            if is_mine:
                self.making[key] = asyncio.create_task(self.make(page_request, scope))
            if page and age < page_request.seconds:
                self.pages.move_to_end(key)
                return page
            made = await asyncio.shield(self.making[key])
            if is_mine or (made and made.made_at + page_request.seconds > began):
                return made
        return None

    async def make(self, page_request: PageRequest, scope: Scope) -> Page | None:
        """Let the site make the page and keep it; None where it cannot be kept."""
        began = self.clock()
        try:
            status, headers, body = await fetch(self.site, build_impersonal_scope(page_request, scope))
            if status >= FIRST_PASSING_ERROR or status == TOO_MANY:
                return None  # the trouble of one request, not of the page
            if status != OK or any(name.lower() in (b"set-cookie", b"content-encoding") for name, _value in headers):
                self.pass_by(page_request.key, began + page_request.seconds)
                return None
            page = build_page(headers, body, began)
            self.keep(page_request.key, page)
            return page
        except Exception:
            log.exception("a public page could not be made")
            return None
        finally:
            del self.making[page_request.key]

    def keep(self, key: Key, page: Page) -> None:
        """Store the page, and forget those that nobody asked for longest where there is no room."""
        self.forget(key)
        self.pages[key] = page
        self.size += page.size
        while self.size > MAX_BYTES:
            self.forget(next(iter(self.pages)))

    def forget(self, key: Key) -> None:
        gone = self.pages.pop(key, None)
        self.size -= gone.size if gone else 0

    def pass_by(self, key: Key, until: float) -> None:
        """Let the site answer this itself for a while."""
        self.forget(key)
        self.passing[key] = until
        while self.passing and (len(self.passing) > MAX_PASSING or next(iter(self.passing.values())) <= self.clock()):
            self.passing.popitem(last=False)


def read_page_request(scope: Scope) -> PageRequest | None:
    """Return what is asked for if it is a public page and nothing says who asks."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    query, path = scope["query_string"], scope["path"]
    found = find_route(path) if len(path) + len(query) <= MAX_ADDRESS else None
    if found is None:
        return None
    headers: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        headers[name] = headers[name] + b"," + value if name in headers else value
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
    if not PERSONAL_HEADERS.isdisjoint(headers) or any(name in cookies for name in PERSONAL_COOKIES):
        return None
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    reader: Any = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": accepted})
    scheme = f"{scope.get('scheme', 'http')} {headers.get(b'x-forwarded-proto', b'').decode('latin-1')}"
    address = f"{scope.get('root_path', '')} {path}"
    language = translation.get_language_from_request(reader)
    key = Key(address, query, headers.get(b"host", b""), scheme, language)
    return PageRequest(key, *found, b"gzip" in headers.get(b"accept-encoding", b""), headers.get(b"if-none-match", b""))


@lru_cache(maxsize=4_096)
def find_route(path: str) -> tuple[str, float] | None:
    """Return the route and the seconds of a public page; None for all other addresses.

    >>> find_route("/play/")
    ('play/', 1.0)
    >>> find_route("/court/")
    """
    try:
        match = resolve(path)
    except Resolver404:
        return None
    seconds = PAGES.get(match.view_name)
    return None if seconds is None else (match.route, seconds)


def build_impersonal_scope(page_request: PageRequest, scope: Scope) -> Scope:
    """Return the request for the page without anything of whoever asked for it."""
    headers = [(name, value) for name, value in scope["headers"] if name in KEPT_HEADERS]
    return {
        "type": "http",
        "asgi": scope.get("asgi", {"version": "3.0"}),
        "http_version": scope.get("http_version", "1.1"),
        "method": "GET",
        "scheme": scope.get("scheme", "http"),
        "path": scope["path"],
        "raw_path": scope.get("raw_path"),
        "root_path": scope.get("root_path", ""),
        "query_string": scope["query_string"],
        "client": scope.get("client"),
        "server": scope.get("server"),
        "headers": [*headers, (b"accept-language", page_request.key.language.encode())],
    }


async def fetch(site: Application, scope: Scope) -> tuple[int, Headers, bytes]:
    """Return status, headers and body of the site's answer."""
    start: dict[str, Any] = {}
    parts: list[bytes] = []
    sent = False

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if sent:
            await asyncio.Event().wait()  # this client never leaves
        sent = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            parts.append(message.get("body", b""))

    await site(scope, receive, send)
    return start["status"], list(start["headers"]), b"".join(parts)


def build_page(headers: Iterable[tuple[bytes, bytes]], body: bytes, made_at: float) -> Page:
    """Return the page, compressed; nothing in it is secret, so its length may tell what it likes (BREACH)."""
    stored = [(name.lower(), value) for name, value in headers if name.lower() not in REPLACED_HEADERS]
    stored = [
        ASK_AGAIN if name == b"cache-control" and b"no-store" in value else (name, value) for name, value in stored
    ]
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'.encode()
    return Page([*stored, VARY, (b"etag", tag)], gzip.compress(body, 6, mtime=0), tag, made_at)


async def answer(page_request: PageRequest, page: Page, scope: Scope, send: Send) -> None:
    """Send the page, or 304 to a browser that has it already, and write the line of the log."""
    began = time.monotonic()
    request_id = request_middleware.get_request_id(read_header(scope, b"x-request-id"))
    headers = [*page.headers, (b"x-request-id", request_id.encode())]
    status, body = OK, b""
    if page.tag.removeprefix(b"W/") in page_request.known_tags:
        status = NOT_MODIFIED
        headers = [(name, value) for name, value in headers if name != b"content-type"]
    else:
        body = page.body if page_request.is_gzip_accepted else gzip.decompress(page.body)
        headers += [(b"content-encoding", b"gzip")] if page_request.is_gzip_accepted else []
        headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
    took = round((time.monotonic() - began) * 1000)
    request_middleware.log.info(
        "request", request_id=request_id, method=scope["method"], route=page_request.route, status=status, ms=took
    )


def read_header(scope: Scope, name: bytes) -> str:
    return next((value.decode("latin-1") for each, value in scope["headers"] if each == name), "")
