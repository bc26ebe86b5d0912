"""Whom a dynasty follows, and what has become of them lately."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from core import clock
from dynasty.models import Dynasty, Emperor, Follow, Mention
from dynasty.selectors.chronicle import Line, build_lines, order_mentions

RECENT = timedelta(days=14)
"""How far back the news of those who are followed go."""
NEWS = (
    "born",
    "died",
    "retired",
    "joined",
    "left",
    "ransomed",
    "entered",
    "fought",
    "championship_won",
    "championship_lost",
    "series_won",
)
"""The kinds of public events that are news."""


@dataclass(frozen=True)
class News:
    """Something that happened, and the dynasty to which it did."""

    dynasty: Dynasty
    line: Line


def list_followed(follower: Dynasty) -> QuerySet[Follow]:
    """Return whom a dynasty follows, the latest first."""
    found = Follow.objects.filter(follower=follower).select_related("dynasty__standing", "emperor__dynasty")
    return found.order_by("-since", "-pk")


def is_followed(reader: int | None, dynasty: Dynasty | None = None, emperor: Emperor | None = None) -> bool:
    """Return whether the dynasty of the user with the id `reader` follows another one, or an emperor."""
    if reader is None or (dynasty is not None and dynasty.user_id == reader):
        return False
    return Follow.objects.filter(follower__user=reader, dynasty=dynasty, emperor=emperor).exists()


def list_news(
    follower: Dynasty, limit: int, since: datetime | None = None, before: datetime | None = None
) -> list[News]:
    """Return the latest public events of those whom a dynasty follows, each once, the latest first.

    `since`, `before`: between which they happened; without them, lately.
    """
    followed = list(Follow.objects.filter(follower=follower).values_list("dynasty", "emperor"))
    dynasties = [dynasty for dynasty, _emperor in followed if dynasty]
    emperors = [emperor for _dynasty, emperor in followed if emperor]
    if not followed:
        return []
    news = Mention.objects.filter(public=True, kind__in=NEWS, at__gte=since or clock.now() - RECENT)
    news = news.filter(at__lt=before) if before else news
    news = news.filter(Q(dynasty__in=dynasties) | Q(emperor__in=emperors))
    rows = order_mentions(news).select_related("event", "emperor", "dynasty")[: 2 * limit]
    once = {row.event_id: row for row in reversed(rows)}
    latest = sorted(once.values(), key=lambda row: (row.at, row.pk), reverse=True)[:limit]
    return [News(row.dynasty, line) for row, line in zip(latest, build_lines(latest), strict=True)]
