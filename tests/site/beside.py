"""What a browser test does beside its page: the browser's loop runs in its thread, so it works in another."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from tests.patience import PATIENCE


def elsewhere(work: Callable[..., Any], *given: Any) -> Any:
    """Do it in a thread of its own, as the site does, and return what it returns."""

    def done() -> Any:
        try:
            return work(*given)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(done).result(PATIENCE)


def until(holds: Callable[[], bool], timeout: float = PATIENCE) -> None:
    """Wait until it holds."""
    end = time.monotonic() + timeout
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
