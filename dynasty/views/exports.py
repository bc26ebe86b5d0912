"""Logs as files."""

import csv
import io
import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from dynasty.forms.chronicle import LogForm
from dynasty.models import Dynasty
from dynasty.selectors import logs
from dynasty.selectors.logs import Line
from dynasty.views.access import dynasty_or_404, owns

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet calculate instead of read."""


@require_GET
def log_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The log as a table for spreadsheets."""
    dynasty = dynasty_or_404(code)
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow([_("time"), _("kind"), _("public"), _("emperor"), _("what happened"), _("tournament")])
    for line in exported(request, dynasty):
        writer.writerow([harmless(cell) for cell in cells(line)])
    return attached(file.getvalue().encode("utf-8-sig"), "text/csv; charset=utf-8", dynasty, "csv")


@require_GET
def log_json(request: HttpRequest, code: str) -> HttpResponse:
    """The log with all its facts, for programs."""
    dynasty = dynasty_or_404(code)
    lines = [as_dict(line) for line in exported(request, dynasty)]
    body = {"dynasty": {"code": dynasty.code, "name": dynasty.name}, "lines": lines}
    return attached(json.dumps(body, ensure_ascii=False).encode(), "application/json", dynasty, "json")


def exported(request: HttpRequest, dynasty: Dynasty) -> list[Line]:
    """The lines that the reader may see, with the filter of the log's page."""
    private = owns(request, dynasty)
    form = LogForm(request.GET, dynasty=dynasty, private=private)
    return logs.export(dynasty, viewer_is_owner=private, **form.wanted())


def cells(line: Line) -> list[str]:
    emperor = line.emperor.name if line.emperor else ""
    return [line.at.isoformat(), line.kind, "1" if line.public else "0", emperor, line.sentence, line.place]


def harmless(cell: str) -> str:
    """The text, with an apostrophe before what a spreadsheet would take for a formula."""
    return f"'{cell}" if cell.lstrip(" ").startswith(FORMULA) else cell


def as_dict(line: Line) -> dict[str, Any]:
    return {
        "at": line.at.isoformat(),
        "kind": line.kind,
        "public": line.public,
        "place": line.place,
        "emperor": {"code": line.emperor.code, "name": line.emperor.name} if line.emperor else None,
        "sentence": line.sentence,
        "facts": line.facts,
    }


def attached(body: bytes, content_type: str, dynasty: Dynasty, ending: str) -> HttpResponse:
    """A file to keep, named by the dynasty's code."""
    headers = {"Content-Disposition": f'attachment; filename="dynasty-{dynasty.code}-log.{ending}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)
