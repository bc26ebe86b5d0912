"""How long a log-in lasts: a while after it was last used, and in any case not for ever (docs/decisions)."""

import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse

from dynasty.limits import SESSION_DAYS

BEGAN, SEEN = "began", "seen"
DAY = 24 * 3600
Handler = Callable[[HttpRequest], HttpResponse]


def lifetimes(get_response: Handler) -> Handler:
    """End a log-in that is too old; keep a younger one alive, with one write a day.

    Whoever does not come for SESSION_IDLE_DAYS is forgotten by the session's own expiry, which each write puts off.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if SESSION_KEY in request.session:
            look(request, time.time())
        return get_response(request)

    return middleware


def look(request: HttpRequest, now: float) -> None:
    began = request.session.get(BEGAN, now)
    if now - began >= SESSION_DAYS * DAY:
        logout(request)
    elif now - request.session.get(SEEN, 0) >= DAY:
        request.session[BEGAN], request.session[SEEN] = began, now


def begin(request: HttpRequest | None = None, **_signal: Any) -> None:
    """Signal: somebody has logged in."""
    if request is not None:
        request.session[BEGAN] = request.session[SEEN] = time.time()
