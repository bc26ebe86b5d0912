"""Rate limits of writing requests by person and by address, counted before the view runs.

Without the shared counters, views that prove identity refuse everything; for the rest each process counts by itself
meanwhile, and the database has limits of its own.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.views import INTERNAL_RESET_SESSION_KEY
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.middleware.api_rate_limits import API_ROOT
from core import limits
from core.counters import CountersUnavailable, LocalCounters, get_counters
from core.rate_limits import hash_subscriber
from dynasty.api.authentication import read_secret
from tournaments.access.viewers import get_api_viewer, get_browser_viewer, get_client_address
from tournaments.services import integrity

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
USERS_PER_ADDRESS = 10  # people may share an address: so many times as much as one of them may
local_counts = LocalCounters()
"""Counters of this process, used while the shared ones do not answer."""
Handler = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True)
class Rate:
    """A limit: so many requests in so many seconds."""

    name: str
    most: int
    seconds: int
    strict: bool = False
    """Whether requests are refused while the shared counters do not answer."""
    of_address: int = 0
    """How often everybody at one address may come together; 0 stands for MANY times `most`."""


LOGIN = Rate("login", *limits.LOGINS, strict=True)
REGISTER = Rate("register", *limits.REGISTRATIONS, strict=True)
VALUE = Rate("value", *limits.VALUE_ACTS)
ORDER = Rate("order", *limits.ORDERS_SENT, of_address=limits.ORDERS_OF_ADDRESS[0])
TALK = Rate("talk", *limits.MESSAGES_SENT)
OTHER = Rate("other", *limits.OTHER_ACTS)

RATE_LIMITED_VIEWS = {
    LOGIN: {
        "account_login", "account_reauthenticate", "account_change_password", "account_confirm_login_code",
        "account_reset_password", "account_reset_password_from_key", "mfa_authenticate", "mfa_reauthenticate",
        "mfa_login_webauthn", "mfa_reauthenticate_webauthn", "farewell", "openid_connect_login",
    },
    REGISTER: {"account_signup"},
    VALUE: {
        "market_compose", "market_buy", "market_piece", "api_regalia",
        "market_accept", "market_withdraw", "api_offers", "api_offer", "api_accept",
        "api_keys", "tournament_bet", "api_bets", "announce", "api_tournaments", "announce_series", "api_all_series",
        "tournament_enter", "api_entry", "edit_recurrence", "api_recurring_setup",
        "tournament_treaties", "tournament_treaty", "api_treaties", "api_treaty",
    },
    ORDER: {"tournament_order", "api_order", "tournament_abdicate", "tournament_stand", "api_standing"},
    TALK: {
        "tournament_talk", "api_talk", "talk_message", "api_report", "conversation", "private_message", "club_talk",
        "casual_words", "study_comment", "report_study", "report_name", "appeal",
    },
}  # fmt: skip
"""The views of each rate, by URL name; all others have OTHER."""
SECOND_STEP_VIEWS = {"mfa_authenticate", "account_confirm_login_code"}
"""Views of the second step of a log-in, whose account the session knows."""
RESET_VIEW = "account_reset_password_from_key"
RATES_BY_VIEW = {view: rate for rate, views in RATE_LIMITED_VIEWS.items() for view in views}


class RateLimitMiddleware:
    """The middleware that counts writing requests after routing and before the view."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Return a refusal, or None to let the request pass."""
        if request.method in SAFE:
            return None
        match = request.resolver_match
        rate = RATES_BY_VIEW.get(match.view_name if match else "", OTHER)
        if rate is VALUE and integrity.is_wealth_frozen():
            return build_resting_response(request)
        try:
            return (
                build_too_fast_response(request, rate)
                if any(is_over(rate, *each) for each in list_callers(request, rate))
                else None
            )
        except CountersUnavailable:
            if rate.strict:
                return build_unavailable_response(request)
            return (
                build_too_fast_response(request, rate)
                if any(is_over_locally(rate, *each) for each in list_callers(request, rate))
                else None
            )


def is_over(rate: Rate, caller: str, most: int) -> bool:
    """Count once more, and return whether that exceeds the limit."""
    return get_counters().add(f"{rate.name}:{caller}", rate.seconds) > most


