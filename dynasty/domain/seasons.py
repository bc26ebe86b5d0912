"""Seasons: the quarters of the calendar, by universal time."""

from datetime import date, datetime

from django.utils.translation import gettext as _

from core import clock
from core.sentences import fill
from dynasty.domain.periods import Period

FIRST_YEAR = 2020
"""There were no seasons before."""


class Season(Period):
    """A quarter, by its first day."""

    MONTHS = 3

    @property
    def number(self) -> int:
        return self.begins.month // 3 + 1

    @property
    def key(self) -> str:
        """Return how it is named in addresses.

        >>> get_season(date(2026, 11, 22)).key, get_season(date(2026, 11, 22)).ends.isoformat()
        ('2026-4', '2027-01-01')
        """
        return f"{self.begins.year}-{self.number}"

    @property
    def title(self) -> str:
        return fill(_("Season %(number)s of %(year)s"), {"number": self.number, "year": str(self.begins.year)})


def get_season(day: date) -> Season:
    """Return the season of a day.

    >>> get_season(date(2026, 3, 31)).begins.isoformat(), get_season(date(2026, 12, 31)).begins.isoformat()
    ('2026-01-01', '2026-10-01')
    """
    return Season.of(day)


def get_season_at(moment: datetime) -> Season:
    """Return the season of a moment."""
    return get_season(clock.get_day(moment))


def read_season(key: str, now: datetime) -> Season:
    """Return the season of a key such as 2026-4; the current one where it is none, or has not begun.

    >>> from datetime import UTC
    >>> now = datetime(2026, 11, 22, tzinfo=UTC)
    >>> read_season("2026-2", now).key, read_season("2027-1", now).key, read_season("2026-7", now).key
    ('2026-2', '2026-4', '2026-4')
    """
    current = get_season_at(now)
    year, _dash, number = key.partition("-")
    if len(year) != 4 or not (year.isascii() and year.isdigit()) or number not in ("1", "2", "3", "4"):
        return current
    begins = date(max(int(year), FIRST_YEAR), 3 * int(number) - 2, 1)
    return Season(begins) if begins < current.begins else current
