"""One channel of a process for all of its sockets: a pointer comes in once and wakes the stream's listeners.

A channel for each socket would cost a queue, two tasks and a thread's turn for each pointer.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import NotRequired, Protocol, TypedDict, cast
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from dynasty.services.event_streams import get_group_name

log = logging.getLogger(__name__)
RETRY_SECONDS = 1.0
"""Seconds between an error of the layer and the next try."""


Note = Mapping[str, object]
"""What one of those who listen to a stream lets the others know at once."""


class Listener(Protocol):
    def on_pointer(self, stream: str, head: int, can_wait: bool = False) -> None:
        """Note how far a stream has come. It must not block: other listeners wait for it.

        `can_wait`: whether spectators may learn of it with the next event.
        """


class NoteListener(Listener, Protocol):
    """A listener that is also told what is passed on between people, and stored nowhere."""

    def on_note(self, note: Note) -> None:
        """Take note of it. It must not block: other listeners wait for it."""


class Pointer(TypedDict):
    """A message: how far a stream has come, or instead a note to those who listen to it."""

    type: str
    stream: str
    head: int
    can_wait: NotRequired[bool]
    note: NotRequired[Note]


class ChannelLayer(Protocol):
    """What the broadcaster uses of a layer of Channels."""

    async def new_channel(self) -> str: ...

    async def group_add(self, group: str, channel: str) -> None: ...

    async def group_discard(self, group: str, channel: str) -> None: ...

    async def group_send(self, group: str, message: Pointer) -> None: ...

    async def receive(self, channel: str) -> Pointer: ...


class Broadcaster:
    """The listeners of each stream. It has a channel only while there are any."""

    def __init__(self, layer: ChannelLayer) -> None:
        self.layer = layer
        self.listeners: dict[str, set[Listener]] = {}
        self.channel = ""
        self.receiver: asyncio.Task[None] | None = None
        self.lock = asyncio.Lock()

    async def join(self, listener: Listener, names: Iterable[str]) -> None:
        """Subscribe a listener to these streams; raise where the channel layer fails, and then it is not subscribed."""
        for name in names:
            self.listeners.setdefault(name, set()).add(listener)
        try:
            await self.keep(names)
        except BaseException:
            await self.leave(listener, names)
            raise

    async def keep(self, names: Iterable[str]) -> None:
        """Renew the subscriptions to these streams, also after the channel layer has lost them."""
        async with self.lock:
            if self.receiver is None or self.receiver.done():
                self.channel = await self.layer.new_channel()
                self.receiver = asyncio.create_task(self.receive(self.channel))
            for name in names:
                if name in self.listeners:
                    await self.layer.group_add(get_group_name(name), self.channel)

    async def keep_all(self) -> None:
        """Renew the subscriptions to all streams that are listened to."""
        await self.keep(tuple(self.listeners))

    async def leave(self, listener: Listener, names: Iterable[str]) -> None:
        for name in names:
            self.listeners.get(name, set()).discard(listener)
        async with self.lock:
            for name in names:
                if name in self.listeners and not self.listeners[name]:
                    del self.listeners[name]
                    await self.unsubscribe(name)
            if not self.listeners and self.receiver:
                self.receiver.cancel()
                await asyncio.wait([self.receiver])
                self.receiver = None

    async def unsubscribe(self, name: str) -> None:
        """Unsubscribe from a stream without listeners; where the layer fails, its messages are ignored."""
        try:
            await self.layer.group_discard(get_group_name(name), self.channel)
        except Exception as error:
            log.warning("%s is still heard: %s", name, type(error).__name__)

    async def receive(self, channel: str) -> None:
        while True:
            try:
                message = await self.layer.receive(channel)
            except Exception as error:
                log.warning("no pointers to sockets: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                if "note" in message:
                    self.pass_on(message["stream"], message["note"])
                else:
                    self.dispatch(message["stream"], message["head"], message.get("can_wait", False))

    async def send_note(self, stream: str, note: Note) -> None:
        """Pass a note on to all who listen to a stream, in all processes; where the layer fails, it is lost."""
        message: Pointer = {"type": "pointer", "stream": stream, "head": 0, "note": note}
        try:
            await self.layer.group_send(get_group_name(stream), message)
        except Exception as error:
            log.warning("a note to %s is lost: %s", stream, type(error).__name__)

    def pass_on(self, stream: str, note: Note) -> None:
        for listener in tuple(self.listeners.get(stream, ())):
            cast(NoteListener, listener).on_note(note)

    def dispatch(self, stream: str, head: int, can_wait: bool) -> None:
        for listener in tuple(self.listeners.get(stream, ())):
            listener.on_pointer(stream, head, can_wait)


broadcasters: WeakKeyDictionary[asyncio.AbstractEventLoop, Broadcaster] = WeakKeyDictionary()


def get_broadcaster() -> Broadcaster:
    """Return the broadcaster of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in broadcasters:
        broadcasters[loop] = Broadcaster(get_channel_layer())
    return broadcasters[loop]
