"""Closing of WebSockets whose work failed, so that no socket stays open unserved and uncounted."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator

from channels.generic.websocket import AsyncJsonWebsocketConsumer

log = logging.getLogger(__name__)
INTERNAL_ERROR = 1011
"""The close code for an error on the side of the server (RFC 6455)."""


@contextlib.asynccontextmanager
async def close_on_error(socket: AsyncJsonWebsocketConsumer) -> AsyncIterator[None]:
    """Close the socket where the block raises; the server then calls `disconnect`, which releases its claims.

    Cancelling the block closes nothing: `disconnect` does that to its tasks. OSError and RuntimeError are how a send
    to a reader that has gone fails, so they are not logged; closing once more does no harm.
    """
    try:
        yield
    except asyncio.CancelledError:
        return
    except Exception as error:
        if not isinstance(error, OSError | RuntimeError):
            log.exception("a socket failed and is closed")
        with contextlib.suppress(OSError, RuntimeError):
            await socket.close(INTERNAL_ERROR)
