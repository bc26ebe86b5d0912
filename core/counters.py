"""Counting what must be counted right, however many count at once: in Redis, or in the one process of embedded mode.

A count ends so many seconds after it began, in one piece. A set of names that are there ends name by name.
"""

import functools
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from core.circuit_breaker import CircuitBreaker

log = logging.getLogger(__name__)
REDIS_TIMEOUT = 0.5  # seconds that a request waits for Redis
MAX_COUNTERS = 100_000  # counts of this process; beyond it those that have ended are swept away


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
                self.counts = {each: kept for each, kept in self.counts.items() if kept[0] > now}
            ends, so_far = self.counts.get(name, (0.0, 0))
            kept = (ends, so_far + amount) if ends > now else (now + seconds, amount)
            self.counts[name] = kept
            return kept[1]

    def seen(self, name: str) -> int:
        with self.lock:
            ends, so_far = self.counts.get(name, (0.0, 0))
            return so_far if ends > time.monotonic() else 0

    def enter(self, name: str, who: str, most: int, seconds: int) -> bool:
        with self.lock:
            now = time.monotonic()
            there = {each: until for each, until in self.members.get(name, {}).items() if until > now}
            if who not in there and len(there) >= most:
                return False
            self.members[name] = there | {who: now + seconds}
            return True

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


ENTER_SCRIPT = """
local now = tonumber(redis.call('time')[1])
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
if not redis.call('zscore', KEYS[1], ARGV[1]) and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('zadd', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('expire', KEYS[1], ARGV[3])
return 1
"""
"""In one step: forget who has gone by the clock of Redis, and let in whom there is room for."""


class RedisCounters:
    """The same for many processes, in the Redis of what may be forgotten."""

    def __init__(self, address: str) -> None:
        once_more = Retry(NoBackoff(), 1)  # a connection may have been cut since it was used last
        limits = {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}
        self.redis = redis.Redis.from_url(address, retry=once_more, **limits)
        self.breaker = CircuitBreaker()
        self.script = self.redis.register_script(ENTER_SCRIPT)

    def asked(self, question: Callable[[], Any]) -> Any:
        """Return Redis's answer; raise CountersUnavailable while it does not answer, and shortly afterwards."""
        if self.breaker.is_open():
            raise CountersUnavailable
        try:
            answer = question()
        except redis.RedisError as error:
            self.breaker.trip()
            log.warning("Redis does not count, each process does so by itself: %s", type(error).__name__)
            raise CountersUnavailable from error
        self.breaker.reset()
        return answer

    def add(self, name: str, seconds: int, amount: int = 1) -> int:
        both = self.redis.pipeline(transaction=True)
        both.incr(f"count:{name}", amount)
        both.expire(f"count:{name}", seconds, nx=True)
        return int(self.asked(both.execute)[0])

    def seen(self, name: str) -> int:
        return int(self.asked(lambda: self.redis.get(f"count:{name}")) or 0)

    def enter(self, name: str, who: str, most: int, seconds: int) -> bool:
        return bool(self.asked(lambda: self.script(keys=[f"there:{name}"], args=[who, most, seconds])))

    def leave(self, name: str, who: str) -> None:
        self.asked(lambda: self.redis.zrem(f"there:{name}", who))

    def forget(self) -> None:
        for name in self.redis.scan_iter("count:*", count=1000):
            self.redis.delete(name)
        for name in self.redis.scan_iter("there:*", count=1000):
            self.redis.delete(name)


@functools.cache
def get_counters() -> LocalCounters | RedisCounters:
    """Return the counters of this site: in Redis, or in the process in embedded mode."""
    return LocalCounters() if settings.EMBEDDED else RedisCounters(str(settings.CACHES["default"]["LOCATION"]))
