"""Asynchronous work from where no event loop runs: in one of this process's own, so that connections stay open there.

A loop made anew for each message would have to connect to Redis for each message.
"""

import asyncio
import os
import threading
from collections.abc import Coroutine
from functools import cache
from typing import Any

TIMEOUT = 1.0
"""Seconds after which a message is given up."""


@cache
def get_process_loop(process: int) -> asyncio.AbstractEventLoop:
    """Return this process's event loop, which runs in a thread of its own; a forked process gets a new one."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="loop", daemon=True).start()
    return loop


def run_coroutine(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in the process's event loop and return its result; raise TimeoutError after TIMEOUT seconds."""
    future = asyncio.run_coroutine_threadsafe(work, get_process_loop(os.getpid()))
    try:
        return future.result(TIMEOUT)
    except TimeoutError:
        future.cancel()
        raise
