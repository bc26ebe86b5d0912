"""A fair lock: it is handed on in the order of arrival.

SQLite itself makes whoever finds the file locked sleep and try again, so a writer that has waited for long is no
likelier to be next than one that has just come: under fifty writers some wait for twenty seconds.
"""

import threading
from collections import deque


class Turns:
    """A fair lock for threads of this process."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.waiting: deque[threading.Lock] = deque()
        self.is_taken = False

    def take(self, timeout: float) -> bool:
        """Wait for the turn, at most `timeout` seconds; return whether the caller has it now."""
        with self.guard:
            if not self.is_taken:
                self.is_taken = True
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
        """Release the turn to the thread that has waited longest. The caller holds it."""
        with self.guard:
            if self.waiting:
                self.waiting.popleft().release()
            else:
                self.is_taken = False
