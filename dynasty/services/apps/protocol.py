"""OAuth 2.1 by oauthlib: an authorization code with PKCE, refresh tokens that are used once, and revocation.

One validator serves one request, within the transaction of a service of dynasty.services.apps.grants.
"""

import re
from base64 import b64decode
from datetime import timedelta
from secrets import compare_digest
from typing import Any
from urllib.parse import unquote_plus, urlencode

from django.db.models import Q
from oauthlib.oauth2 import (
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    InvalidRequestError,
    RefreshTokenGrant,
    RequestValidator,
    RevocationEndpoint,
    TokenEndpoint,
)

from core import clock
from core.limits import ACCESS_SECONDS, CODE_SECONDS, REFRESH_DAYS
from dynasty.domain import redirects, tokens
from dynasty.domain.tokens import READ
from dynasty.models import ApiToken, AppGrant, ThirdPartyApp
from dynasty.services.apps.ending import end_grants

BASE = "https://localhost/"
"""An address that oauthlib takes for a safe one; config.middleware sees to it that it is."""
ASKED = (
    "client_id",
    "redirect_uri",
    "response_type",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
)
"""What an app may say when it sends a user here; oauthlib would take more, as the user's name."""
SENT = (
    "grant_type",
    "code",
    "redirect_uri",
    "client_id",
    "client_secret",
    "code_verifier",
    "refresh_token",
    "scope",
    "token",
    "token_type_hint",
)
"""What it may say when it asks for tokens."""
GRANTS = ("authorization_code", "refresh_token")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
FAMILY_LENGTH = len(tokens.REFRESH_PREFIX) + tokens.BODY_LENGTH + tokens.CHECKSUM_LENGTH
"""The length of the part of a refresh token that stays; another token follows."""


