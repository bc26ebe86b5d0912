"""The public view of the treasury's books."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from dynasty.charts import bars
from dynasty.selectors import dynasties, treasury


@require_GET
def books(request: HttpRequest) -> HttpResponse:
    """Show each asset's amounts, where they are, and what came and went on each of the last days."""
    found = treasury.get_books()
    sheets = [{"sheet": sheet, "bars": bars.draw(sheet.days) if sheet.busy_days else None} for sheet in found.sheets]
    context = {"books": found, "sheets": sheets, "tab": "treasury", "dynasty": dynasties.find_dynasty_of(request.user)}
    return render(request, "dynasty/treasury.html", context)
