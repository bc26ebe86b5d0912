"""A dynasty's transfers for its owner, as a page and as files."""

import csv
import io
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from dynasty.forms.offers import WealthForm
from dynasty.models import Dynasty
from dynasty.selectors import transfers, wealth
from dynasty.selectors.transfers import Movement
from dynasty.views.court import owner_required
from dynasty.views.exports import escape_formula
from dynasty.views.market import get_cursor, get_query


@require_GET
@owner_required
def page(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the dynasty's transfers, filtered and page by page."""
    form = WealthForm(request.GET)
    context = {
        "dynasty": dynasty,
        "form": form,
        "page": transfers.get_page(dynasty, form.get_filter(), get_cursor(request)),
        "holdings": wealth.list_holdings(dynasty),
        "query": get_query(request),
    }
    return render(request, "dynasty/wealth.html", context)


@require_GET
@owner_required
def wealth_csv(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Export the transfers as a CSV file for spreadsheets."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([_("time"), _("asset"), _("amount"), _("cause"), _("from or to"), _("tournament"), _("transfer")])
    for moved in transfers.export(dynasty, WealthForm(request.GET).get_filter()):
        writer.writerow(build_cells(moved))
    return build_attachment(file.getvalue().encode("utf-8-sig"), "text/csv; charset=utf-8", dynasty, "csv")


def build_cells(moved: Movement) -> list[str | int]:
    """Build one CSV row; texts are escaped, the amount is a number whose minus sign begins no formula."""
    cells = [escape_formula(cell) for cell in (moved.why, moved.other, moved.place)]
    return [moved.at.isoformat(), moved.asset, moved.amount, *cells, str(moved.id)]


@require_GET
@owner_required
def wealth_json(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Export the transfers as JSON."""
    rows = [to_dict(moved) for moved in transfers.export(dynasty, WealthForm(request.GET).get_filter())]
    body = {"dynasty": {"code": dynasty.code, "name": dynasty.name}, "transfers": rows}
    return build_attachment(json.dumps(body, ensure_ascii=False).encode(), "application/json", dynasty, "json")


def to_dict(moved: Movement) -> dict[str, Any]:
    return {
        "id": str(moved.id),
        "at": moved.at.isoformat(),
        "asset": moved.asset,
        "amount": moved.amount,
        "cause": moved.cause,
        "why": moved.why,
        "other": moved.other,
        "place": moved.place,
    }


def build_attachment(body: bytes, content_type: str, dynasty: Dynasty, ending: str) -> HttpResponse:
    """Build a response that downloads a file, private to its owner."""
    headers = {
        "Content-Disposition": f'attachment; filename="dynasty-{dynasty.code}-wealth.{ending}"',
        "Cache-Control": "private, no-store",
    }
    return HttpResponse(body, content_type=content_type, headers=headers)
