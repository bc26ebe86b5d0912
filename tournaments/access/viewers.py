"""The viewer of a request, and the seats that it holds; pages, API and sockets all ask here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.domain import casual_keys
from tournaments.models import Entry, Tournament
from tournaments.selectors import casual_battles, participation
from tournaments.selectors.turns import your_turn

COOKIE_NAME = "__Host-casual" if settings.HTTPS else "casual"
SALT = "tournaments.holding"  # as it was first called: browsers keep their keys
COOKIE_SECONDS = 30 * 24 * 3600  # seconds that a browser keeps its key
HEADER = "Casual-Key"


@dataclass(frozen=True)
class Viewer:
    """The viewer of seats: a dynasty in tournaments, a key in casual battles. Either may be missing."""

    dynasty: Dynasty | None
    token: str = ""

    @cached_property
    def key(self) -> str:
        """Return the hash by which the database knows the key; empty without one."""
        return casual_keys.hash_token(self.token) if self.token else ""


ANONYMOUS_VIEWER = Viewer(None)


def list_seats(tournament: Tournament, viewer: Viewer, entries: Iterable[Entry] | None = None) -> list[str]:
    """Return the seats whose orders this viewer may see and give now."""
    if tournament.casual:
        table = casual_battles.get_casual_battle(tournament) if viewer.key else None
        return table.list_visible_seats(viewer.key) if table else []
    if viewer.dynasty is None:
        return []
    found = Entry.objects.filter(tournament=tournament, dynasty=viewer.dynasty) if entries is None else entries
    entered = [entry.seat for entry in found if entry.dynasty_id == viewer.dynasty.pk]
    stand_in_seat = None if entered else participation.get_led_seat(tournament, viewer.dynasty)
    return [stand_in_seat] if stand_in_seat else entered


def list_heard_seats(tournament: Tournament, viewer: Viewer) -> list[str]:
    """Return the seats of whose streams this viewer's page hears; at a shared screen all of its own, at any time."""
    if not tournament.casual:
        return list_seats(tournament, viewer)
    table = casual_battles.get_casual_battle(tournament) if viewer.key else None
    return table.list_owned_seats(viewer.key) if table else []


def get_browser_viewer(request: HttpRequest) -> Viewer:
    """Return the viewer of a page: its login, and the key in its signed cookie."""
    return Viewer(dynasties.find_dynasty_of(request.user), read_token(request.COOKIES))


def may_have_seats(request: HttpRequest) -> bool:
    """Return whether the browser has logged in or holds the key to casual seats.

    A page that tells of an error before the login is known has no user.
    """
    user = getattr(request, "user", None)
    return (user is not None and user.is_authenticated) or bool(read_token(request.COOKIES))


def list_waiting(request: HttpRequest, *, is_recent_enough: bool = False) -> list[str]:
    """List the codes of the battles that wait for an order of this browser's, the most urgent first.

    `is_recent_enough`: as they were a few seconds ago, which mostly costs no query.
    """
    key = Viewer(None, read_token(request.COOKIES)).key
    find = your_turn.list_recent_codes if is_recent_enough else your_turn.list_codes
    return find(request.user.pk if request.user.is_authenticated else None, key)


def get_api_viewer(request: HttpRequest | Request) -> Viewer:
    """Return the viewer of an API call: its login, and the key in its header.

    The cookie does not count there, so that no other site can make a browser act through the API.
    """
    token = request.headers.get(HEADER, "")
    return Viewer(dynasties.find_dynasty_of(request.user), token if casual_keys.is_well_formed(token) else "")


def read_token(cookies: Mapping[str, str]) -> str:
    """Return the key in a browser's cookies; empty unless we signed it."""
    try:
        token = signing.TimestampSigner(salt=SALT).unsign(cookies.get(COOKIE_NAME, ""), max_age=COOKIE_SECONDS)
    except signing.BadSignature:
        return ""
    return token if casual_keys.is_well_formed(token) else ""


def set_token_cookie(response: HttpResponse, token: str) -> HttpResponse:
    """Store the key in the browser's signed cookie."""
    signed = signing.TimestampSigner(salt=SALT).sign(token)
    response.set_cookie(
        COOKIE_NAME, signed, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
    return response


def get_client_address(request: HttpRequest) -> str:
    """Return the client's address: by our own proxies' header where there are proxies, else by the connection."""
    proxies = settings.REST_FRAMEWORK["NUM_PROXIES"]
    text = request.META.get("HTTP_X_FORWARDED_FOR", "")
    path = text.split(",") if proxies and text else []
    return path[-min(proxies, len(path))].strip() if path else str(request.META.get("REMOTE_ADDR", "unknown"))
