"""Sending hints to Redis from a thread of their own, so that no request and no sweep waits for a server that hangs.

A hint may be lost: the database knows what is due, and pages see a gap in the numbers of a stream.
"""

import atexit
import logging
import os
import queue
import threading
import time
from collections.abc import Callable
from functools import cache, partial

from django.conf import settings

log = logging.getLogger(__name__)
MAX_WAITING = 10_000  # hints of one process; while more wait, new ones are dropped
FLUSH_SECONDS = 1.0  # at the end of a process


class SendQueue:
    """A bounded queue with one thread, which sends what is put in, in order."""

    def __init__(self, size: int = MAX_WAITING) -> None:
        self.waiting: queue.Queue[Callable[[], object]] = queue.Queue(size)
        self.is_dropping = False
        threading.Thread(target=self.run, name="send-queue", daemon=True).start()

    def put(self, send: Callable[[], object]) -> bool:
        """Queue something to be sent, without waiting; return whether there was room."""
        try:
            self.waiting.put_nowait(send)
        except queue.Full:
            if not self.is_dropping:
                log.warning("%s hints wait to be sent; new ones are dropped", self.waiting.maxsize)
            self.is_dropping = True
            return False
        self.is_dropping = False
        return True

    def run(self) -> None:
        while True:
            send = self.waiting.get()
            try:
                send()
            except Exception as error:
                log.warning("a hint was not sent: %s", type(error).__name__, exc_info=error)
            finally:
                self.waiting.task_done()

    def flush(self, seconds: float = FLUSH_SECONDS) -> bool:
        """Wait until everything is sent, for that many seconds at most; return whether it is."""
        end = time.monotonic() + seconds
        with self.waiting.all_tasks_done:
            while self.waiting.unfinished_tasks:
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self.waiting.all_tasks_done.wait(left)
        return True


@cache
def get_send_queue(process: int) -> SendQueue:
    """Return the queue of this process; a forked process gets a new one."""
    found = SendQueue()
    atexit.register(flush_own, found, process)
    return found


def flush_own(queued: SendQueue, process: int) -> None:
    """Flush a queue at the end of the process that made it, and not of a fork."""
    if os.getpid() == process:
        queued.flush()


def send_later(function: Callable[..., object], *arguments: object) -> None:
    """Call a function that sends a hint: from the queue's thread, or at once where there is no server to wait for."""
    if has_server():
        get_send_queue(os.getpid()).put(partial(function, *arguments))
    else:
        function(*arguments)


def has_server() -> bool:
    """Return whether hints go to a server, which may hang."""
    return not settings.EMBEDDED
