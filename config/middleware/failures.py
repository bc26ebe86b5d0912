"""Responses to errors that reach no view: 503 with Retry-After while the database is unavailable, else 500.

Programs get a problem (RFC 9457) for both, people a page; neither asks the database for anything.
"""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from core.error_status import build_retry_header
from core.transactions import is_unavailable

API = "/api/"


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that ended with an error which nothing else has answered (Django's handler500)."""
    error = sys.exc_info()[1]
    return answer_unavailable(request) if error is not None and is_unavailable(error) else answer_error(request)


def answer_unavailable(request: HttpRequest) -> HttpResponse:
    """Return 503 with Retry-After: the database is unreachable or busy."""
    sentence = _("The site is very busy right now. Try again in a few seconds.")
    return build_answer(request, 503, "busy", sentence, "503.html")


def answer_error(request: HttpRequest) -> HttpResponse:
    """Return 500."""
    return build_answer(request, 500, "error", _("The fault is ours, and we have a record of it."), "500.html")


def build_answer(request: HttpRequest, status: int, code: str, sentence: str, page: str) -> HttpResponse:
    """Return a problem for programs, or a page for people; no cache keeps either."""
    headers = {"Cache-Control": "private, no-store"} | build_retry_header(code)
    if request.path.startswith(API) or request.get_preferred_type(["text/html", "application/json"]) != "text/html":
        body = {"type": "about:blank", "title": sentence, "status": status, "code": code, "detail": sentence}
        return JsonResponse(body, status=status, headers=headers, content_type="application/problem+json")
    return HttpResponse(render_to_string(page), status=status, headers=headers)
