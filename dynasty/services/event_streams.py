"""Telling audiences what happened: numbered without gaps, written in the transaction, pushed after it."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.db import IntegrityError, connection, transaction

from core import async_bridge, clock, crash_points, send_queue
from core.circuit_breaker import CircuitBreaker
from core.prepared_statements import fetch_rows, format_rows, get_db_values, make_relation
from core.transactions import service
from dynasty.models import Stream, StreamEvent

log = logging.getLogger(__name__)
pointer_breaker = CircuitBreaker()
# Written out, since everything that happens passes here: the ORM would ask five times for the same.
ADVANCE_SQL = f"UPDATE {Stream._meta.db_table} SET head = head + 1 WHERE name = %s RETURNING id, head"
FIELDS: list[Any] = [StreamEvent._meta.get_field(name) for name in ("key", "type", "body", "at")]
INSERT_SQL = (f"INSERT INTO {StreamEvent._meta.db_table} (key, type, body, at, stream_id, number) {{values}} "
       "ON CONFLICT (stream_id, key) DO NOTHING RETURNING number")  # fmt: skip
INSERT_ONE_SQL = INSERT_SQL.format(values="VALUES (%s, %s, %s, %s, %s, %s)")
ADVANCE_AND_INSERT_SQL = (
    f"WITH grown AS ({ADVANCE_SQL}), "
    f"added AS ({INSERT_SQL.format(values='SELECT %s, %s, %s, %s, id, head FROM grown')}) "
    "SELECT grown.id, grown.head, added.number FROM grown LEFT JOIN added ON true"
)
ADVANCE_AND_INSERT_ALL_SQL = (
    "WITH many AS MATERIALIZED (SELECT * FROM {many}), "
    f"free AS (SELECT id, name FROM {Stream._meta.db_table} WHERE name IN (SELECT stream FROM many) "
    "ORDER BY id FOR NO KEY UPDATE), "
    f"grown AS (UPDATE {Stream._meta.db_table} AS one SET head = one.head + 1 FROM free WHERE one.id = free.id "
    "RETURNING one.id, one.name, one.head), "
    f"added AS (INSERT INTO {StreamEvent._meta.db_table} (key, type, body, at, stream_id, number) "
    "SELECT key, type, body, at, id, head FROM grown JOIN many ON stream = name "
    "ON CONFLICT (stream_id, key) DO NOTHING RETURNING stream_id) "
    "SELECT name, head FROM grown JOIN added ON stream_id = id"
)


@dataclass(frozen=True)
class NewEvent:
    """An event before it has a number."""

    stream: str
    key: str
    type: str
    body: dict[str, Any]
    at: datetime


def get_group_name(stream_name: str) -> str:
    """Return the channel group of a stream: a hash, since names may hold characters that groups must not."""
    return "stream." + hashlib.sha256(stream_name.encode()).hexdigest()[:40]


@service(savepoint=False)
def publish_event(
    stream_name: str, key: str, type: str, body: dict[str, Any], at: datetime | None = None, can_wait: bool = False
) -> int:
    """Add an event to a stream and return its number; an event with a known key is not added again.

    `at`: the moment, if it is known already. `can_wait`: whether those who watch may learn of it with the next event.
    """
    event = StreamEvent(key=key, type=type, body=body, at=at or clock.now())
    stream_id, head, number = advance_and_insert(stream_name, get_db_values(event, FIELDS))
    if number is None:
        Stream.objects.filter(pk=stream_id).update(head=head - 1)  # a duplicate: its number is free again
        return StreamEvent.objects.values_list("number", flat=True).get(stream=stream_id, key=key)
    transaction.on_commit(partial(send_queue.send_later, send_pointer, stream_name, head, can_wait), robust=True)
    return head


def advance_and_insert(name: str, event: list[Any]) -> tuple[int, int, int | None]:
    """Return the id of a stream, its next number, and the number of the event if it was added.

    And the number under which the event was added, if it was not there.
    """
    grow = insert_in_one_statement if connection.vendor == "postgresql" else insert_in_two_statements
    found = grow(name, event)
    if not found:
        Stream.objects.get_or_create(name=name)
        found = grow(name, event)
    ((stream_id, head, number),) = found
    return stream_id, head, number


def insert_in_one_statement(name: str, event: list[Any]) -> list[Any]:
    """Advance the stream and insert the event in one statement. PostgreSQL only."""
    return fetch_rows(ADVANCE_AND_INSERT_SQL, [name, *event])


def insert_in_two_statements(name: str, event: list[Any]) -> list[Any]:
    return [
        (stream_id, head, next((number for (number,) in fetch_rows(INSERT_ONE_SQL, [*event, stream_id, head])), None))
        for stream_id, head in fetch_rows(ADVANCE_SQL, [name])
    ]


@service(savepoint=False)
def publish_all(events: Sequence[NewEvent]) -> None:
    """Add one event each to existing streams. Raises IntegrityError where a stream or a key is not as expected."""
    if connection.vendor != "postgresql":
        for event in events:
            publish_event(event.stream, event.key, event.type, event.body, event.at)
        return
    rows = [[event.key, event.type, event.body, event.at, event.stream] for event in events]
    many = format_rows(rows, [*(field.column for field in FIELDS), "stream"])
    added = fetch_rows(ADVANCE_AND_INSERT_ALL_SQL.format(many=make_relation(FIELDS, "stream text")), [many])
    if len(added) != len(events):
        raise IntegrityError("an event of many is there already, or its stream is not")
    transaction.on_commit(partial(send_queue.send_later, send_pointers, added), robust=True)


@service(savepoint=False)
def open_all(events: Sequence[NewEvent]) -> None:
    """Add one event each to streams, which begin with it where they are not there yet."""
    Stream.objects.bulk_create(
        [Stream(name=name) for name in sorted(each.stream for each in events)], ignore_conflicts=True
    )
    publish_all(events)


def send_pointer(stream_name: str, head: int, can_wait: bool = False) -> None:
    """Notify listeners that the stream has grown. One that misses this sees the gap and asks."""
    send_pointers([(stream_name, head)], can_wait)


def send_pointers(grown: Sequence[tuple[str, int]], can_wait: bool = False) -> None:
    """Notify the listeners of streams that have grown, each with its head, all from one turn of the loop."""
    crash_points.reach("streams.point committed")
    layer = get_channel_layer()
    if layer is None or pointer_breaker.is_open():
        return
    try:
        async_bridge.run_coroutine(send_to_groups(layer, grown, {"can_wait": True} if can_wait else {}))
    except Exception as error:  # the change is committed: the caller must not see an error
        pointer_breaker.trip()
        log.warning("no pointers to %s streams, the first %s: %s", len(grown), grown[0][0], type(error).__name__)
    else:
        pointer_breaker.reset()


async def send_to_groups(layer: Any, grown: Sequence[tuple[str, int]], extra: dict[str, Any]) -> None:
    for name, head in grown:
        await layer.group_send(get_group_name(name), {"type": "pointer", "stream": name, "head": head} | extra)
