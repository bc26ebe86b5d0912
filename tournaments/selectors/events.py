"""The events of streams after a number, with which pages and programs catch up."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypedDict

from dynasty.models import Dynasty, Stream, StreamEvent
from tournaments.models import Entry, Tournament
from tournaments.selectors import participation

MAX_EVENTS = 200


class Numbered(TypedDict):
    """An event with its place in a stream, without its time."""

    stream: str
    number: int
    type: str
    body: dict[str, object]


class StreamedEvent(Numbered):
    """An event of a stream."""

    at: datetime


def list_streams(tournament: Tournament, dynasty: Dynasty | None, seats: Sequence[str] = ()) -> list[str]:
    """List the event streams of a tournament that this viewer may read: the public one and that of its own seat.

    `seats`: the seats that it holds without its dynasty, as in casual battles.
    """
    if seats:
        return [f"battle:{tournament.code}", *(f"seat:{tournament.code}:{seat}" for seat in seats)]
    seat = Entry.objects.filter(tournament=tournament, dynasty=dynasty).values_list("seat", flat=True).first()
    seat = seat if dynasty and seat else participation.get_led_seat(tournament, dynasty)
    own = [f"seat:{tournament.code}:{seat}"] if seat else []
    return [f"battle:{tournament.code}", *own]


def get_heads(names: Iterable[str]) -> dict[str, int]:
    """Return the number of the last event of each stream; 0 for a stream that does not exist yet."""
    heads = dict(Stream.objects.filter(name__in=names).values_list("name", "head"))
    return {name: heads.get(name, 0) for name in names}


def list_since(stream: str, number: int) -> list[StreamedEvent]:
    """List the next events of a stream after that number, at most MAX_EVENTS."""
    rows = StreamEvent.objects.filter(stream__name=stream, number__gt=number).order_by("number")[:MAX_EVENTS]
    return [{"stream": stream, "number": row.number, "type": row.type, "body": row.body, "at": row.at} for row in rows]