def is_over_locally(rate: Rate, caller: str, most: int) -> bool:
    """Count in this process, for when the shared counters do not answer; return whether that exceeds the limit."""
    return local_counts.add(f"{rate.name}:{caller}", rate.seconds) > most


def list_callers(request: HttpRequest, rate: Rate) -> Iterator[tuple[str, int]]:
    """Yield the names under which a request is counted, the cheapest first, with how often each may come."""
    address = hash_subscriber(get_client_address(request))
    account = hash_account(request, rate)
    if account:
        yield f"account:{account}", rate.most
    if rate is LOGIN:
        yield f"address:{address}", limits.LOGINS_OF_ADDRESS[0]
        return
    if rate is REGISTER:
        yield f"address:{address}", rate.most
        return
    yield f"address:{address}", rate.of_address or rate.most * USERS_PER_ADDRESS
    if is_token_call(request):
        return  # config.middleware.api_rate_limits counts what one token does
    if request.user.is_authenticated:
        yield f"user:{request.user.pk}", rate.most
    else:
        yield get_guest_name(request, address), rate.most


def get_guest_name(request: HttpRequest, address: str) -> str:
    """Return the name under which a guest is counted: the key of its casual seats, without one its address.

    Pages read the key from a cookie that the site signed. A program may invent one for each call; what its address may
    do then is the bound.
    """
    holder = get_api_viewer(request) if request.path.startswith(API_ROOT) else get_browser_viewer(request)
    return f"seat:{holder.key[:32]}" if holder.key else f"guest:{address}"


def is_token_call(request: HttpRequest) -> bool:
    """Return whether a token, not a session, says who asks: the API alone reads tokens, and only as a bearer's."""
    return request.path.startswith(API_ROOT) and read_secret(request.headers.get("Authorization", "")) is not None


def hash_account(request: HttpRequest, rate: Rate) -> str:
    """Return a hash of the account whose password or code is tried, so that it is counted over all addresses."""
    named = get_account(request) if rate is LOGIN else ""
    return hashlib.sha256(named.strip().casefold().encode()).hexdigest()[:32] if named else ""


def get_account(request: HttpRequest) -> str:
    """Return the account that a log-in is about: of the session, of the log-in or reset under way, or of the form.

    The session is looked at before the form where both may speak, so that nobody tries codes under another's name.
    """
    match, session = request.resolver_match, getattr(request, "session", {})
    pending = session.get(LOGIN_SESSION_KEY)
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    if match and match.view_name in SECOND_STEP_VIEWS and isinstance(pending, dict):
        return f"pending:{pending.get('user_pk') or pending.get('email')}"
    if match and match.view_name == RESET_VIEW:
        return f"reset:{session[INTERNAL_RESET_SESSION_KEY]}" if INTERNAL_RESET_SESSION_KEY in session else ""
    return str(request.POST.get("login") or request.POST.get("email") or "")


def build_too_fast_response(request: HttpRequest, rate: Rate) -> HttpResponse:
    sentence = _("Too many tries in a short time. Wait a little, then try again.")
    return build_error_response(request, 429, "too_fast", sentence, rate.seconds)


def build_unavailable_response(request: HttpRequest) -> HttpResponse:
    sentence = _("This is closed for a moment to keep accounts and wealth safe. Try again in a minute.")
    return build_error_response(request, 503, "busy", sentence, 60)


def build_resting_response(request: HttpRequest) -> HttpResponse:
    sentence = _("The ledger is being checked, so nothing of value changes hands for now. Battles go on.")
    return build_error_response(request, 503, "busy", sentence, 600)


def build_error_response(request: HttpRequest, status: int, code: str, sentence: str, seconds: int) -> HttpResponse:
    """Return a page for people or a problem for programs, both with Retry-After."""
    headers = {"Retry-After": str(seconds), "Cache-Control": "private, no-store"}
    if request.path.startswith("/api/") or request.get_preferred_type(["text/html", "application/json"]) != "text/html":
        body = {"type": "about:blank", "title": sentence, "status": status, "code": code, "detail": sentence}
        return JsonResponse(body, status=status, headers=headers, content_type="application/problem+json")
    answer = render(request, "429.html", {"sentence": sentence, "busy": status == 503}, status=status)
    for name, value in headers.items():
        answer[name] = value
    return answer
