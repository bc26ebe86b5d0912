"""The API's defaults: whoever declares nothing is refused, and every list has pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.pagination import CursorPagination
from rest_framework.permissions import BasePermission

if TYPE_CHECKING:  # rest_framework.views imports this module
    from rest_framework.request import Request
    from rest_framework.views import APIView


class Undeclared(BasePermission):
    """The permission of a view that names none: nobody may."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return False


class Pages(CursorPagination):
    """Pages that stay right while rows are added; a view with another natural order says so."""

    page_size = 50
    max_page_size = 100
    page_size_query_param = "page_size"
    ordering = "-pk"
