"""Calendars as text in the format of RFC 5545, for any calendar app."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

MAX_LINE_BYTES = 73
"""Bytes of a line of a calendar, so that with a space before it stays below 75."""


@dataclass(frozen=True)
class CalendarEvent:
    """One date of a calendar."""

    key: str
    """What it is, so that an app knows it again when its time changes. Unique on the site."""
    at: datetime
    summary: str
    url: str
    until: datetime | None = None
    alarm: bool = False
    """Whether the app reminds of it half an hour before."""


def write_calendar(name: str, host: str, events: Iterable[CalendarEvent], now: datetime) -> str:
    """Return a calendar as text. `host`: of the site, for the identity of its dates."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Emperors of the Dynasty//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escape_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    for event in events:
        lines += write_event(event, host, now)
    return "".join(f"{fold_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def write_event(event: CalendarEvent, host: str, now: datetime) -> list[str]:
    """Return the lines of one date."""
    return [
        "BEGIN:VEVENT",
        f"UID:{event.key}@{host}",
        f"DTSTAMP:{format_timestamp(now)}",
        f"DTSTART:{format_timestamp(event.at)}",
        *([f"DTEND:{format_timestamp(event.until)}"] if event.until else []),
        f"SUMMARY:{escape_text(event.summary)}",
        f"URL:{event.url}",
        *(write_alarm(event.summary) if event.alarm else []),
        "END:VEVENT",
    ]


def write_alarm(summary: str) -> list[str]:
    return [
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT30M",
        f"DESCRIPTION:{escape_text(summary)}",
        "END:VALARM",
    ]


def format_timestamp(moment: datetime) -> str:
    """Return a moment as iCalendar writes it, in UTC."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escape_text(text: str) -> str:
    """Return a text escaped as a value of iCalendar.

    >>> escape_text("Cup; of Jade, and Gold")
    'Cup\\\\; of Jade\\\\, and Gold'
    """
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
