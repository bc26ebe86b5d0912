"""The API's defaults: whoever declares nothing is refused, and every list has pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.exceptions import ParseError
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission

if TYPE_CHECKING:  # rest_framework.views imports this module
    from collections.abc import Mapping

    from rest_framework.request import Request
    from rest_framework.views import APIView


class Undeclared(BasePermission):
    """The permission of a view that names none: nobody may."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return False


class Json(JSONParser):
    """JSON bodies; one that is nested deeper than anybody can read is no JSON to us."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError from error


class Pages(CursorPagination):
    """Pages that stay right while rows are added; a view with another natural order says so."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering = "-pk"
