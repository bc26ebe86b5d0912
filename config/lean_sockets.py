"""uvicorn's WebSocket protocol with less memory for each open socket; a server is given it by name (`--ws`).

asyncio's queues and events allocate room for 64 waiters each, and a protocol has five of them, though a single task
waits. The attributes of the protocol are slots, since a dictionary of so many names takes four times as much. What the
server does is the library's own code.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ATTRIBUTES = """
    app app_state asgi_version client close_sent close_timeout close_timer config conn connections curr_msg_data_type
    default_headers disconnected frames handshake_complete handshake_initiated initial_response last_ping_rtt logger
    loop pending_ping_payload ping_interval ping_sent_at ping_timeout ping_timer pong_timer queue read_paused request
    response root_path scheme scope server tasks transport writable
"""
"""What the library notes of a socket."""
Waiter = asyncio.Future[None]


class Inbox:
    """What a protocol uses of `asyncio.Queue`: messages for a single reader, without a limit."""

    __slots__ = ("messages", "waiter")

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.waiter: Waiter | None = None

    def put_nowait(self, message: Any) -> None:
        self.messages.append(message)
        if self.waiter and not self.waiter.done():
            self.waiter.set_result(None)

    async def get(self) -> Any:
        """Return the next message once there is one."""
        while not self.messages:
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
        self.waiter = None
        return self.messages.pop(0)

    def empty(self) -> bool:
        return not self.messages


class Gate:
    """What a protocol uses of `asyncio.Event`: senders wait while it is closed."""

    __slots__ = ("is_open", "waiters")

    def __init__(self) -> None:
        self.is_open = True
        self.waiters: list[Waiter] | None = None

    def is_set(self) -> bool:
        return self.is_open

    def set(self) -> None:
        self.is_open = True
        waiters, self.waiters = self.waiters, None
        for waiter in waiters or ():
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        self.is_open = False

    async def wait(self) -> bool:
        """Return once the gate is open."""
        if not self.is_open:
            waiter: Waiter = asyncio.get_running_loop().create_future()
            self.waiters = [*(self.waiters or ()), waiter]
            await waiter
        return True


class LeanSocketProtocol(WebSocketsSansIOProtocol):
    """The protocol of an open socket. An attribute that the library adds stands in a dictionary, as before."""

    __slots__ = tuple(ATTRIBUTES.split())

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.queue: Any = Inbox()
        self.writable: Any = Gate()
