"""The account of somebody signed in, found by a prepared statement: every request of theirs looks for it."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import get_user_model

from core.prepared_statements import PreparedQuery

QUERY: PreparedQuery[Any] = PreparedQuery(lambda pk: get_user_model()._default_manager.filter(pk=pk))


def get_user(self: AuthenticationBackend, user_id: int) -> Any:
    """Return the account with this id, as Django's backend does; None where it may not sign in any more."""
    user = QUERY.first(user_id)
    return user if user is not None and self.user_can_authenticate(user) else None


def install() -> None:
    """Let the backend look for accounts that way; sessions name its class, so one of our own would end them."""
    AuthenticationBackend.get_user = get_user
