"""Whom a request comes from, and the one answer to which seats it holds. All doors ask here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.domain import casual_keys
from tournaments.models import Entry, Tournament
from tournaments.selectors import casual_battles, participation

COOKIE = "__Host-casual" if settings.HTTPS else "casual"
SALT = "tournaments.holding"  # as it was first called: browsers keep their keys
FOR = 30 * 24 * 3600  # seconds that a browser keeps its key
HEADER = "Casual-Key"


@dataclass(frozen=True)
class Holder:
    """Somebody who may hold seats: by a dynasty in tournaments, by a key in casual battles."""

    dynasty: Dynasty | None
    token: str = ""

    @cached_property
    def key(self) -> str:
        """The hash by which the database knows the key; empty for who has none."""
        return casual_keys.hashed(self.token) if self.token else ""


NOBODY = Holder(None)


def seats_held(tournament: Tournament, holder: Holder, entries: Iterable[Entry] | None = None) -> list[str]:
    """The seats that this holder may see the orders of and order for now."""
    if tournament.casual:
        table = casual_battles.table(tournament) if holder.key else None
        return table.held(holder.key) if table else []
    if holder.dynasty is None:
        return []
    found = Entry.objects.filter(tournament=tournament, dynasty=holder.dynasty) if entries is None else entries
    entered = [entry.seat for entry in found if entry.dynasty_id == holder.dynasty.pk]
    led = None if entered else participation.led_by(tournament, holder.dynasty)
    return [led] if led else entered


def of_browser(request: HttpRequest) -> Holder:
    """Who a page is for: its log-in, and the key in its signed cookie."""
    return Holder(dynasties.dynasty_of(request.user), token_in(request.COOKIES))


def of_program(request: Any) -> Holder:
    """Who a call of the API comes from: its log-in, and the key in its header.

    The cookie does not count there, so that no other site can make a browser act through the API.
    """
    token = request.headers.get(HEADER, "")
    return Holder(dynasties.dynasty_of(request.user), token if casual_keys.proper(token) else "")


def token_in(cookies: Mapping[str, str]) -> str:
    """The key in a browser's cookies, if it is one that we signed."""
    try:
        token = signing.TimestampSigner(salt=SALT).unsign(cookies.get(COOKIE, ""), max_age=FOR)
    except signing.BadSignature:
        return ""
    return token if casual_keys.proper(token) else ""


def give_cookie(response: HttpResponse, token: str) -> HttpResponse:
    """Let the browser keep its key."""
    signed = signing.TimestampSigner(salt=SALT).sign(token)
    response.set_cookie(COOKIE, signed, max_age=FOR, httponly=True, samesite="Lax", secure=settings.HTTPS)
    return response


def address_of(request: HttpRequest) -> str:
    """Who is at the other end: as our own proxies say, where there are some, else who connected."""
    proxies = settings.REST_FRAMEWORK["NUM_PROXIES"]
    said = request.META.get("HTTP_X_FORWARDED_FOR", "")
    path = said.split(",") if proxies and said else []
    return path[-min(proxies, len(path))].strip() if path else str(request.META.get("REMOTE_ADDR", "unknown"))
