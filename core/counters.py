"""Counting what must be counted right, however many count at once: in Redis, or in the one process of embedded mode.

A count ends so many seconds after it began, in one piece. A set of names that are there ends name by name.
"""

import functools
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from core.redis_counters import RedisCounters

MAX_COUNTERS = 100_000  # counts of this process; beyond it those that have ended are swept away


Entry = tuple[str, str, int]
"""The name of a set, who enters it, and how many may be there."""


class CountersUnavailable(Exception):
    """Redis does not answer: nobody knows how many there are."""


class LocalCounters:
    """The counts of the one process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.counts: dict[str, tuple[float, int]] = {}
        self.members: dict[str, dict[str, float]] = {}

    def add(self, name: str, seconds: int, amount: int = 1) -> int:
        with self.lock:
            now = time.monotonic()
            if len(self.counts) >= MAX_COUNTERS:
                self.counts = {each: count for each, count in self.counts.items() if count[0] > now}
            ends, so_far = self.counts.get(name, (0.0, 0))
            count = (ends, so_far + amount) if ends > now else (now + seconds, amount)
            self.counts[name] = count
            return count[1]

    def get_count(self, name: str) -> int:
        with self.lock:
            ends, so_far = self.counts.get(name, (0.0, 0))
            return so_far if ends > time.monotonic() else 0

    def enter(self, name: str, who: str, most: int, seconds: int) -> bool:
        with self.lock:
            there = self.members.setdefault(name, {})
            if who not in there and len(there) >= most:
                self.sweep(name)
                if len(there) >= most:
                    return False
            there[who] = time.monotonic() + seconds
            return True

    def sweep(self, name: str) -> None:
        """Forget who has lapsed. The caller holds the lock."""
        there, now = self.members.get(name, {}), time.monotonic()
        for who in [each for each, until in there.items() if until <= now]:
            del there[who]

    def count_members(self, name: str) -> int:
        """Return how many are there."""
        with self.lock:
            self.sweep(name)
            return len(self.members.get(name, {}))

    def enter_all(self, entries: Sequence[Entry], seconds: int) -> list[bool]:
        """Enter each of these, and return for each whether there was room."""
        return [self.enter(name, who, most, seconds) for name, who, most in entries]

    def leave(self, name: str, who: str) -> None:
        with self.lock:
            there = self.members.get(name, {})
            there.pop(who, None)
            if not there:
                self.members.pop(name, None)

    def forget(self) -> None:
        with self.lock:
            self.counts.clear()
            self.members.clear()


@functools.cache
def get_counters() -> "LocalCounters | RedisCounters":
    """Return the counters of this site: in Redis, or in the process in embedded mode, without a client of Redis."""
    if settings.EMBEDDED:
        return LocalCounters()
    from core.redis_counters import RedisCounters

    return RedisCounters(str(settings.CACHES["default"]["LOCATION"]))
