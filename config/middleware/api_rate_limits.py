"""Rate limits of the API, counted by token and by address before anything is looked up."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from core import limits, rate_limits
from dynasty.api.authentication import read_secret
from dynasty.api.problem_details import CONTENT_TYPE
from dynasty.domain import tokens
from tournaments.access.viewers import get_client_address

API_ROOT = "/api/v1/"
MINUTE = 60
Handler = Callable[[HttpRequest], HttpResponse]


def limit_calls(get_response: Handler) -> Handler:
    """Refuse a token or an address that calls too often, and an address that sends too many bad tokens."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(API_ROOT):
            return get_response(request)
        bad = f"calls:bad:{rate_limits.hash_subscriber(get_client_address(request))}"
        too_many = [rate_limits.increment(name, MINUTE) > most for name, most in list_callers(request)]
        if any(too_many) or rate_limits.get_count(bad) >= limits.BAD_TOKENS:
            return build_too_fast_response()
        response = get_response(request)
        if response.status_code == 401 and read_secret(request.headers.get("Authorization", "")) is not None:
            rate_limits.increment(bad, MINUTE)
        return response

    return middleware


def list_callers(request: HttpRequest) -> list[tuple[str, int]]:
    """Return the names under which a call is counted, with how many calls a minute each may make."""
    names = [(f"calls:address:{rate_limits.hash_subscriber(get_client_address(request))}", limits.CALLS_OF_ADDRESS)]
    secret = read_secret(request.headers.get("Authorization", ""))
    if secret is not None and tokens.is_well_formed(secret):
        names.append((f"calls:token:{tokens.hash_token(secret)[:32]}", limits.CALLS_OF_TOKEN))
    return names


def build_too_fast_response() -> HttpResponse:
    """Return the problem for too many calls, with Retry-After."""
    sentence = _("Too many tries in a short time. Wait a little, then try again.")
    body = {"type": "about:blank", "title": sentence, "status": 429, "code": "too_fast"}
    return JsonResponse(body, status=429, content_type=CONTENT_TYPE, headers={"Retry-After": str(MINUTE)})
