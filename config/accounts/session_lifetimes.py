"""How long a session lasts: a while after its last use, and never longer than SESSION_DAYS."""

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
    """Log out of a session that is too old; extend a younger one, with one write a day."""

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
    """Set when the session expires: some days after its last use, and no later than its greatest age."""
    request.session[BEGAN], request.session[LAST_EXTENDED] = began, now
    if not request.session.get_expire_at_browser_close():
        ends = min(now + SESSION_IDLE_DAYS * DAY, began + SESSION_DAYS * DAY)
        request.session.set_expiry(datetime.fromtimestamp(ends, UTC))


def start_session(request: HttpRequest | None = None, **_signal: Any) -> None:
    """Note when a session began; a receiver of `user_logged_in`."""
    if request is not None:
        now = time.time()
        extend(request, now, now)
