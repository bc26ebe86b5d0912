"""Helpers that parse an API request's body and find the dynasty that acts."""

from typing import Any

from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import DomainError
from dynasty.api import closed_fields
from dynasty.models import Dynasty, Emperor, User
from dynasty.selectors import dynasties


def parse_input(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """Parse the data with a serializer, or raise a validation error."""
    form = shape(data=data)
    check_known_fields(form, data)
    check_digits(form, data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def check_known_fields(form: serializers.Serializer[Any], data: Any) -> None:
    """Raise a validation error that names each key which the shape does not know, by its path: `rules.foo`."""
    if isinstance(data, dict) and not isinstance(data, MultiValueDict):
        unknown = {path: [_("Unknown field.")] for path in closed_fields.find_unknown_keys(form, data)}
        if unknown:
            raise serializers.ValidationError(unknown)


def check_digits(form: serializers.Serializer[Any], data: Any) -> None:
    """Raise a validation error for a number that is written in other digits than 0 to 9, such as "٣"."""
    if isinstance(data, dict):
        numbers = [name for name, field in form.fields.items() if is_integer_field(field)]
        wrong = {name: [_("Use the digits 0 to 9.")] for name in numbers if not is_ascii(data.get(name, ""))}
        if wrong:
            raise serializers.ValidationError(wrong)


def is_integer_field(field: Any) -> bool:
    """Return whether a field is a whole number, or a list or an object of these."""
    return isinstance(getattr(field, "child", field), serializers.IntegerField)


def is_ascii(value: Any) -> bool:
    """Return whether a number, or each one of a list or an object, is written in ASCII."""
    each = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
    return all(str(one).isascii() for one in each)


class NoDynasty(PermissionDenied):
    """The user has not founded a dynasty."""

    default_code = "no_dynasty"
    default_detail = _("You have no dynasty yet. Found one first.")


def get_user(request: Request) -> User:
    """Return the logged-in user; only for views that require a login."""
    assert isinstance(request.user, User)
    return request.user


def get_dynasty(request: Request) -> Dynasty | None:
    """Return the requesting user's dynasty, if any."""
    return dynasties.find_dynasty_of(request.user)


def require_dynasty(request: Request) -> Dynasty:
    """Return the requesting user's dynasty, or raise NoDynasty."""
    dynasty = get_dynasty(request)
    if dynasty is None:
        raise NoDynasty
    return dynasty


def get_own_emperor(dynasty: Dynasty, code: str) -> Emperor:
    """Return a living emperor of this dynasty, or raise; another's emperor gets the error of a missing one."""
    emperor = Emperor.objects.filter(dynasty=dynasty, code=code, died_at=None).first()
    if emperor is None:
        raise DomainError("no_such_emperor", _("There is no such Emperor."))
    return emperor


def build_private_response(data: Any, status: int = 200) -> Response:
    """Build a response for this viewer alone, which no cache may keep."""
    return Response(data, status=status, headers={"Cache-Control": "private, no-store"})
