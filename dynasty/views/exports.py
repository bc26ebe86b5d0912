"""Logs and memberships as files."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core import clock
from core.limits import MAX_EXPORT
from dynasty.forms.chronicle import LogForm, MomentForm
from dynasty.models import Dynasty, Emperor, Membership
from dynasty.selectors import chronicle, dynasties
from dynasty.selectors.chronicle import Line
from dynasty.views.context import dynasty_or_404, owns

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet calculate instead of read."""


@require_GET
def log_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The log as a table for spreadsheets."""
    dynasty = dynasty_or_404(code)
    header = [_("time"), _("kind"), _("public"), _("emperor"), _("what happened"), _("tournament")]
    rows = (cells(line) for line in exported(request, dynasty))
    return attached(as_csv([header, *rows]), "text/csv; charset=utf-8", dynasty, "log.csv")


@require_GET
def log_json(request: HttpRequest, code: str) -> HttpResponse:
    """The log with all its facts, for programs."""
    dynasty = dynasty_or_404(code)
    lines = [as_dict(line) for line in exported(request, dynasty)]
    return attached(as_json({"dynasty": named(dynasty), "lines": lines}), "application/json", dynasty, "log.json")


def exported(request: HttpRequest, dynasty: Dynasty) -> list[Line]:
    """The lines that the reader may see, with the filter of the log's page."""
    private = owns(request, dynasty)
    form = LogForm(request.GET, dynasty=dynasty, private=private)
    return chronicle.export(dynasty, viewer_is_owner=private, **form.wanted())


@require_GET
def members_csv(request: HttpRequest, code: str) -> HttpResponse:
    """Return who belonged to a dynasty, at any time or `at` one moment, as a table for spreadsheets."""
    dynasty, form = dynasty_or_404(code), MomentForm(request.GET, clock.now())
    if not form.is_valid():
        return unreadable(form)
    header = [_("emperor"), _("code"), _("born in"), _("since"), _("until")]
    rows = ([row["emperor"]["name"], row["emperor"]["code"], row["born_in"]["name"], row["since"], row["until"] or ""]
            for row in members(dynasty, form))  # fmt: skip
    return attached(as_csv([header, *rows]), "text/csv; charset=utf-8", dynasty, "members.csv")


@require_GET
def members_json(request: HttpRequest, code: str) -> HttpResponse:
    """Return who belonged to a dynasty, at any time or `at` one moment, for programs."""
    dynasty, form = dynasty_or_404(code), MomentForm(request.GET, clock.now())
    if not form.is_valid():
        return unreadable(form)
    moment = form.moment()
    body = {"dynasty": named(dynasty), "at": moment.isoformat() if moment else None, "members": members(dynasty, form)}
    return attached(as_json(body), "application/json", dynasty, "members.json")


def members(dynasty: Dynasty, form: MomentForm) -> list[dict[str, Any]]:
    """Return the memberships that the form asks for, the first one first."""
    return [membership(row) for row in dynasties.memberships(dynasty, form.moment())[:MAX_EXPORT]]


def membership(row: Membership) -> dict[str, Any]:
    return {
        "emperor": named(row.emperor),
        "born_in": named(row.emperor.birthplace),
        "since": row.since.isoformat(),
        "until": row.until.isoformat() if row.until else None,
    }


def unreadable(form: MomentForm) -> HttpResponse:
    """Answer a moment that cannot be read with the sentence that says so."""
    sentence = " ".join(map(str, form.errors["at"]))
    return HttpResponse(sentence, status=400, content_type="text/plain; charset=utf-8")


def named(row: Dynasty | Emperor) -> dict[str, str]:
    return {"code": row.code, "name": row.name}


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
        "emperor": named(line.emperor) if line.emperor else None,
        "sentence": line.sentence,
        "facts": line.facts,
    }


def as_csv(rows: Iterable[list[str]]) -> bytes:
    """Write rows as a table that a spreadsheet reads and does not calculate with."""
    file = io.StringIO()
    csv.writer(file).writerows([harmless(cell) for cell in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def as_json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


def attached(body: bytes, content_type: str, dynasty: Dynasty, ending: str) -> HttpResponse:
    """A file to keep, named by the dynasty's code."""
    headers = {"Content-Disposition": f'attachment; filename="dynasty-{dynasty.code}-{ending}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)
