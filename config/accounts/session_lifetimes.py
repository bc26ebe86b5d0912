"""How long a log-in lasts: a while after it was last used, and in any case not for ever (docs/decisions)."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse

from core.limits import SESSION_DAYS, SESSION_IDLE_DAYS

BEGAN, LAST_EXTENDED = "began", "seen"
DAY = 24 * 3600
Handler = Callable[[HttpRequest], HttpResponse]


def limit_lifetimes(get_response: Handler) -> Handler:
    """End a log-in that is too old; keep a younger one alive, with one write a day."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if SESSION_KEY in request.session:
            check_age(request, time.time())
        return get_response(request)

    return middleware


def check_age(request: HttpRequest, now: float) -> None:
    began = request.session.get(BEGAN, now)
    if now - began >= SESSION_DAYS * DAY:
        logout(request)
    elif now - request.session.get(LAST_EXTENDED, 0) >= DAY:
        extend(request, began, now)


def extend(request: HttpRequest, began: float, now: float) -> None:
    """Let the session expire by itself, and with it what is open, when nobody uses it any more or it is too old."""
    request.session[BEGAN], request.session[LAST_EXTENDED] = began, now
    if not request.session.get_expire_at_browser_close():
        ends = min(now + SESSION_IDLE_DAYS * DAY, began + SESSION_DAYS * DAY)
        request.session.set_expiry(datetime.fromtimestamp(ends, UTC))


def start_session(request: HttpRequest | None = None, **_signal: Any) -> None:
    """Signal: somebody has logged in."""
    if request is not None:
        now = time.time()
        extend(request, now, now)
