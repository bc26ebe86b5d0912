"""Long lists for programs: pages that stay right while rows are added, and the address of the next one."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.module_loading import import_string
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

from core.errors import UnknownPageError
from core.limits import MAX_PAGE_SIZE

Row = TypeVar("Row", bound=Model)


class PageQuery(serializers.Serializer[Any]):
    cursor = serializers.CharField(required=False, help_text="Out of the Link header of the page before.")
    page_size = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_PAGE_SIZE, help_text="50 unless told."
    )


def paginate(request: Request, rows: QuerySet[Row], *order: str) -> tuple[list[Row], dict[str, str]]:
    """Return the requested page of rows, and headers whose Link leads on (rel="next") and back (rel="prev").

    `order`: what orders the rows, the last one without ties. A cursor that we did not write is refused.
    """
    pager: Any = import_string(str(settings.REST_FRAMEWORK["DEFAULT_PAGINATION_CLASS"]))()
    pager.ordering = order
    found: Sequence[Row] = pager.paginate_queryset(rows, request)
    return list(found), format_link_header({"next": pager.get_next_link(), "prev": pager.get_previous_link()})


def parse_page_number(text: str) -> int:
    """Return the page number of an address, 1 for none; raise UnknownPageError for anything but a number.

    >>> parse_page_number(""), parse_page_number("7")
    (1, 7)
    """
    if text and not (text.isascii() and text.isdigit()):
        raise UnknownPageError
    return int(text[:6] or 1)


def build_link_headers(request: Request, after: str, before: str) -> dict[str, str]:
    """Return Link headers for a list with cursors of its own; a blank cursor adds no link."""
    here = remove_query_param(request.build_absolute_uri(), "page")
    return format_link_header({rel: replace_query_param(here, "cursor", cursor) if cursor else None
                    for rel, cursor in (("next", after), ("prev", before))})  # fmt: skip


def format_link_header(addresses: dict[str, str | None]) -> dict[str, str]:
    links = ", ".join(f'<{address}>; rel="{rel}"' for rel, address in addresses.items() if address)
    return {"Link": links} if links else {}
