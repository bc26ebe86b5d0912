"""One ear of a process for all of its sockets: a pointer comes in once, and whoever listens to its stream is woken.

Each socket with a channel of its own would cost the process a queue, two tasks and a thread's turn for each pointer.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from dynasty.services.event_streams import group

log = logging.getLogger(__name__)
RETRY_SECONDS = 1.0
"""Seconds after which it listens again where the layer has failed."""


class Listener(Protocol):
    def pointed(self, stream: str, head: int) -> None:
        """A stream has come so far. It must not wait here: the others would wait, too."""


class Broadcaster:
    """Who listens to which stream. It has an ear only while somebody does."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer
        self.listeners: dict[str, set[Listener]] = {}
        self.channel = ""
        self.hearing: asyncio.Task[None] | None = None
        self.lock = asyncio.Lock()

    async def join(self, listener: Listener, names: Iterable[str]) -> None:
        """From now on it is woken when one of these streams grows; an error where the layer does not answer."""
        for name in names:
            self.listeners.setdefault(name, set()).add(listener)
        try:
            await self.keep(names)
        except BaseException:
            await self.leave(listener, names)
            raise

    async def keep(self, names: Iterable[str]) -> None:
        """See to it that these streams are heard. Once more does no harm, and mends what a layer has forgotten."""
        async with self.lock:
            if self.hearing is None or self.hearing.done():
                self.channel = await self.layer.new_channel()
                self.hearing = asyncio.create_task(self.hear(self.channel))
            for name in names:
                if name in self.listeners:
                    await self.layer.group_add(group(name), self.channel)

    async def leave(self, listener: Listener, names: Iterable[str]) -> None:
        for name in names:
            self.listeners.get(name, set()).discard(listener)
        async with self.lock:
            for name in names:
                if name in self.listeners and not self.listeners[name]:
                    del self.listeners[name]
                    await self.unheard(name)
            if not self.listeners and self.hearing:
                self.hearing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await self.hearing
                self.hearing = None

    async def unheard(self, name: str) -> None:
        """Nobody listens to it any more. Where the layer does not hear that, what it says is said to nobody."""
        try:
            await self.layer.group_discard(group(name), self.channel)
        except Exception as error:
            log.warning("%s is still heard: %s", name, type(error).__name__)

    async def hear(self, channel: str) -> None:
        while True:
            try:
                message = await self.layer.receive(channel)
            except Exception as error:
                log.warning("no pointers to sockets: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self.tell(message["stream"], message["head"])

    def tell(self, stream: str, head: int) -> None:
        for listener in tuple(self.listeners.get(stream, ())):
            listener.pointed(stream, head)


broadcasters: WeakKeyDictionary[asyncio.AbstractEventLoop, Broadcaster] = WeakKeyDictionary()


def get_broadcaster() -> Broadcaster:
    """The hub of the loop that runs."""
    loop = asyncio.get_running_loop()
    if loop not in broadcasters:
        broadcasters[loop] = Broadcaster(get_channel_layer())
    return broadcasters[loop]
