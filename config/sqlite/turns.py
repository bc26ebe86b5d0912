"""A lock that is handed on in the order of arrival.

SQLite itself makes whoever finds the file locked sleep and try again, so a writer that has waited for long is no
likelier to be next than one that has just come: under fifty writers some wait for twenty seconds.
"""

import threading
from collections import deque


class Turns:
    """One turn at a time, for threads of this process; first come, first served."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.waiting: deque[threading.Lock] = deque()
        self.taken = False

    def take(self, timeout: float) -> bool:
        """Wait for the turn, for that many seconds at most; return whether it is ours now."""
        with self.guard:
            if not self.taken:
                self.taken = True
                return True
            ticket = threading.Lock()
            ticket.acquire()
            self.waiting.append(ticket)
        if ticket.acquire(timeout=timeout):
            return True
        with self.guard:
            if ticket in self.waiting:
                self.waiting.remove(ticket)
                return False
        return True  # it was handed to us in the very moment in which we gave up

    def give(self) -> None:
        """Hand the turn to whoever has waited longest. The caller has it."""
        with self.guard:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.taken = False
