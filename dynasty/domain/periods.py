"""Periods of the calendar, by universal time: months and what is made of them."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar, Self


@dataclass(frozen=True)
class Period:
    """A stretch of `MONTHS` months, which divide a year, by its first day."""

    begins: date
    MONTHS: ClassVar[int] = 1

    @classmethod
    def of(cls, day: date) -> Self:
        """Return the period in which a day lies.

        >>> Period.of(date(2026, 12, 24)).ends.isoformat(), Period.of(date(2026, 3, 31)).before.begins.isoformat()
        ('2027-01-01', '2026-02-01')
        """
        return cls(date(day.year, (day.month - 1) // cls.MONTHS * cls.MONTHS + 1, 1))

    @property
    def ends(self) -> date:
        """Return the first day that no longer belongs to it."""
        return self.of(self.begins + timedelta(days=31 * self.MONTHS)).begins

    @property
    def last_day(self) -> date:
        """Return the last day of it.

        >>> Period(date(2026, 2, 1)).last_day.isoformat()
        '2026-02-28'
        """
        return self.ends - timedelta(days=1)

    @property
    def before(self) -> Self:
        """Return the period before it."""
        return self.of(self.begins - timedelta(days=1))
