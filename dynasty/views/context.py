"""Helpers of views: the dynasty of a page, its owner, and the logged-in user."""

from django.http import Http404, HttpRequest

from dynasty.models import Dynasty, User
from dynasty.selectors import dynasties


def get_dynasty_or_404(code: str) -> Dynasty:
    dynasty = dynasties.find_dynasty(code)
    if dynasty is None:
        raise Http404
    return dynasty


def is_owner(request: HttpRequest, dynasty: Dynasty) -> bool:
    """Return whether the reader owns the dynasty."""
    return request.user.is_authenticated and dynasty.user_id == request.user.pk


def get_user(request: HttpRequest) -> User:
    """Return the logged-in user; only for views that require a login."""
    assert isinstance(request.user, User)
    return request.user
