"""A thread of every worker that sweeps once a second: rounds close from the database alone, without broker or beat.

It waits by a clock that never steps, so a machine whose time is set back goes on sweeping. On PostgreSQL the workers
take turns by an advisory lock; a worker that gets none for TIMEOUT seconds sweeps anyway, since the holder may hang.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import close_old_connections, connection

log = logging.getLogger(__name__)
INTERVAL = 1.0  # seconds
TIMEOUT = 4.0  # seconds without a sweep after which nobody waits for whoever holds the turn
LOCK_ID = 0x656D7065726F7273  # of the turn, a number that nothing else of this database takes


class Sweeper:
    """A thread that sweeps until it is stopped; an error ends one sweep and not the thread."""

    def __init__(self, sweep: Callable[[], Any]) -> None:
        self.sweep = sweep
        self.stopping = threading.Event()
        self.last = time.monotonic()
        self.thread = threading.Thread(target=self.run, name="sweeper", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self, patience: float = 10) -> None:
        """Stop after the sweep under way; wait for that many seconds at most."""
        self.stopping.set()
        self.thread.join(patience)

    def run(self) -> None:
        while not self.stopping.wait(INTERVAL):
            try:
                self.once()
            except Exception as error:
                log.warning("a sweep was broken off: %s", type(error).__name__, exc_info=error)
            finally:
                close_old_connections()

    def once(self) -> bool:
        """Sweep, unless another process does; return whether it was done."""
        mine = acquire_turn()
        try:
            if not mine and time.monotonic() - self.last < TIMEOUT:
                return False
            self.last = time.monotonic()
            self.sweep()
            return True
        finally:
            if mine:
                release_turn()


def acquire_turn() -> bool:
    """Return whether this process may sweep now; on SQLite there is only one."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK_ID])
        return bool(cursor.fetchone()[0])


def release_turn() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK_ID])
