"""Writing the log: each event once, never changed."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from core import clock
from core.transactions import service
from dynasty.domain.event_types import EVENT_TYPES
from dynasty.models import Dynasty, Emperor, Erasure, Event, Mention

Mentioned = tuple[Dynasty, Emperor | None]


@service
def record(
    *,
    key: str,
    kind: str,
    public: bool,
    at: datetime,
    mentions: Iterable[Mentioned],
    facts: dict[str, Any] | None = None,
    place: str = "",
) -> Event:
    """Write an event and whom it concerns, and return it; written already, it is returned as it is."""
    if kind not in EVENT_TYPES:
        raise ValueError(f"unknown kind of event: {kind}")
    event, new = Event.objects.get_or_create(
        key=key, defaults={"kind": kind, "public": public, "facts": facts or {}, "place": place, "at": at}
    )
    if new:
        Mention.objects.bulk_create(
            Mention(event=event, dynasty=dynasty, emperor=emperor, kind=kind, public=public, at=at)
            for dynasty, emperor in mentions
        )
    return event


def erase_events_of(emperor: Emperor) -> int:
    """Delete the events that concern this emperor alone, and return how many."""
    own = Event.objects.filter(mentions__emperor=emperor).exclude(
        pk__in=Mention.objects.exclude(emperor=emperor).filter(event__mentions__emperor=emperor).values("event_id")
    )
    return erase_events(list(own.values_list("pk", flat=True).distinct()))


def erase_events(events: Collection[int]) -> int:
    """Delete these events, record that they were erased, and return how many there were."""
    at = clock.now()
    Erasure.objects.bulk_create([Erasure(event=event, at=at) for event in events], ignore_conflicts=True)
    return Event.objects.filter(pk__in=events).delete()[1].get("dynasty.Event", 0)


def erase_events_of_houses(events: Collection[int]) -> int:
    """Delete these events, which concern houses alone, and return how many there were.

    The database sees by their mentions that it may, so that nothing has to be written down for each.
    """
    rows = Event.objects.filter(pk__in=events)
    erased = rows._raw_delete(rows.db)
    Mention.objects.filter(event__in=events).delete()
    return erased
