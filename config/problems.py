"""Responses where no view of ours answers: a problem (RFC 9457) for programs, a page for people."""

from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from core.incoming_text import FORBIDDEN, BadText, drop_forbidden
from core.sentences import fill
from dynasty.api.problem_details import CONTENT_TYPE

API = "/api/"
READ = ("GET", "HEAD")
PRIVATE = {"Cache-Control": "private, no-store"}


def wants_problem(request: HttpRequest) -> bool:
    """Return whether a program asks, by its address or by what it accepts."""
    accepted = request.get_preferred_type(["text/html", "application/json"])
    return request.path.startswith(API) or accepted == "application/json"


def build_problem(status: int, code: str, sentence: str) -> HttpResponse:
    """Return application/problem+json (RFC 9457) with a stable code."""
    body = {"type": "about:blank", "title": sentence, "status": status, "code": code, "detail": sentence}
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE, headers=PRIVATE)


@dataclass(frozen=True)
class Resend:
    """What was sent with a refused character, for a form that sends it again without it."""

    method: str
    action: str
    texts: list[tuple[str, str]]
    """The fields that held the character, to be looked over."""
    others: list[tuple[str, str]]
    """The others, as they were sent."""


def answer_bad_text(request: HttpRequest, bad: BadText, resend: Resend | None = None) -> HttpResponse:
    """Return the refusal of a request with a text that cannot be kept or shown safely.

    `resend`: what can be sent again; only where the form that it came from is known to be ours.
    """
    sentence = _("This text holds a character that cannot be used: %(character)s.")
    if bad.turns:
        sentence = _("This text holds a hidden character that turns the direction of writing: %(character)s.")
    sentence = fill(sentence, {"character": bad.character})
    if wants_problem(request):
        return build_problem(400, "bad_text", sentence)
    response = render(request, "400.html", {"sentence": sentence, "resend": resend}, status=400)
    response["Cache-Control"] = PRIVATE["Cache-Control"]
    return response


def build_resend(request: HttpRequest) -> Resend | None:
    """Return the form of a request without refused characters; None where a name holds one, or with a password."""
    is_read = request.method in READ
    fields = request.GET if is_read else request.POST
    if any(FORBIDDEN.search(name) or "password" in name for name in fields):
        return None
    pairs = [(name, value) for name, values in fields.lists() for value in values if name != "csrfmiddlewaretoken"]
    texts = [(name, drop_forbidden(value)) for name, value in pairs if FORBIDDEN.search(value)]
    others = [pair for pair in pairs if not FORBIDDEN.search(pair[1])]
    return Resend("get" if is_read else "post", request.path if is_read else request.get_full_path(), texts, others)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django refuses by itself, such as one that is too large."""
    status, code, sentence = 400, "bad_request", _("This request cannot be read.")
    if isinstance(exception, RequestDataTooBig):
        most = {"most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE}
        status, code = 413, "too_large"
        sentence = fill(_("This request is too large: at most %(most)s bytes are read."), most)
    if wants_problem(request):
        return build_problem(status, code, sentence)
    return render(request, "400.html", {"sentence": sentence}, status=status)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that a page refuses to who asks."""
    if request.path.startswith(API):
        return build_problem(403, "permission_denied", _("You may not do this."))
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request for an address that there is not."""
    if request.path.startswith(API):
        no_slash = request.method not in READ and not request.path.endswith("/")
        sentence = _("Addresses of the API end with a slash.") if no_slash else _("There is no such address.")
        return build_problem(404, "not_found", sentence)
    return defaults.page_not_found(request, exception)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without our token."""
    from django.views.csrf import csrf_failure as page

    if request.path.startswith(API):
        return build_problem(403, "permission_denied", _("You may not do this."))
    return page(request, reason)
