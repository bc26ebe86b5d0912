"""Exports of logs and memberships as files."""

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
from dynasty.views.context import get_dynasty_or_404, is_owner

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Characters with which a spreadsheet's formula begins."""


@require_GET
def log_csv(request: HttpRequest, code: str) -> HttpResponse:
    """Export the log as a CSV file for spreadsheets."""
    dynasty = get_dynasty_or_404(code)
    header = [_("time"), _("kind"), _("public"), _("Emperor"), _("what happened"), _("tournament")]
    rows = (build_cells(line) for line in list_lines(request, dynasty))
    return build_attachment(render_csv([header, *rows]), "text/csv; charset=utf-8", dynasty, "log.csv")


@require_GET
def log_json(request: HttpRequest, code: str) -> HttpResponse:
    """Export the log with all its facts as JSON."""
    dynasty = get_dynasty_or_404(code)
    lines = [to_dict(line) for line in list_lines(request, dynasty)]
    return build_attachment(
        render_json({"dynasty": build_name(dynasty), "lines": lines}), "application/json", dynasty, "log.json"
    )


def list_lines(request: HttpRequest, dynasty: Dynasty) -> list[Line]:
    """Return the lines that the reader may see, filtered as on the log's page."""
    private = is_owner(request, dynasty)
    form = LogForm(request.GET, dynasty=dynasty, private=private)
    return chronicle.export(dynasty, viewer_is_owner=private, **form.get_filter())


@require_GET
def members_csv(request: HttpRequest, code: str) -> HttpResponse:
    """Return who belonged to a dynasty, at any time or `at` one moment, as a table for spreadsheets."""
    dynasty, form = get_dynasty_or_404(code), MomentForm(request.GET, clock.now())
    if not form.is_valid():
        return build_error_response(form)
    header = [_("Emperor"), _("code"), _("born in"), _("since"), _("until")]
    rows = ([row["emperor"]["name"], row["emperor"]["code"], row["born_in"]["name"], row["since"], row["until"] or ""]
            for row in list_members(dynasty, form))  # fmt: skip
    return build_attachment(render_csv([header, *rows]), "text/csv; charset=utf-8", dynasty, "members.csv")


@require_GET
def members_json(request: HttpRequest, code: str) -> HttpResponse:
    """Return who belonged to a dynasty, at any time or `at` one moment, for programs."""
    dynasty, form = get_dynasty_or_404(code), MomentForm(request.GET, clock.now())
    if not form.is_valid():
        return build_error_response(form)
    moment = form.moment()
    body = {
        "dynasty": build_name(dynasty),
        "at": moment.isoformat() if moment else None,
        "members": list_members(dynasty, form),
    }
    return build_attachment(render_json(body), "application/json", dynasty, "members.json")


def list_members(dynasty: Dynasty, form: MomentForm) -> list[dict[str, Any]]:
    """Return the memberships that the form asks for, the first one first."""
    return [build_member(row) for row in dynasties.list_memberships(dynasty, form.moment())[:MAX_EXPORT]]


def build_member(row: Membership) -> dict[str, Any]:
    return {
        "emperor": build_name(row.emperor),
        "born_in": build_name(row.emperor.birthplace),
        "since": row.since.isoformat(),
        "until": row.until.isoformat() if row.until else None,
    }


def build_error_response(form: MomentForm) -> HttpResponse:
    """Answer a moment that cannot be read with the sentence that says so."""
    sentence = " ".join(map(str, form.errors["at"]))
    return HttpResponse(sentence, status=400, content_type="text/plain; charset=utf-8")


def build_name(row: Dynasty | Emperor) -> dict[str, str]:
    return {"code": row.code, "name": row.name}


def build_cells(line: Line) -> list[str]:
    emperor = line.emperor.name if line.emperor else ""
    return [line.at.isoformat(), line.kind, "1" if line.public else "0", emperor, line.sentence, line.place]


def escape_formula(cell: str) -> str:
    """Escape a cell that a spreadsheet would take for a formula, with an apostrophe before it."""
    return f"'{cell}" if cell.lstrip(" ").startswith(FORMULA) else cell


def to_dict(line: Line) -> dict[str, Any]:
    return {
        "at": line.at.isoformat(),
        "kind": line.kind,
        "public": line.public,
        "place": line.place,
        "emperor": build_name(line.emperor) if line.emperor else None,
        "sentence": line.sentence,
        "facts": line.facts,
    }


def render_csv(rows: Iterable[list[str]]) -> bytes:
    """Write rows as a table that a spreadsheet reads and does not calculate with."""
    file = io.StringIO()
    csv.writer(file).writerows([escape_formula(cell) for cell in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def render_json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


def build_attachment(body: bytes, content_type: str, dynasty: Dynasty, ending: str) -> HttpResponse:
    """Build a response that downloads a file named by the dynasty's code."""
    headers = {"Content-Disposition": f'attachment; filename="dynasty-{dynasty.code}-{ending}"'}
    return HttpResponse(body, content_type=content_type, headers=headers)
