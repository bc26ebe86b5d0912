"""How views answer: pages for browsers, problem documents for programs, and domain errors as messages."""

from collections.abc import Callable
from functools import partial, wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from core.error_status import build_retry_header, get_status
from core.errors import DomainError
from tournaments.access import viewers

View = Callable[..., HttpResponse]


def wants_json(request: HttpRequest) -> bool:
    """Return whether the client prefers JSON to HTML."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def build_problem(status: int, code: str, sentence: str, retry_after: int | None = None) -> JsonResponse:
    """Return an error as a problem document with a stable code and a sentence.

    `retry_after`: as of a DomainError.
    """
    body = {"type": "about:blank", "title": sentence, "status": status, "code": code, "detail": sentence}
    later = build_retry_header(code, retry_after)
    return JsonResponse(body, status=status, headers=later, content_type="application/problem+json")


def build_error_problem(error: DomainError) -> JsonResponse:
    """Return a domain error as a problem document."""
    return build_problem(get_status(error.code), error.code, str(error), error.retry_after)


def respond_to_error(request: HttpRequest, error: DomainError, back: str, *arguments: str) -> HttpResponse:
    """Show a domain error on the page that the input came from, or return it as a problem document."""
    if wants_json(request):
        return build_error_problem(error)
    messages.error(request, str(error))
    return redirect(back, *arguments)


def action(view: View, *, by_key: bool = False) -> View:
    """Return the view limited to POST by users who are logged in; a domain error is shown and nothing else happens.

    `by_key`: it is open too to who holds the key to a casual seat.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, code: str) -> HttpResponse:
        if request.method != "POST":
            return answer_get(request, code)
        if not request.user.is_authenticated and not (by_key and viewers.get_browser_viewer(request).key):
            return ask_for_login(request, code)
        try:
            return view(request, code)
        except DomainError as error:
            return respond_to_error(request, error, "tournament", code)

    return wrapper


action_by_key = partial(action, by_key=True)


def answer_get(request: HttpRequest, code: str) -> HttpResponse:
    """Answer a GET of an action's address: redirect to the tournament, or return a problem document."""
    if wants_json(request):
        return build_problem(405, "method_not_allowed", _("Send this with POST."))
    return redirect("tournament", code)


def ask_for_login(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect to the login page, or return a problem document."""
    if wants_json(request):
        return build_problem(401, "not_logged_in", _("Log in first."))
    return redirect_to_login(f"/tournament/{code}/")


def errors_as_problems(view: View) -> View:
    """Return the view with domain errors as problem documents."""

    @wraps(view)
    def wrapper(request: HttpRequest, *arguments: object, **named: object) -> HttpResponse:
        try:
            return view(request, *arguments, **named)
        except DomainError as error:
            return build_error_problem(error)

    return wrapper


def json_only(view: View) -> View:
    """Return the view with 404 as a problem document."""

    @wraps(view)
    def wrapper(request: HttpRequest, *arguments: object, **named: object) -> HttpResponse:
        try:
            return view(request, *arguments, **named)
        except Http404:
            return build_problem(404, "not_found", _("There is nothing here."))

    return wrapper
