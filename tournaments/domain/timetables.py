"""When rounds close: after a length of time or at an hour of the day, and never in quiet hours.

Pure functions of moments. Hours are local times of the zone, so they stay the same through changes to and from summer
time: an hour that a day skips counts as much later, and of an hour that occurs twice the first one counts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = timedelta(days=1)
MAX_QUIET = timedelta(hours=16)
MAX_ZONE_LENGTH = 40
HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
FIELDS = {"daily", "zone", "weekdays", "quiet", "least"}
Hours = tuple[time, time]


class BadTimetable(ValueError):
    """A timetable that cannot be; `code` says which part of it."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True)
class Timetable:
    """Plain: a round lasts `seconds`. Daily: it closes at the next hour that leaves it `least` seconds."""

    seconds: int
    daily: time | None = None
    zone: str = "UTC"
    weekdays: tuple[int, ...] = ()
    """The days on which a daily clock rings, Monday is 0; none: every day."""
    quiet: Hours | None = None
    """From when until when it does not ring; may span midnight."""
    least: int | None = None
    """What a daily clock leaves every round; None: all its seconds, as was announced before this could be less."""

    @property
    def length(self) -> timedelta:
        return timedelta(seconds=self.seconds)

    @property
    def least_length(self) -> timedelta:
        """Return how much time every round has at least."""
        return self.length if self.daily is None or self.least is None else timedelta(seconds=self.least)

    def every_day(self) -> "Timetable":
        """Return it with a least length that yields to the hour: daily means every day.

        A round that opens just after the hour has no whole day until the next one, and a day in spring has 23 hours; so
        half of the time is what it has for sure, unless something else is agreed.
        """
        return self if self.daily is None or self.least is not None else replace(self, least=-(-self.seconds // 2))

    def next_deadline(self, opened_at: datetime) -> datetime:
        """Return when a round closes that opens at this moment."""
        return self.at_or_after(opened_at + self.least_length)

    def at_or_after(self, moment: datetime) -> datetime:
        """Return the first possible deadline at or after this moment."""
        if self.daily is None:
            return self.after_quiet(moment)
        return next(at for each in self.grid(moment) if (at := self.after_quiet(each)) >= moment)

    def last_by(self, moment: datetime) -> datetime:
        """Return the last possible deadline at or before this moment; after it only to leave quiet hours."""
        if self.daily is None:
            return self.after_quiet(moment)
        each = self.at_or_after(moment - 9 * DAY)
        while (following := self.at_or_after(each + timedelta(seconds=1))) <= moment:
            each = following
        return each

    def get_resumed_close(self, moment: datetime, left: timedelta) -> datetime:
        """Return when a round closes that resumes at this moment with so much time left."""
        return self.at_or_after(moment + (left if self.daily is None else min(left, self.least_length)))

    @property
    def usual(self) -> timedelta:
        """Return how long a round takes if nobody hurries."""
        return self.length if self.daily is None else DAY

    def grid(self, moment: datetime) -> Iterator[datetime]:
        """Yield the hours of a daily timetable, from two days before the moment on."""
        day = moment.astimezone(get_zone(self.zone)).date() - 2 * DAY
        while True:
            if not self.weekdays or day.weekday() in self.weekdays:
                yield self.instant(day, self.daily or time())
            day += DAY

    def instant(self, day: date, hour: time, fold: int = 0) -> datetime:
        """Return the moment at which the clocks of the zone show this hour of this day."""
        return datetime.combine(day, hour.replace(fold=fold), get_zone(self.zone)).astimezone(UTC)

    def is_quiet(self, moment: datetime) -> bool:
        """Return whether a moment is within the quiet hours."""
        return self.is_quiet_at(moment.astimezone(get_zone(self.zone)).time())

    def is_quiet_at(self, shown: time) -> bool:
        """Return whether an hour that the clocks show is within the quiet hours."""
        if self.quiet is None:
            return False
        since, until = self.quiet
        return since <= shown < until if since < until else shown >= since or shown < until

    def after_quiet(self, moment: datetime) -> datetime:
        """Return the moment itself, or the end of the quiet hours that it falls into."""
        if self.quiet is None or not self.is_quiet(moment):
            return moment
        today = moment.astimezone(get_zone(self.zone)).date()
        ends = sorted(self.instant(today + days * DAY, self.quiet[1], fold) for days in (0, 1, 2) for fold in (0, 1))
        return next(end for end in ends if end > moment and not self.is_quiet(end))


def get_zone(name: str) -> ZoneInfo:
    """Return the time zone of that name; raise BadTimetable for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadTimetable("unknown_zone") from error


def read(seconds: int, value: object) -> Timetable:
    """Return a timetable from JSON such as {"daily": "20:00", "zone": "Europe/Madrid", "quiet": ["23:00", "07:00"]}.

    Everything may be missing; BadTimetable where something cannot be.
    """
    if not isinstance(value, Mapping) or not set(value) <= FIELDS:
        raise BadTimetable("bad_timetable")
    daily, quiet = value.get("daily"), value.get("quiet")
    found = Timetable(seconds, read_hour(daily) if daily else None, read_zone(value.get("zone") or "UTC"),
                      read_weekdays(value.get("weekdays") or []), read_quiet(quiet) if quiet else None,
                      read_least(value.get("least")))  # fmt: skip
    check(found)
    return found


def check(timetable: Timetable) -> None:
    """Raise BadTimetable for a timetable that contradicts itself."""
    if timetable.daily is None and timetable.weekdays:
        raise BadTimetable("weekdays_of_daily")
    if timetable.least is not None and (timetable.daily is None or timetable.least > timetable.seconds):
        raise BadTimetable("bad_least")
    if timetable.daily is not None and timetable.length > DAY:
        raise BadTimetable("daily_length")
    if timetable.daily is not None and timetable.quiet and is_within(timetable.daily, timetable.quiet):
        raise BadTimetable("rings_in_quiet")


def is_within(hour: time, quiet: Hours) -> bool:
    since, until = quiet
    return since <= hour < until if since < until else hour >= since or hour < until


def read_hour(value: object) -> time:
    """Return an hour from a text such as 20:00."""
    if not isinstance(value, str) or not HOUR.fullmatch(value):
        raise BadTimetable("bad_hour")
    return time(int(value[:2]), int(value[3:]))


def read_zone(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_ZONE_LENGTH:
        raise BadTimetable("unknown_zone")
    return get_zone(value).key


def read_weekdays(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(type(day) is int and 0 <= day <= 6 for day in value):
        raise BadTimetable("bad_weekdays")
    return tuple(sorted(set(value)))


def read_least(value: object) -> int | None:
    """Return the seconds that every round has at least; None where nothing is said."""
    if value is None:
        return None
    if type(value) is not int or value < 1:
        raise BadTimetable("bad_least")
    return value


def read_quiet(value: object) -> Hours:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise BadTimetable("bad_quiet")
    since, until = map(read_hour, value)
    lasts = timedelta(minutes=((until.hour - since.hour) * 60 + until.minute - since.minute) % 1440)
    if not timedelta() < lasts <= MAX_QUIET:
        raise BadTimetable("bad_quiet")
    return since, until


def write(timetable: Timetable) -> dict[str, object]:
    """Return a timetable's JSON without its seconds: read(t.seconds, write(t)) == t. It is empty for a plain one."""
    written: dict[str, object] = {}
    if timetable.daily is not None:
        written |= {"daily": format_hour(timetable.daily), "weekdays": list(timetable.weekdays)}
        written |= {} if timetable.least is None else {"least": timetable.least}
    if timetable.quiet is not None:
        written["quiet"] = [format_hour(hour) for hour in timetable.quiet]
    return written | {"zone": timetable.zone} if written or timetable.zone != "UTC" else {}


def format_hour(hour: time) -> str:
    return hour.strftime("%H:%M")
