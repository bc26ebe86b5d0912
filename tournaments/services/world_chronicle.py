"""Writing the world chronicle: one page for each day of universal time that is over, once."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from core import clock
from core.transactions import service
from dynasty.models import NoticeSetting
from dynasty.services import notifications
from dynasty.services.notifications import Notification
from tournaments.models import ChronicleDay
from tournaments.selectors import world_chronicle

KIND = "chronicle"
"""The type of the notification."""
BATCH_SIZE = 500
CATCH_UP = timedelta(days=7)
"""How far back days are written that were missed."""


def write_due(back: timedelta = CATCH_UP) -> int:
    """Write the days that are over and have no page yet; return how many. Before the first battle there are none."""
    today = clock.get_day(clock.now())
    first = world_chronicle.find_first_day()
    if first is None:
        return 0
    first = max(first, today - back)
    written = set(ChronicleDay.objects.filter(day__gte=first).values_list("day", flat=True))
    days = [first + timedelta(days=number) for number in range((today - first).days)]
    return sum(write_day(day=day) for day in days if day not in written)


def notify_week(week: str, news: Mapping[str, str], until: datetime) -> int:
    """Notify those who chose it that a week is over; return how many were notified now.

    `week`: as an address names it. `news`: what is said of it, by language. `until`: after this it is not sent.
    """
    chosen = NoticeSetting.objects.filter(channels__has_key=KIND).exclude(**{f"channels__{KIND}": []})
    readers = chosen.filter(dynasty__user__is_active=True).select_related("dynasty").order_by("pk")
    facts = {"week": week, "news": dict(news)}
    found = [Notification(each.dynasty, KIND, f"{KIND}:{week}", facts, until=until) for each in readers]
    parts = [found[begin : begin + BATCH_SIZE] for begin in range(0, len(found), BATCH_SIZE)]
    return sum(len(notifications.notify_all(part)) for part in parts)


@service
def write_day(*, day: date) -> int:
    """Write the page of a day; 1 if it was written now. Written already, it stays as it is."""
    if ChronicleDay.objects.filter(day=day).exists():
        return 0
    made = world_chronicle.build_day(day)
    _row, new = ChronicleDay.objects.get_or_create(
        day=day, defaults={"battles": made.battles, "news": made.news, "position": made.position}
    )
    return int(new)
