"""What every door for programs asks of a request: what is wished, and whose dynasty acts."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from dynasty.errors import Refused
from dynasty.models import Dynasty, Emperor, User
from dynasty.selectors import people


def wish(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What was sent, in the form of the shape, or a validation error."""
    form = shape(data=data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def user_of(request: Request) -> User:
    """Who has logged in, for doors that nobody else reaches."""
    assert isinstance(request.user, User)
    return request.user


def viewer(request: Request) -> Dynasty | None:
    """The dynasty of who asks, if any."""
    return people.dynasty_of(request.user)


def actor(request: Request) -> Dynasty:
    """The dynasty that acts; whoever has none may not."""
    dynasty = viewer(request)
    if dynasty is None:
        raise PermissionDenied
    return dynasty


def own_emperor(dynasty: Dynasty, code: str) -> Emperor:
    """A living emperor of that dynasty; another's is not told apart from none."""
    emperor = Emperor.objects.filter(dynasty=dynasty, code=code, died_at=None).first()
    if emperor is None:
        raise Refused("no_such_emperor", _("There is no such emperor."))
    return emperor


def private(data: Any, status: int = 200) -> Response:
    """An answer for this viewer alone: nobody between us may keep it."""
    return Response(data, status=status, headers={"Cache-Control": "private, no-store"})
