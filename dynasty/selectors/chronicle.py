"""Selectors of a dynasty's log: pages, filters, and lines in the reader's language."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Q, QuerySet

from core.limits import MAX_EXPORT, PAGE_SIZE
from core.prepared_statements import PreparedQuery
from dynasty.domain import event_types
from dynasty.models import Dynasty, Emperor, Mention
from dynasty.selectors import cursors
from dynasty.selectors.taken_names import Mask, annotate_taken, is_any_taken

Cursor = tuple[datetime, int]


@dataclass(frozen=True)
class Line:
    """One line of a log."""

    at: datetime
    kind: str
    public: bool
    sentence: str
    place: str
    emperor: Emperor | None
    facts: dict[str, Any] = field(default_factory=dict)
    event: int = 0
    """The number of the event, for its URL."""


@dataclass(frozen=True)
class LogPage:
    lines: list[Line]
    next: str | None
    """The cursor of the page after this one; None at the end."""
    any_taken: bool = False
    """Whether the staff took any name away, anywhere."""


def get_log_page(
    dynasty: Dynasty,
    *,
    viewer_is_owner: bool = False,
    kind: str = "",
    emperor: Emperor | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    cursor: str = "",
    limit: int = PAGE_SIZE,
) -> LogPage:
    """Return a page of a dynasty's log, the latest first; only the owner's includes private mentions."""
    if not (kind or emperor or since or until or cursor):
        return cut_page(prepare_latest(viewer_is_owner, limit + 1)(dynasty.pk), limit)
    found = filter_mentions(Mention.objects.filter(dynasty=dynasty), viewer_is_owner, kind, emperor, since, until)
    return get_page(found, cursor, limit)


def get_life_page(emperor: Emperor, *, cursor: str = "", limit: int = PAGE_SIZE) -> LogPage:
    """Return a page of what everybody may know of an emperor, in whatever dynasty it was.

    A capture stands there once, as its old dynasty tells it: with the name of the new one.
    """
    return get_page(Mention.objects.filter(emperor=emperor, public=True).exclude(kind="joined"), cursor, limit)


def filter_mentions(
    mentions: QuerySet[Mention],
    private: bool,
    kind: str,
    emperor: Emperor | None,
    since: datetime | None,
    until: datetime | None,
) -> QuerySet[Mention]:
    """Return the mentions that match a filter; without `private`, public ones only."""
    conditions = {"kind": kind, "emperor": emperor, "at__gte": since, "at__lt": until}
    conditions = {name: value for name, value in conditions.items() if value}
    return mentions.filter(**conditions) if private else mentions.filter(public=True, **conditions)


def get_page(mentions: QuerySet[Mention], cursor: str, limit: int) -> LogPage:
    """Return the next `limit` mentions after the cursor, as lines."""
    if after := cursors.check(cursor, decode_cursor(cursor)):
        at, pk = after
        mentions = mentions.filter(Q(at__lt=at) | Q(at=at, pk__lt=pk))
    return cut_page(list(order_mentions(mentions)[: limit + 1]), limit)


@cache
def prepare_latest(private: bool, number: int) -> PreparedQuery[Mention]:
    """Return the prepared query of the latest mentions of a dynasty; without `private`, of the public ones only."""
    shown = Mention.objects.all() if private else Mention.objects.filter(public=True)
    return PreparedQuery(lambda dynasty_id: order_mentions(shown.filter(dynasty=dynasty_id))[:number])


def cut_page(found: list[Mention], limit: int) -> LogPage:
    """Return a page of at most `limit` of these mentions; one more says that another page follows."""
    more = encode_cursor(found[limit - 1]) if len(found) > limit else None
    return LogPage(list(build_lines(found[:limit])), more, any(is_any_taken(each) for each in found))


def order_mentions(mentions: QuerySet[Mention]) -> QuerySet[Mention]:
    """Order mentions by time, the latest first, and select what a line needs with them."""
    return annotate_taken(mentions).select_related("event", "emperor").order_by("-at", "-pk")


def build_lines(mentions: Iterable[Mention]) -> Iterator[Line]:
    """Yield one readable line for each mention, with present names instead of those that the staff took away."""
    mask = Mask()
    for mention in mentions:
        event, facts = mention.event, mask.cover_mention(mention)
        yield Line(
            event.at,
            event.kind,
            event.public,
            event_types.format_sentence(event.kind, facts),
            event.place,
            mention.emperor,
            facts,
            event.pk,
        )


def export(
    dynasty: Dynasty,
    *,
    viewer_is_owner: bool,
    kind: str = "",
    emperor: Emperor | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Line]:
    """Return the whole log for a file, the latest first, at most MAX_EXPORT lines."""
    found = filter_mentions(Mention.objects.filter(dynasty=dynasty), viewer_is_owner, kind, emperor, since, until)
    return list(build_lines(order_mentions(found)[:MAX_EXPORT]))


def encode_cursor(mention: Mention) -> str:
    """Encode the place of a page's last mention as text for a URL."""
    return urlsafe_b64encode(f"{mention.at.isoformat()}|{mention.pk}".encode()).decode().rstrip("=")


def decode_cursor(text: str) -> Cursor | None:
    """Decode a cursor into a time and an id; return None if it is malformed."""
    try:
        at, pk = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().split("|")
        moment = datetime.fromisoformat(at)
        return (moment, int(pk)) if moment.tzinfo and 0 < int(pk) < 2**63 else None
    except ValueError:
        return None
