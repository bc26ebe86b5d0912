"""Rights in the API. A token acts only for a dynasty that is marked as a program's, where programs may enter."""

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from core.errors import DomainError
from dynasty.api.requests import require_dynasty
from dynasty.models import ApiToken, Dynasty
from tournaments.access import viewers
from tournaments.domain import terms
from tournaments.models import Series, Tournament


class HasLoginOrSeatKey(BasePermission):
    """The permission of those who have logged in, or who hold the key to a casual seat."""

    def has_permission(self, request: Request, view: object) -> bool:
        """Return whether they may pass; raise UnknownKey for what cannot be a key."""
        if request.user and request.user.is_authenticated:
            return True
        key = viewers.get_api_viewer(request).key
        if not key and request.headers.get(viewers.HEADER):
            raise UnknownKey
        return bool(key)


class UnknownKey(NotAuthenticated):
    """A Casual-Key that has not the form of one."""

    default_code = "casual_key_unknown"
    default_detail = _("This key opens no seat.")


def get_playing_dynasty(request: Request, tournament: Tournament) -> Dynasty:
    """Return the dynasty that acts in a tournament; raise DomainError where a program may not."""
    return get_dynasty_under_terms(request, tournament.terms)


def get_series_dynasty(request: Request, series: Series) -> Dynasty:
    """Return the dynasty that acts in a series, all of whose battles have the terms of its setup."""
    return get_dynasty_under_terms(request, series.setup["terms"])


def get_dynasty_under_terms(request: Request, announced: dict[str, object]) -> Dynasty:
    """Return the dynasty that acts under these terms; raise DomainError where a program may not."""
    dynasty = require_dynasty(request)
    if not isinstance(request.auth, ApiToken):
        return dynasty
    if not dynasty.program:
        sentence = _("Your dynasty is not marked as a program’s. Mark it on the page of your tokens first.")
        raise DomainError("not_a_program", sentence)
    if not terms.read(announced).programs:
        raise DomainError("no_programs", _("Programs may not enter this tournament."))
    return dynasty
