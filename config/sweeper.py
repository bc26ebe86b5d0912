"""Threads of every worker that sweep once a second: rounds close from the database alone, without broker or beat.

They wait by a clock that never steps, so a machine whose time is set back goes on sweeping. What closes rounds has a
thread of its own, since the computers may think about their orders for seconds. On PostgreSQL the workers take turns by
an advisory lock for each kind of sweep; one that gets none for TIMEOUT seconds sweeps anyway, as the holder may hang.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from django.db import close_old_connections, connection

log = logging.getLogger(__name__)
INTERVAL = 1.0  # seconds
TIMEOUT = 2.0  # seconds without a sweep after which nobody waits for whoever holds the turn
LOCK_ID = 0x656D7065726F7273  # of the first kind of sweep, a number that nothing else of this database takes


class Sweeper:
    """A thread that sweeps until it is stopped; an error ends one sweep and not the thread."""

    def __init__(self, sweep: Callable[[], Any], lock_id: int = LOCK_ID) -> None:
        self.sweep = sweep
        self.lock_id = lock_id
        self.stopping = threading.Event()
        self.last = time.monotonic()
        self.thread = threading.Thread(target=self.run, name="sweeper", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self, timeout: float = 10) -> None:
        """Stop after the sweep under way; wait for that many seconds at most."""
        self.stopping.set()
        self.thread.join(timeout)

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
        mine = acquire_turn(self.lock_id)
        try:
            if not mine and time.monotonic() - self.last < TIMEOUT:
                return False
            self.last = time.monotonic()
            self.sweep()
            return True
        finally:
            if mine:
                release_turn(self.lock_id)


def build_sweepers() -> list[Sweeper]:
    """Return the sweepers of a worker process, not started yet: for deadlines, and for what may take longer."""
    from tournaments import tasks

    return [Sweeper(tasks.close_due, LOCK_ID), Sweeper(tasks.play_due, LOCK_ID + 1)]


def stop_sweepers(sweepers: Sequence[Sweeper], timeout: float = 10) -> None:
    """Stop sweepers after their sweeps under way; all of them end at the same time."""
    for sweeper in sweepers:
        sweeper.stopping.set()
    for sweeper in sweepers:
        sweeper.stop(timeout)


def acquire_turn(lock_id: int) -> bool:
    """Return whether this process may sweep now; on SQLite there is only one."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [lock_id])
        return bool(cursor.fetchone()[0])


def release_turn(lock_id: int) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock_id])
