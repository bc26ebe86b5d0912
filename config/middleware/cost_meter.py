"""What requests cost: processor time and bytes, charged to who asks wherever one of them costs more than a page should.

Rates by number alone do not bound what an address can cost, since one request may cost a hundred times as much as
another. So each is measured: what is heavy is charged, in milliseconds, to the user or the address that asked, and who
has spent its minute is refused the routes that have been heavy in this process. Cheap routes, such as orders, go on.
Where nothing can be counted each process counts for itself.
"""

import logging
import time
from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config.middleware import rate_limits
from core.counters import CountersUnavailable, LocalCounters, get_counters
from core.limits import COST_OF_ADDRESS, COST_OF_ONE, HEAVY_BYTES, HEAVY_MS
from core.rate_limits import hash_subscriber
from tournaments.access.viewers import address_of

log = logging.getLogger(__name__)
MINUTE = 60
BYTES_A_MS = 10_000  # what sending costs besides
MOST_ROUTES = 1_000  # kept in mind; there are fewer in the URL table
MOST_SPENT = 10_000  # names kept in mind
here = LocalCounters()
"""Of this process, while the shared ones do not answer."""
heavy: set[str] = set()
"""The routes of which a request has been heavy in this process."""
spent: dict[str, float] = {}
"""Who has spent its minute, and until when nothing heavy is done for it, by this process's own clock."""
Handler = Callable[[HttpRequest], HttpResponseBase]


class CostMeter:
    """The middleware: measures the view and what is inside of it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.thread_time()
        response = self.get_response(request)
        charge(request, (time.thread_time() - began) * 1000, size_of(response))
        return response

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Refuse a heavy route to who has spent its minute; None lets the request in."""
        if route_of(request) not in heavy:
            return None
        now = time.monotonic()
        if any(spent.get(name, 0) > now for name, _most in payers(request)):
            return rate_limits.too_fast(request, rate_limits.OTHER)
        return None


def charge(request: HttpRequest, milliseconds: float, size: int) -> None:
    """Write down what a heavy request cost; a light one costs nothing."""
    if milliseconds < HEAVY_MS and size < HEAVY_BYTES:
        return
    if len(heavy) < MOST_ROUTES:
        heavy.add(route_of(request))
    cost = round(milliseconds + size / BYTES_A_MS)
    for name, most in payers(request):
        if add(name, cost) > most:
            if len(spent) >= MOST_SPENT:
                spent.clear()
            spent[name] = time.monotonic() + MINUTE


def add(name: str, cost: int) -> int:
    """Return what was spent under this name since its minute began."""
    try:
        return get_counters().add(name, MINUTE, cost)
    except CountersUnavailable:
        log.warning("costs are counted by each process")
        return here.add(name, MINUTE, cost)


def payers(request: HttpRequest) -> Iterator[tuple[str, int]]:
    """Return under which names a request is charged, and how many milliseconds each may spend in a minute."""
    address = hash_subscriber(address_of(request))
    yield f"cost:address:{address}", COST_OF_ADDRESS
    user = getattr(request, "user", None)
    known = user is not None and user.is_authenticated
    name = f"user:{user.pk}" if known and user else rate_limits.guest_of(request, address)
    yield f"cost:{name}", COST_OF_ONE


def route_of(request: HttpRequest) -> str:
    match = request.resolver_match
    return match.route if match else ""


def size_of(response: HttpResponseBase) -> int:
    """Return how many bytes an answer has; of a stream nobody knows."""
    return 0 if response.streaming else len(getattr(response, "content", b""))
