"""Log lines about accounts: log-ins, refusals, second factors, passwords, addresses and log-outs.

A line says what, when, by which account and how; of the client only a keyed hash of its network, so that one client's
lines differ from others'. No password, code or address is ever in one.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import structlog
from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth import signals as auth
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from config.accounts import session_lifetimes
from core import rate_limits
from dynasty.models import User
from tournaments.access.viewers import get_client_address

log = structlog.get_logger("entrance")
SALT = "config.accounts.entrances"  # as it was first called: another would change every digest
SIGNALS: dict[str, Signal] = {
    "step_passed": account.authentication_step_completed,
    "logged_in": auth.user_logged_in,
    "refused": auth.user_login_failed,
    "logged_out": auth.user_logged_out,
    "signed_up": account.user_signed_up,
    "password_changed": account.password_changed,
    "password_reset": account.password_reset,
    "address_added": account.email_added,
    "address_changed": account.email_changed,
    "address_removed": account.email_removed,
    "address_confirmed": account.email_confirmed,
    "code_refused": account.email_verification_code_rejected,
    "factor_added": mfa.authenticator_added,
    "factor_removed": mfa.authenticator_removed,
    "factor_reset": mfa.authenticator_reset,
    "factor_used": mfa.authenticator_used,
    "factor_refused": mfa.authentication_failed,
}
"""What is written, and when."""
REAUTHENTICATION_VIEW = "account_reauthenticate"
Handler = Callable[[HttpRequest], HttpResponse]


def connect_signals() -> None:
    """Connect the log to the signals of Django and allauth; called once, at the start."""
    auth.user_logged_in.connect(session_lifetimes.start_session, dispatch_uid="config.accounts.session_lifetimes")
    for what, signal in SIGNALS.items():
        signal.connect(partial(write_event, what), weak=False, dispatch_uid=f"config.accounts.audit {what}")


def write_event(what: str, request: HttpRequest | None = None, **facts: Any) -> None:
    log.info("entrance", what=what, user=find_user(facts), way=get_method(facts), network=hash_network(request))


def find_user(facts: dict[str, Any]) -> int | None:
    """Return the key of the account that a signal names, or that a failed log-in was aimed at; None for nobody."""
    user = facts.get("user") or getattr(facts.get("email_address"), "user", None)
    if user is not None:
        return int(user.pk)
    address = (facts.get("credentials") or {}).get("email")
    return User.objects.filter(email=str(address).lower()).values_list("pk", flat=True).first() if address else None


def get_method(facts: dict[str, Any]) -> str:
    """Return how it was done: a password, a link, one-time codes, a passkey; empty where the signal does not say."""
    return str(facts.get("method") or getattr(facts.get("authenticator"), "type", ""))


def hash_network(request: HttpRequest | None) -> str:
    if request is None:
        return ""
    return salted_hmac(SALT, rate_limits.hash_subscriber(get_client_address(request)), algorithm="sha256").hexdigest()[
        :16
    ]


def log_failed_reauthentication(get_response: Handler) -> Handler:
    """Log a failed request for the password of somebody logged in, for which allauth has no signal."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        if (
            request.method == "POST"
            and match
            and match.view_name == REAUTHENTICATION_VIEW
            and response.status_code == 200
        ):
            write_event("refused", request, user=request.user, method="password")
        return response

    return middleware
