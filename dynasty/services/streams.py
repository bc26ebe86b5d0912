"""Telling audiences what happened: numbered without gaps, written in the transaction, pushed after it."""

import hashlib
import logging
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from dynasty import clock, points
from dynasty.atomic import atomic
from dynasty.models import Stream, StreamEvent

log = logging.getLogger(__name__)


def group(stream_name: str) -> str:
    """The channel group of a stream: safe characters, whatever the name holds."""
    return "stream." + hashlib.sha256(stream_name.encode()).hexdigest()[:40]


@atomic(savepoint=False)
def tell(stream_name: str, key: str, type: str, body: dict[str, Any]) -> int:
    """Add an event to a stream and return its number; what was told already is not told again."""
    stream = locked(stream_name)
    told = stream.events.filter(key=key).values_list("number", flat=True).first()
    if told is not None:
        return told
    stream.head += 1
    stream.save(update_fields=["head"])
    StreamEvent.objects.create(stream=stream, number=stream.head, key=key, type=type, body=body, at=clock.now())
    transaction.on_commit(partial(point, stream_name, stream.head), robust=True)
    return stream.head


def locked(name: str) -> Stream:
    """The stream of that name, and nobody else's to grow until the transaction ends; new where nothing was told yet."""
    found = Stream.objects.select_for_update(no_key=True).filter(name=name)
    stream = found.first()
    if stream is None:
        Stream.objects.get_or_create(name=name)
        stream = found.get()
    return stream


def point(stream_name: str, head: int) -> None:
    """Tell whoever listens that the stream has grown; a listener that misses this sees the gap and asks."""
    points.reached("streams.point committed")
    layer = get_channel_layer()
    if layer is None:
        return
    message = {"type": "pointer", "stream": stream_name, "head": head}
    try:
        async_to_sync(layer.group_send)(group(stream_name), message)
    except Exception as error:  # what happened is committed: nobody may be told that it failed
        log.warning("no pointer to %s: %s", stream_name, type(error).__name__)
