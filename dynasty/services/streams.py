"""Telling audiences what happened: numbered without gaps, written in the transaction, pushed after it."""

import hashlib
import logging
from datetime import datetime
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.db import connection, transaction

from dynasty import clock, loops, points
from dynasty.atomic import atomic
from dynasty.models import Stream, StreamEvent

log = logging.getLogger(__name__)
# Written out, since everything that happens passes here: the ORM would ask five times for the same.
GROW = f"UPDATE {Stream._meta.db_table} SET head = head + 1 WHERE name = %s RETURNING id, head"
FIELDS = [field for field in StreamEvent._meta.concrete_fields if not field.primary_key]
COLUMNS, PLACES = ", ".join(str(field.column) for field in FIELDS), ", ".join(["%s"] * len(FIELDS))
ADD = (f"INSERT INTO {StreamEvent._meta.db_table} ({COLUMNS}) VALUES ({PLACES}) "
       "ON CONFLICT (stream_id, key) DO NOTHING RETURNING number")  # fmt: skip


def group(stream_name: str) -> str:
    """The channel group of a stream: safe characters, whatever the name holds."""
    return "stream." + hashlib.sha256(stream_name.encode()).hexdigest()[:40]


@atomic(savepoint=False)
def tell(stream_name: str, key: str, type: str, body: dict[str, Any], at: datetime | None = None) -> int:
    """Add an event to a stream and return its number; what was told already is not told again.

    `at`: the moment, if it is known already.
    """
    stream_id, head = grown(stream_name)
    event = StreamEvent(stream_id=stream_id, number=head, key=key, type=type, body=body, at=at or clock.now())
    if not asked(ADD, [field.get_db_prep_save(getattr(event, field.attname), connection) for field in FIELDS]):
        Stream.objects.filter(pk=stream_id).update(head=head - 1)  # it was told already, and the number is free again
        return StreamEvent.objects.values_list("number", flat=True).get(stream=stream_id, key=key)
    transaction.on_commit(partial(point, stream_name, head), robust=True)
    return head


def grown(name: str) -> tuple[int, int]:
    """The id of a stream and its next number; nobody else's to grow until the transaction ends. New if need be."""
    found = asked(GROW, [name])
    if not found:
        Stream.objects.get_or_create(name=name)
        found = asked(GROW, [name])
    ((stream_id, head),) = found
    return stream_id, head


def asked(statement: str, values: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def point(stream_name: str, head: int) -> None:
    """Tell whoever listens that the stream has grown; a listener that misses this sees the gap and asks."""
    points.reached("streams.point committed")
    layer = get_channel_layer()
    if layer is None:
        return
    message = {"type": "pointer", "stream": stream_name, "head": head}
    try:
        loops.done(layer.group_send(group(stream_name), message))
    except Exception as error:  # what happened is committed: nobody may be told that it failed
        log.warning("no pointer to %s: %s", stream_name, type(error).__name__)
