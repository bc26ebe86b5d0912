"""Circuit breakers: after a server beside the database has failed to answer, nobody asks it for a while.

Without them each request would wait for a hung Redis, once for everything that it asks.
"""

import time

OPEN_SECONDS = 10.0  # seconds


class CircuitBreaker:
    """Open for a while after each failure. One caller at a time finds out whether the server answers again."""

    def __init__(self, pause: float = OPEN_SECONDS) -> None:
        self.pause = pause
        self.until = 0.0

    def is_open(self) -> bool:
        """Return whether callers should not try now; one caller at a time gets False and tries for all."""
        now = time.monotonic()
        if now < self.until:
            return True
        if self.until:
            self.until = now + self.pause
        return False

    def trip(self) -> None:
        """Note that the server did not answer."""
        self.until = time.monotonic() + self.pause

    def reset(self) -> None:
        """Note that it did."""
        self.until = 0.0
