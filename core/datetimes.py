"""Moments as people and programs write them: a day, a time of the day, or an instant with its offset."""

import re
from datetime import UTC, date, datetime, time, tzinfo

DATE_PATTERN = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
LOST_PLUS_PATTERN = re.compile(r"(:\d\d(?:\.\d+)?) (\d\d:?\d\d)$", re.ASCII)
"""The offset of a time whose plus was read as a space, as it is in an address."""
LAST_MICROSECOND = 999_999


def parse_datetime(text: str, zone: tzinfo = UTC) -> datetime:
    """Return the moment that a text means, in universal time. Raise ValueError for any other text.

    A day means its last instant and a time in whole seconds the last instant of that second, so that what
    happened in it counts. A text without an offset is of the given zone.
    """
    text = text.strip()
    if DATE_PATTERN.fullmatch(text):
        return to_utc(datetime.combine(date.fromisoformat(text), time.max, zone))
    moment = datetime.fromisoformat(LOST_PLUS_PATTERN.sub(r"\1+\2", text))
    moment = moment if moment.tzinfo else moment.replace(tzinfo=zone)
    return to_utc(moment if moment.microsecond else moment.replace(microsecond=LAST_MICROSECOND))


def to_utc(moment: datetime) -> datetime:
    """Return the moment in universal time. Raise ValueError where the calendar ends before it."""
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(moment) from error