class Validator(RequestValidator):  # type: ignore[misc]
    """What oauthlib asks about apps, users, codes and tokens."""

    def __init__(self) -> None:
        self.app: ThirdPartyApp | None = None
        self.grant: AppGrant | None = None

    def get_app(self) -> ThirdPartyApp:
        """Return the app of the request, which was found."""
        assert self.app is not None
        return self.app

    def get_grant(self) -> AppGrant:
        """Return what the request is about, which was found."""
        assert self.grant is not None
        return self.grant

    def find_app(self, client_id: str | None, request: Any) -> ThirdPartyApp | None:
        found = ThirdPartyApp.objects.select_related("dynasty__user").filter(code=client_id or "").first()
        alive = found if found and found.dynasty.user and found.dynasty.user.is_active else None
        self.app = request.client = alive
        return alive

    # ── A user is sent here ────────────────────────────────────────────────────────────────────────────────

    def validate_client_id(self, client_id: str, request: Any, *args: Any, **kwargs: Any) -> bool:
        return self.find_app(client_id, request) is not None

    def validate_redirect_uri(self, client_id: str, redirect_uri: str, *args: Any, **kwargs: Any) -> bool:
        return any(redirects.is_same(each, redirect_uri) for each in self.get_app().redirects)

    def get_default_redirect_uri(self, *args: Any, **kwargs: Any) -> None:
        return None

    def validate_response_type(self, client_id: str, response_type: str, *args: Any, **kwargs: Any) -> bool:
        return response_type == "code"

    def is_pkce_required(self, *args: Any) -> bool:
        return True

    def validate_scopes(self, client_id: str, scopes: list[str], *args: Any, **kwargs: Any) -> bool:
        return set(scopes) <= set(tokens.SCOPES)

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [READ]

    def save_authorization_code(self, client_id: str, code: dict[str, str], request: Any, *args: Any) -> None:
        now = clock.now()
        AppGrant.objects.create(
            app=self.get_app(),
            user=request.user,
            scopes=[scope for scope in tokens.SCOPES if scope in {*request.scopes, READ}],
            redirect=request.redirect_uri,
            challenge=request.code_challenge,
            code_digest=tokens.hash_token(code["code"]),
            made_at=now,
            expires_at=now + timedelta(seconds=CODE_SECONDS),
        )

    # ── An app asks for tokens ─────────────────────────────────────────────────────────────────────────────

    def client_authentication_required(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        if read_basic(request) or request.client_secret:
            return True
        found = self.find_app(request.client_id, request)
        return found is None or bool(found.secret_digest)

    def authenticate_client(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        code, secret = read_basic(request) or (request.client_id or "", request.client_secret or "")
        if request.client_id and request.client_id != code:
            return False
        found = self.find_app(code, request)
        return bool(found and found.secret_digest and compare_digest(found.secret_digest, tokens.hash_token(secret)))

    def authenticate_client_id(self, client_id: str, request: Any, *args: Any, **kwargs: Any) -> bool:
        found = self.find_app(client_id, request)
        return found is not None and not found.secret_digest

    def validate_grant_type(self, client_id: str, grant_type: str, *args: Any, **kwargs: Any) -> bool:
        return grant_type in GRANTS

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any) -> bool:
        return self.take(
            self.lock_grant(code_digest=tokens.hash_token(code)), request, lambda row: not row.refresh_digest
        )

    def get_code_challenge(self, code: str, request: Any) -> str:
        return self.get_grant().challenge

    def get_code_challenge_method(self, code: str, request: Any) -> str:
        return "S256"

    def confirm_redirect_uri(self, client_id: str, code: str, redirect_uri: str, *args: Any, **kwargs: Any) -> bool:
        return redirect_uri == self.get_grant().redirect

    def invalidate_authorization_code(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: the refresh token that was saved tells that the code was used."""

    def validate_refresh_token(self, refresh_token: str, client: Any, request: Any, *args: Any) -> bool:
        family = refresh_token[:FAMILY_LENGTH]
        digest = tokens.hash_token(refresh_token)
        row = self.lock_grant(family_digest=tokens.hash_token(family))
        return self.take(row, request, lambda found: compare_digest(found.refresh_digest, digest))

    def get_original_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return list(self.get_grant().scopes)

    def save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> None:
        now, row = clock.now(), self.get_grant()
        secret, refresh = token["access_token"], token["refresh_token"]
        ApiToken.objects.filter(grant=row).delete()
        ApiToken.objects.create(
            user=row.user,
            grant=row,
            name=row.app.name,
            shown=secret[: tokens.VISIBLE_CHARACTERS],
            digest=tokens.hash_token(secret),
            scopes=[scope for scope in row.scopes if scope in {*request.scopes, READ}],
            made_at=now,
            expires_at=now + timedelta(seconds=ACCESS_SECONDS),
        )
        row.family_digest = tokens.hash_token(refresh[:FAMILY_LENGTH])
        row.refresh_digest = tokens.hash_token(refresh)
        row.expires_at = now + timedelta(days=REFRESH_DAYS)
        row.save(update_fields=["family_digest", "refresh_digest", "expires_at"])

    # ── A token is to end ──────────────────────────────────────────────────────────────────────────────────

    def revoke_token(self, token: str, token_type_hint: str, request: Any, *args: Any, **kwargs: Any) -> None:
        """End all that the token belongs to: an app that is done with one is done with both."""
        digest = tokens.hash_token(token)
        end_grants(AppGrant.objects.filter(Q(refresh_digest=digest) | Q(tokens__digest=digest), app=self.get_app()))

    def lock_grant(self, **hashes: str) -> AppGrant | None:
        """Lock and return what a user has allowed this app, by a hash."""
        rows = AppGrant.objects.select_related("user", "app").select_for_update(of=("self",))
        return rows.filter(app=self.get_app(), **hashes).first()

    def take(self, row: AppGrant | None, request: Any, is_fresh: Any) -> bool:
        """Let the request be about a grant; one whose code or refresh token was used before is ended."""
        if row is None or row.expires_at <= clock.now() or not row.user.is_active:
            return False
        if not is_fresh(row):
            row.delete()
            return False
        self.grant, request.user, request.scopes = row, row.user, list(row.scopes)
        return True


def read_basic(request: Any) -> tuple[str, str] | None:
    """Return the code and the secret of an Authorization header; None if there are none."""
    scheme, _space, sent = str(request.headers.get("Authorization") or "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        code, colon, secret = b64decode(sent.strip(), validate=True).decode().partition(":")
    except ValueError:
        return ("", "")
    return (unquote_plus(code), unquote_plus(secret)) if colon else ("", "")


def check_challenge(request: Any) -> dict[str, Any]:
    """Raise where a request's challenge is none, or is not hashed."""
    if request.code_challenge_method != "S256" or not CHALLENGE.fullmatch(request.code_challenge or ""):
        raise InvalidRequestError(description="code_challenge with the method S256 is required.", request=request)
    return {}


def generate_refresh(request: Any) -> str:
    """Return a new refresh token: a part that stays for the same grant, and one that is new each time."""
    earlier = request.refresh_token
    family = earlier[:FAMILY_LENGTH] if earlier else tokens.generate(tokens.REFRESH_PREFIX)
    return family + tokens.generate("")


def build_bearer(validator: Validator) -> BearerToken:
    return BearerToken(validator, lambda request: tokens.generate(), ACCESS_SECONDS, generate_refresh)


def build_authorization() -> tuple[AuthorizationEndpoint, Validator]:
    """Return what answers apps that send a user here."""
    validator = Validator()
    grant = AuthorizationCodeGrant(validator, pre_auth=[check_challenge])
    return AuthorizationEndpoint("code", build_bearer(validator), {"code": grant}), validator


def build_tokens() -> TokenEndpoint:
    """Return what answers apps that ask for tokens."""
    validator = Validator()
    grants = {"authorization_code": AuthorizationCodeGrant(validator), "refresh_token": RefreshTokenGrant(validator)}
    return TokenEndpoint("authorization_code", build_bearer(validator), grants)


def build_revocation() -> RevocationEndpoint:
    """Return what answers apps that are done with a token."""
    return RevocationEndpoint(Validator())


def read_body(sent: list[tuple[str, str]], authorization: str) -> tuple[str, dict[str, str]]:
    """Return the body and the headers of a request as oauthlib reads them: what it does not know is left out."""
    body = urlencode([each for each in sent if each[0] in SENT])
    return body, {"Authorization": authorization, "Content-Type": "application/x-www-form-urlencoded"}
