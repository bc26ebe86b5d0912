"""A budget of processor time and bytes for each user and address, charged for expensive requests.

Rate limits by number do not bound cost, since one request may cost a hundred times as much as another. So each request
is measured; a heavy one is charged, in milliseconds, to its user or address, and whoever has spent the minute's budget
is refused the routes that have been heavy in this process. Cheap routes, such as orders, stay open. Without the shared
counters each process counts by itself.
"""

import logging
import time
from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config.middleware import rate_limits
from core.counters import CountersUnavailable, LocalCounters, get_counters
from core.limits import COST_OF_ADDRESS, COST_OF_ONE, HEAVY_BYTES, HEAVY_MS
from core.rate_limits import hash_subscriber
from tournaments.access.viewers import get_client_address

log = logging.getLogger(__name__)
MINUTE = 60
BYTES_A_MS = 10_000  # what sending costs besides
MAX_ROUTES = 1_000  # kept in mind; there are fewer in the URL table
MAX_BLOCKED = 10_000  # names kept in mind
local_counts = LocalCounters()
"""Counters of this process, used while the shared ones do not answer."""
heavy_routes: set[str] = set()
"""The routes of which a request has been heavy in this process."""
blocked_until: dict[str, float] = {}
"""Until when heavy routes are refused to a payer, by this process's monotonic clock."""
Handler = Callable[[HttpRequest], HttpResponseBase]


class CostMiddleware:
    """The middleware that measures the view and everything inside of it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.thread_time()
        response = self.get_response(request)
        charge(request, (time.thread_time() - began) * 1000, get_size(response))
        return response

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Refuse a heavy route to who has spent its minute; None lets the request in."""
        if get_route(request) not in heavy_routes:
            return None
        now = time.monotonic()
        if any(blocked_until.get(name, 0) > now for name, _most in list_payers(request)):
            return rate_limits.build_too_fast_response(request, rate_limits.OTHER)
        return None


def charge(request: HttpRequest, milliseconds: float, size: int) -> None:
    """Add the cost of a heavy request to those who pay for it; a light one costs nothing."""
    if milliseconds < HEAVY_MS and size < HEAVY_BYTES:
        return
    if len(heavy_routes) < MAX_ROUTES:
        heavy_routes.add(get_route(request))
    cost = round(milliseconds + size / BYTES_A_MS)
    for name, most in list_payers(request):
        if add_cost(name, cost) > most:
            if len(blocked_until) >= MAX_BLOCKED:
                blocked_until.clear()
            blocked_until[name] = time.monotonic() + MINUTE


def add_cost(name: str, cost: int) -> int:
    """Return the milliseconds spent under this name since its minute began."""
    try:
        return get_counters().add(name, MINUTE, cost)
    except CountersUnavailable:
        log.warning("costs are counted by each process")
        return local_counts.add(name, MINUTE, cost)


def list_payers(request: HttpRequest) -> Iterator[tuple[str, int]]:
    """Yield the names under which a request is charged, with the milliseconds that each may spend in a minute."""
    address = hash_subscriber(get_client_address(request))
    yield f"cost:address:{address}", COST_OF_ADDRESS
    user = getattr(request, "user", None)
    is_member = user is not None and user.is_authenticated
    name = f"user:{user.pk}" if is_member and user else rate_limits.get_guest_name(request, address)
    yield f"cost:{name}", COST_OF_ONE


def get_route(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.route if match else ""


def get_size(response: HttpResponseBase) -> int:
    """Return the bytes of a response; 0 for a stream."""
    return 0 if response.streaming else len(getattr(response, "content", b""))
