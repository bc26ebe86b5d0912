"""How a door answers: in a page for people, as problem JSON for programs, and never with an error of ours."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from core.error_status import get_status
from core.errors import BusyError, DomainError
from tournaments.access import viewers

View = Callable[..., HttpResponse]


def wants_json(request: HttpRequest) -> bool:
    """Whether the asker reads JSON rather than pages."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def build_problem(status: int, code: str, sentence: str) -> JsonResponse:
    """An error for programs: a stable code and a sentence."""
    body = {"type": "about:blank", "title": sentence, "status": status, "code": code, "detail": sentence}
    later = {"Retry-After": str(BusyError.RETRY_AFTER)} if status == 503 else None
    return JsonResponse(body, status=status, headers=later, content_type="application/problem+json")


def respond_to_error(request: HttpRequest, refused: DomainError, back: str, *arguments: str) -> HttpResponse:
    """Say no: on the page that the wish came from, or as a problem."""
    if wants_json(request):
        return build_problem(get_status(refused.code), refused.code, str(refused))
    messages.error(request, str(refused))
    return redirect(back, *arguments)


def action(view: View, *, by_key: bool = False) -> View:
    """A door that changes something: POST alone, by somebody who has logged in; a refusal is told and nothing else.

    `by_key`: it is open too to who holds the key to a casual seat.
    """

    @wraps(view)
    def door(request: HttpRequest, code: str) -> HttpResponse:
        if request.method != "POST":
            return answer_get(request, code)
        if not request.user.is_authenticated and not (by_key and viewers.get_browser_viewer(request).key):
            return ask_for_login(request, code)
        try:
            return view(request, code)
        except DomainError as refused:
            return respond_to_error(request, refused, "tournament", code)

    return door


action_by_key = partial(action, by_key=True)


def answer_get(request: HttpRequest, code: str) -> HttpResponse:
    """What somebody sees who follows or reloads the address of a wish: the page of the tournament."""
    if wants_json(request):
        return build_problem(405, "method_not_allowed", _("Send this with POST."))
    return redirect("tournament", code)


def ask_for_login(request: HttpRequest, code: str) -> HttpResponse:
    if wants_json(request):
        return build_problem(401, "not_logged_in", _("Log in first."))
    return redirect_to_login(f"/tournament/{code}/")


def errors_as_problems(view: View) -> View:
    """A door for programs and other pages: what is refused is told as a problem."""

    @wraps(view)
    def door(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *arguments, **named)
        except DomainError as refused:
            return build_problem(get_status(refused.code), refused.code, str(refused))

    return door


def json_only(view: View) -> View:
    """A door that answers in JSON whatever happens."""

    @wraps(view)
    def door(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *arguments, **named)
        except Http404:
            return build_problem(404, "not_found", _("There is nothing here."))

    return door
