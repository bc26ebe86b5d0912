"""When work that is done once in a while was done last: kept in the database, so that it survives restarts."""

from datetime import UTC, datetime, timedelta

from django.db.models import Q

from core import clock
from core.transactions import service
from dynasty.models import PeriodicRun

NEVER = datetime(2000, 1, 1, tzinfo=UTC)
EARLY = timedelta(seconds=30)  # a hint that comes by so much too soon counts as in time
AHEAD = timedelta(minutes=1)  # a last time that lies farther in the future is of a clock that was set back


@service
def claim(name: str, every: timedelta) -> bool:
    """Return whether this work is due by the database's clock; if so, note it as done, so that nobody else does it."""
    PeriodicRun.objects.get_or_create(name=name, defaults={"at": NEVER})
    now = clock.now()
    lately = Q(at__gt=now - every + min(EARLY, every / 10), at__lte=now + AHEAD)
    return bool(PeriodicRun.objects.filter(~lately, name=name).update(at=now))
