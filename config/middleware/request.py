"""Middleware for every request: id and log line, headers, the reader's language and time zone."""

import re
import time
import zoneinfo
from collections.abc import Callable
from uuid import uuid4

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from core.error_status import RETRY_AFTER_STATUS

log = structlog.get_logger("request")
Handler = Callable[[HttpRequest], HttpResponse]
FIRST_ERROR_STATUS = 400
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
FIXED_HEADERS = {
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
}


def log_request(get_response: Handler) -> Handler:
    """Give the request an id that is on each of its log lines and in its response, and log how it ended."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request_id = get_request_id(request.headers.get("X-Request-ID", ""))
        structlog.contextvars.bind_contextvars(request_id=request_id)
        began = time.monotonic()
        try:
            response = get_response(request)
            response["X-Request-ID"] = request_id
            took = round((time.monotonic() - began) * 1000)
            log.info("request", **describe_request(request, response), ms=took)
            return response
        finally:
            structlog.contextvars.unbind_contextvars("request_id")

    return middleware


def get_request_id(sent: str) -> str:
    """Return the id that the client gave if it is well-formed, or a new one."""
    return sent if REQUEST_ID.fullmatch(sent) else uuid4().hex


def describe_request(request: HttpRequest, response: HttpResponse) -> dict[str, object]:
    """Return method, route and status; for a refused request the account's key as well.

    The route and not the path: a path may hold a secret, such as a reset key.
    """
    match = request.resolver_match
    user: dict[str, object] = {"user": get_user_pk(request)} if response.status_code >= FIRST_ERROR_STATUS else {}
    values = {"method": request.method, "route": match.route if match else "", "status": response.status_code}
    return {**values, **user}


def get_user_pk(request: HttpRequest) -> int | None:
    """Return the key of the user of a session or token; None for nobody."""
    return getattr(getattr(request, "user", None), "pk", None)


def set_headers(get_response: Handler) -> Handler:
    """Set headers that forbid what we never use, and keep responses out of caches unless they say otherwise.

    What is refused for a while says when to try again, at the latest here.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in FIXED_HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "private, no-store")
        if response.status_code in RETRY_AFTER_STATUS:
            response.headers.setdefault("Retry-After", str(RETRY_AFTER_STATUS[response.status_code]))
        return response

    return middleware


def set_language(get_response: Handler) -> Handler:
    """Activate the language that the user has chosen; for others the browser's is active already."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language in dict(settings.LANGUAGES):
            translation.activate(language)  # and not for a while: the answer says its language further out
            request.LANGUAGE_CODE = language
        return get_response(request)

    return middleware


def set_time_zone(get_response: Handler) -> Handler:
    """Activate the time zone that the user has chosen."""

    def middleware(request: HttpRequest) -> HttpResponse:
        with timezone.override(get_time_zone(request)):
            return get_response(request)

    return middleware


def get_time_zone(request: HttpRequest) -> zoneinfo.ZoneInfo | None:
    """Return the user's time zone; None, the site's, for nobody, for no choice and for an unknown name."""
    name = getattr(request.user, "time_zone", "")
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return None
