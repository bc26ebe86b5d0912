"""When a notice may be sent: not in the quiet hours of its reader, and by mail in the rhythm that it chose."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MORNING = time(8)
"""When the daily digest is sent, in its reader's time zone."""
UTC = ZoneInfo("UTC")


def get_zone(name: str) -> ZoneInfo:
    """Return the time zone of that name; UTC if there is none."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


def find_next_time(moment: datetime, at: time, zone: ZoneInfo) -> datetime:
    """Return the next moment, after `moment`, at which clocks of the zone show this time."""
    local = moment.astimezone(zone)
    today = datetime.combine(local.date(), at, zone)
    found = today if today > local else datetime.combine(local.date() + timedelta(days=1), at, zone)
    return found.astimezone(UTC)


def is_quiet(moment: datetime, since: time | None, until: time | None, zone: ZoneInfo) -> bool:
    """Return whether the moment lies within the quiet hours, which may span midnight."""
    if since is None or until is None or since == until:
        return False
    local = moment.astimezone(zone).time()
    return since <= local < until if since < until else local >= since or local < until


def skip_quiet_hours(moment: datetime, since: time | None, until: time | None, zone: ZoneInfo) -> datetime:
    """Return the moment itself, or the end of the quiet hours that it falls into."""
    if until is None or not is_quiet(moment, since, until, zone):
        return moment
    return find_next_time(moment, until, zone)


def apply_rhythm(moment: datetime, rhythm: str, zone: ZoneInfo) -> datetime:
    """Return when the next mail of that rhythm is sent: at once, at the full hour, or in the morning."""
    if rhythm == "hourly":
        return moment.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    return find_next_time(moment, MORNING, zone) if rhythm == "daily" else moment
