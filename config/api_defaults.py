"""The API's defaults: a view without permissions is refused, and every list is paginated."""

from __future__ import annotations

from base64 import b64decode
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ParseError
from rest_framework.exceptions import ValidationError as Invalid
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission

from core.incoming_text import BadText, read_json
from core.sentences import fill

if TYPE_CHECKING:  # rest_framework.views imports this module
    from collections.abc import Mapping

    from django.db.models import QuerySet
    from rest_framework.request import Request
    from rest_framework.views import APIView


class DenyUndeclared(BasePermission):
    """The permission of a view that declares none: it denies everybody."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return False


class StrictJSONParser(JSONParser):
    """A parser of JSON bodies that uses `core.incoming_text.read_json`."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            return read_json(stream.read())
        except BadText as bad:
            raise BadTextError(bad.character) from bad
        except ValueError as error:
            raise ParseError from error


class BadTextError(ParseError):
    """An error for a text with a character that cannot be stored or shown safely."""

    default_code = "bad_text"

    def __init__(self, character: str) -> None:
        sentence = _("This text holds a character that cannot be used: %(character)s.")
        super().__init__(fill(sentence, {"character": character}))


class StablePagination(CursorPagination):
    """Cursor pagination that stays right while rows are added; a view with another natural order names it.

    A cursor that is none of ours and a page size that is no number are refused: whoever follows a list would read its
    first page for ever.
    """

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering = "-pk"

    def paginate_queryset(self, queryset: Any, request: Request, view: APIView | None = None) -> Any:
        """Return the page; raise Invalid for a cursor whose position is no value of the field that orders the rows."""
        order = self.get_ordering(request, queryset, cast("APIView", view))
        self.field = get_ordering_field(queryset, order[0].lstrip("-"))
        return super().paginate_queryset(queryset, request, view)

    def decode_cursor(self, request: Request) -> Any:
        """Return the cursor of a request; None without one."""
        text = request.query_params.get(self.cursor_query_param)
        if not text:
            return None
        if not is_cursor(text):
            raise build_bad_cursor()
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise build_bad_cursor() from error
        if cursor is not None and cursor.position is not None and not is_position(self.field, str(cursor.position)):
            raise build_bad_cursor()
        return cursor

    def get_page_size(self, request: Request) -> int | None:
        """Return how many rows a page of this request has."""
        text = request.query_params.get(self.page_size_query_param)
        if text and not (text.isascii() and text.isdigit() and int(text[:9])):
            raise Invalid({self.page_size_query_param: [_("Write a whole number from 1 on.")]})
        return super().get_page_size(request)


def build_bad_cursor() -> Invalid:
    """Return the refusal of a cursor that is none of ours."""
    return Invalid({StablePagination.cursor_query_param: [_("The list has no such page.")]})


def is_cursor(text: str) -> bool:
    """Return whether a text has the form of a cursor: base64 of what `encode_cursor` writes.

    >>> is_cursor("cD0x"), is_cursor("AAAA"), is_cursor("nonsense")
    (True, False, False)
    """
    try:
        names = parse_qs(b64decode(text, validate=True).decode("ascii"), keep_blank_values=True)
    except ValueError:
        return False
    return bool(names) and names.keys() <= {"o", "r", "p"}


def get_ordering_field(queryset: QuerySet[Any], name: str) -> Any:
    """Return the field of the model, or of the annotation, that orders the rows."""
    if name in queryset.query.annotations:
        return queryset.query.annotations[name].output_field
    return queryset.model._meta.pk if name == "pk" else queryset.model._meta.get_field(name)


def is_position(field: Any, text: str) -> bool:
    """Return whether a text out of a cursor is a value that this field can have."""
    try:
        value = field.clean(text, None)
        if isinstance(value, datetime):
            value.astimezone(UTC)
    except (ValidationError, ValueError, OverflowError):
        return False
    return True
