"""One text for many WebSockets: framed once, and written to each without another copy.

uvicorn frames a text anew for each socket, which takes longer than the system takes to accept the bytes. A frame from a
server to a browser is not masked, so that it is the same for all of them. Behind another server, or where the socket
cannot be written to at once, the application sends the text as usual.
"""

import struct
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from core.sockets import SHARED_WRITE

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
TEXT, LAST = 0x01, 0x80
"""Of a frame: that it holds text, and that the message ends with it (RFC 6455)."""


@lru_cache(maxsize=64)
def build_frame(text: str) -> bytes:
    """Return a text message of a server as one frame.

    >>> build_frame("é")
    b'\\x81\\x02\\xc3\\xa9'
    """
    content = text.encode()
    size = len(content)
    if size < 126:
        head = struct.pack("!BB", TEXT | LAST, size)
    elif size < 2**16:
        head = struct.pack("!BBH", TEXT | LAST, 126, size)
    else:
        head = struct.pack("!BBQ", TEXT | LAST, 127, size)
    return head + content


def write(protocol: WebSocketsSansIOProtocol, text: str) -> bool:
    """Write the text to an open socket; return False, and write nothing, where that has to wait or cannot be done."""
    if not protocol.writable.is_set() or protocol.close_sent or protocol.disconnected:
        return False
    if protocol.conn.state is not State.OPEN or protocol.transport.is_closing():
        return False
    if protocol.scope["headers"]:
        forget_handshake(protocol)
    protocol.transport.write(build_frame(text))
    return True


def forget_handshake(protocol: WebSocketsSansIOProtocol) -> None:
    """Drop the request, the response and their headers, which nobody reads once a socket is open.

    They are kilobytes for each page, and held for as long as it is open. The library's parser still holds the request,
    so that its headers are emptied.
    """
    headers: Any  # two kinds of mapping and a list
    for headers in (protocol.request.headers, protocol.response.headers, protocol.scope["headers"]):
        headers.clear()
    del protocol.request, protocol.response


def offer_shared_frames(application: Application) -> Application:
    """Return the application with a function in its scope that writes a shared text, where uvicorn serves it."""

    async def offering(scope: dict[str, Any], receive: Any, send: Any) -> None:
        protocol = getattr(send, "__self__", None)
        if isinstance(protocol, WebSocketsSansIOProtocol):
            scope["extensions"] = {**scope.get("extensions", {}), SHARED_WRITE: partial(write, protocol)}
        await application(scope, receive, send)

    return offering
