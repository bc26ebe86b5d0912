"""Which tokens there are."""

from secrets import compare_digest

from dynasty.domain import tokens
from dynasty.models import ApiToken, User


def of_user(user: User) -> list[ApiToken]:
    """A user's tokens, the youngest first."""
    return list(ApiToken.objects.filter(user=user).order_by("-pk"))


def by_secret(secret: str) -> ApiToken | None:
    """The token with that secret, whether it has expired or not."""
    digest = tokens.digest(secret)
    row = ApiToken.objects.select_related("user").filter(digest=digest).first()
    return row if row and compare_digest(row.digest, digest) else None
