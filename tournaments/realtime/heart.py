"""The heartbeats of all watching pages of a process, by one timer.

A timer, a thread's turn and a renewed subscription for each socket cost ten times as much as the heartbeat. Pages are
spread over the parts of an interval in the order in which they were opened, so that they are not all served at once.
"""

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence, Set
from typing import Protocol
from weakref import WeakKeyDictionary

from core import connection_limits
from tournaments.realtime import public_snapshot
from tournaments.realtime.broadcaster import get_broadcaster
from tournaments.realtime.socket_counters import run_counter

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 10.0
"""Seconds between two heartbeats. Each carries all heads, so that a lost pointer costs no more than this."""
PARTS = 20
"""Of an interval: how often it is somebody's turn."""


class Socket(Protocol):
    names: Sequence[str]
    claims: Mapping[str, int]
    socket_id: str

    def on_heartbeat(self, beat: public_snapshot.Beat | Exception | None) -> None:
        """Note what to send; an error ends the socket, and None says that its place is taken. It must not block."""


class Heart:
    """The sockets of each part of the interval. It beats only while there are any."""

    def __init__(self) -> None:
        self.parts: list[set[Socket]] = [set() for _part in range(PARTS)]
        self.now = 0
        self.beating: asyncio.Task[None] | None = None
        self.under_way: set[asyncio.Task[None]] = set()

    def join(self, socket: Socket) -> None:
        """Let this socket have heartbeats from now on, the first one after an interval."""
        self.parts[self.now].add(socket)
        if self.beating is None or self.beating.done():
            self.beating = asyncio.create_task(self.beat())

    def leave(self, socket: Socket) -> None:
        for part in self.parts:
            part.discard(socket)

    async def beat(self) -> None:
        """Serve one part after the other while there are sockets; a slow one does not hold up the next."""
        while any(self.parts):
            await asyncio.sleep(HEARTBEAT_SECONDS / PARTS)
            self.now = (self.now + 1) % PARTS
            if self.now == 0:
                self.start(get_broadcaster().keep_all())
            if self.parts[self.now]:
                self.start(self.serve(self.parts[self.now]))

    def start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(run_logged(work))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    async def serve(self, part: Set[Socket]) -> None:
        """Renew the places of the sockets of a part together, and give each its heartbeat."""
        sockets = tuple(part)
        places = [(socket.claims, socket.socket_id) for socket in sockets]
        renewed = await run_counter(connection_limits.renew_all, places)
        for socket, (claims, socket_id) in zip(sockets, places, strict=True):
            if socket not in part:  # it left, and gave its places back, perhaps before they were renewed
                await run_counter(connection_limits.release, claims, socket_id)
        groups: dict[tuple[str, ...], list[Socket]] = {}
        for socket, has_place in zip(sockets, renewed, strict=True):
            if has_place:
                groups.setdefault(tuple(socket.names), []).append(socket)
            else:
                socket.on_heartbeat(None)
        for names, listening in groups.items():
            beat = await get_beat(names)
            for socket in listening:
                socket.on_heartbeat(beat)


async def get_beat(names: tuple[str, ...]) -> public_snapshot.Beat | Exception:
    """Return the heartbeat of these streams, or the error with which their sockets end."""
    try:
        return await public_snapshot.beat(names)
    except Exception as error:
        return error


async def run_logged(work: Coroutine[None, None, None]) -> None:
    """Await it; what fails is tried again with the next heartbeat."""
    try:
        await work
    except Exception as error:
        log.warning("a heartbeat failed: %s", type(error).__name__)


hearts: WeakKeyDictionary[asyncio.AbstractEventLoop, Heart] = WeakKeyDictionary()


def get_heart() -> Heart:
    """Return the heart of the running loop."""
    return hearts.setdefault(asyncio.get_running_loop(), Heart())
