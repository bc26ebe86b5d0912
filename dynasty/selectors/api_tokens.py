"""Selectors of API tokens."""

from secrets import compare_digest

from dynasty.domain import tokens
from dynasty.models import ApiToken, User


def list_tokens(user: User) -> list[ApiToken]:
    """Return the API tokens that a user has made, the newest first."""
    return list(ApiToken.objects.filter(user=user, grant=None).order_by("-pk"))


def find_by_secret(secret: str) -> ApiToken | None:
    """Return the token with this secret, expired or not; None if there is none."""
    digest = tokens.hash_token(secret)
    row = ApiToken.objects.select_related("user").filter(digest=digest).first()
    return row if row and compare_digest(row.digest, digest) else None
