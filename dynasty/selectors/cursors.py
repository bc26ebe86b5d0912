"""Cursors: where a page of a list by time ends, as text for a URL."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime
from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from core.errors import UnknownPageError

Cursor = tuple[datetime, str]
Row = TypeVar("Row", bound=Model)
Place = TypeVar("Place")


def encode(at: datetime, last: object) -> str:
    """Encode the place after a row: its time, and a key that tells it from other rows of that time."""
    return urlsafe_b64encode(f"{at.isoformat()}|{last}".encode()).decode().rstrip("=")


def decode(text: str) -> Cursor | None:
    """Decode a cursor into a time and a key; return None if it is malformed."""
    try:
        at, last = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().split("|")
        moment = datetime.fromisoformat(at)
        return (moment.astimezone(UTC), last) if moment.tzinfo and last else None
    except (ValueError, OverflowError):
        return None


def decode_number(text: str) -> tuple[datetime, int] | None:
    """Decode a cursor whose key is a number; return None if it is malformed."""
    place = decode(text)
    if place is None or not (place[1].isascii() and place[1].isdigit() and len(place[1]) < 19):
        return None
    return place[0], int(place[1])


def check(cursor: str, place: Place | None) -> Place | None:
    """Return the place that a cursor means, None for no cursor; raise UnknownPageError for a malformed one.

    Whoever follows a list would read its first page for ever.
    """
    if cursor and place is None:
        raise UnknownPageError
    return place


def take_page(found: QuerySet[Row], cursor: str, most: int, by: str) -> tuple[list[Row], str]:
    """Return a page of rows after a cursor, the latest first, and the cursor of the page after; blank on the last one.

    Raise UnknownPageError for a malformed cursor. `by`: the field with the time of a row. The pages stay right while
    new rows are written.
    """
    if place := check(cursor, decode_number(cursor)):
        at, pk = place
        found = found.filter(Q(**{f"{by}__lt": at}) | Q(**{by: at, "pk__lt": pk}))
    rows = list(found.order_by(f"-{by}", "-pk")[: most + 1])
    last = rows[most - 1] if len(rows) > most else None
    return rows[:most], encode(getattr(last, by), last.pk) if last else ""
