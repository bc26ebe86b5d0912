"""Token authentication of the API; it reads the Authorization header alone, never a cookie or a URL."""

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS

from core import clock
from core.sentences import fill
from dynasty.domain import tokens
from dynasty.models import ApiToken, User
from dynasty.selectors import api_tokens
from dynasty.services import api_tokens as services

if TYPE_CHECKING:
    from rest_framework.request import Request

SCHEME = "bearer"
USE_INTERVAL = timedelta(minutes=1)
MESSAGES = {
    "token_malformed": _("This is not a token of this site, or a part of it is missing."),
    "token_unknown": _("There is no such token. It may have been revoked."),
    "token_expired": _("This token has expired. Make a new one on the page of your account."),
}


class BadToken(exceptions.AuthenticationFailed):
    """A token that is malformed, unknown or expired."""

    def __init__(self, code: str) -> None:
        super().__init__(MESSAGES[code], code)
        self.default_code = code


class ScopeMissing(exceptions.PermissionDenied):
    """A token without the scope that the request needs."""

    default_code = "scope_missing"

    def __init__(self, scope: str) -> None:
        sentence = _("Your token lacks the scope “%(scope)s”. Make one that has it on the page of your tokens.")
        super().__init__(fill(str(sentence), {"scope": scope}))
        self.details = {"scope": scope}


def read_secret(header: str) -> str | None:
    """Return the token of an Authorization header; None if there is none."""
    scheme, _space, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == SCHEME else None


def get_token(secret: str) -> ApiToken:
    """Return the token with this secret, or raise BadToken."""
    if not tokens.is_well_formed(secret):
        raise BadToken("token_malformed")
    token = api_tokens.find_by_secret(secret)
    if token is None or not token.user.is_active:
        raise BadToken("token_unknown")
    if token.expires_at <= clock.now():
        raise BadToken("token_expired")
    return token


def record_use(token: ApiToken) -> None:
    """Keep when it was used last, to the minute: most calls write nothing."""
    now = clock.now()
    if token.last_used_at is None or now - token.last_used_at >= USE_INTERVAL:
        services.record_use(token=token, at=now)


class TokenAuthentication(BaseAuthentication):
    """A token opens what its scopes say and nothing else; a view that names no scope for writing takes none."""

    def authenticate(self, request: "Request") -> tuple[User, ApiToken] | None:
        secret = read_secret(request.headers.get("Authorization", ""))
        if secret is None:
            return None
        token = get_token(secret)
        view = (request.parser_context or {}).get("view")
        scope = tokens.READ if request.method in SAFE_METHODS else getattr(view, "write_scope", None)
        if scope not in token.scopes:
            raise ScopeMissing(str(scope))
        record_use(token)
        return token.user, token

    def authenticate_header(self, request: "Request") -> str:
        return "Bearer"
