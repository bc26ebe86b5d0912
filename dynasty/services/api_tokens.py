"""Giving tokens to a user's programs, and taking them back."""

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import TOKEN_DAYS, TOKEN_NAME_LENGTH, TOKENS
from core.transactions import service
from dynasty.catalog.names import clean_name
from dynasty.domain import tokens
from dynasty.models import ApiToken, User


@service
def create(*, user: User, name: str, scopes: list[str], days: int) -> tuple[ApiToken, str]:
    """Create a token and return it with its secret, which is stored nowhere. Every token may also read."""
    sentence = _("The name of a token has from %(least)s to %(most)s characters.")
    name = clean_name(name, TOKEN_NAME_LENGTH, "token_name_length", sentence)
    if not set(scopes) <= set(tokens.SCOPES) or not TOKEN_DAYS[0] <= days <= TOKEN_DAYS[1]:
        raise DomainError("bad_token", _("There is no such scope, or a token does not last that long."))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # so that the count below is right
    now = clock.now()
    if ApiToken.objects.filter(user=user, grant=None, expires_at__gt=now).count() >= TOKENS:
        raise DomainError("too_many_tokens", _("You have %(most)s tokens. Revoke one first."), most=TOKENS)
    secret = tokens.generate()
    granted = [scope for scope in tokens.SCOPES if scope in {*scopes, tokens.READ}]
    row = ApiToken.objects.create(
        user=user,
        name=name,
        shown=secret[: tokens.VISIBLE_CHARACTERS],
        digest=tokens.hash_token(secret),
        scopes=granted,
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    return row, secret


@service
def revoke(*, user: User, code: str) -> None:
    """Delete a token; nothing happens if it is gone."""
    ApiToken.objects.filter(user=user, grant=None, code=code).delete()


@service
def record_use(*, token: ApiToken, at: datetime) -> None:
    """Store when a token was last used."""
    ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)
