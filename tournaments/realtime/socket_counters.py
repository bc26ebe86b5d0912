"""Counting of open sockets from a coroutine (`core.connection_limits`)."""

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from asgiref.sync import sync_to_async

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")


async def run_counter(count: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
    """Call a counting function in a thread of its own, since it may wait for Redis.

    A thread cannot be cancelled. Where the caller is cancelled it still waits for the end of the count; otherwise a
    renewal that is under way would count a socket again after its release.
    """
    counting = asyncio.ensure_future(sync_to_async(count, thread_sensitive=False)(*arguments))
    try:
        return await asyncio.shield(counting)
    except asyncio.CancelledError:
        await asyncio.wait([counting])
        raise
