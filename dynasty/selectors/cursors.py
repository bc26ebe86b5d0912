"""Cursors: where a page of a list by time ends, as text for a URL."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime

Cursor = tuple[datetime, str]


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
