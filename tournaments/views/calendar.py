"""The iCalendar feed of a dynasty's deadlines, at a secret address. It holds dates and no orders."""

from datetime import UTC, datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core import clock
from core.sentences import fill
from dynasty.models import NoticeSetting
from tournaments.presenters.context import get_title
from tournaments.selectors import deadlines as dates
from tournaments.selectors.deadlines import CalendarDate

MAX_LINE_BYTES = 73
"""Bytes of a line of a calendar, so that with a space before it stays below 75."""


@require_safe
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the deadlines as iCalendar in the owner's language; raise Http404 for an unknown secret."""
    setting = NoticeSetting.objects.select_related("dynasty__user").filter(calendar=secret[:64]).first()
    if setting is None or setting.dynasty.user is None or not setting.dynasty.user.is_active:
        raise Http404
    with translation.override(setting.dynasty.user.language or settings.LANGUAGE_CODE):
        text = write_calendar(request, dates.list_dates(setting.dynasty), clock.now())
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": 'inline; filename="dynasty.ics"', "Referrer-Policy": "no-referrer"},
    )


def write_calendar(request: HttpRequest, found: list[CalendarDate], now: datetime) -> str:
    """Return a calendar as text."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Emperors of the Dynasty//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escape_text(_('Emperors of the Dynasty'))}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    for date in found:
        lines += write_event(request, date, now)
    return "".join(f"{fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def write_event(request: HttpRequest, date: CalendarDate, now: datetime) -> list[str]:
    """Return the lines of one deadline."""
    url = request.build_absolute_uri(reverse("tournament", args=[date.tournament.code]))
    return [
        "BEGIN:VEVENT",
        f"UID:{date.key}@{request.get_host()}",
        f"DTSTAMP:{format_timestamp(now)}",
        f"DTSTART:{format_timestamp(date.at)}",
        f"SUMMARY:{escape_text(describe_deadline(date))}",
        f"URL:{url}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT30M",
        f"DESCRIPTION:{escape_text(describe_deadline(date))}",
        "END:VALARM",
        "END:VEVENT",
    ]


def describe_deadline(date: CalendarDate) -> str:
    """Return the title of a deadline in words."""
    facts = {"title": get_title(date.tournament), "emperor": date.emperor, "round": date.round}
    if date.round == 0:
        return fill(_("“%(title)s”: the time to place armies ends, and %(emperor)s has placed none"), facts)
    if date.round:
        return fill(_("“%(title)s”: round %(round)s closes, and %(emperor)s has no order yet"), facts)
    return fill(_("“%(title)s” starts, with %(emperor)s"), facts)


def format_timestamp(moment: datetime) -> str:
    """Return a moment as iCalendar writes it, in UTC."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escape_text(text: str) -> str:
    """Return a text escaped as a value of iCalendar."""
    plain = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return plain.replace("\r\n", "\\n").replace("\n", "\\n")


def fold_line(line: str) -> str:
    """Return the line folded at 75 bytes, without splitting a character."""
    pieces, size = [""], 0
    for character in line:
        size += len(character.encode())
        if size > MAX_LINE_BYTES:
            pieces.append("")
            size = len(character.encode())
        pieces[-1] += character
    return "\r\n ".join(pieces)
