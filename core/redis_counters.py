"""The counters of many processes, in Redis; a module of its own, so that a site without Redis imports no client."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from core.circuit_breaker import CircuitBreaker
from core.counters import CountersUnavailable, Entry

log = logging.getLogger(__name__)
REDIS_TIMEOUT = 0.5  # seconds that a request waits for Redis
BATCH_SIZE = 500  # entries of one script, which lets nobody else in meanwhile
ENTER_SCRIPT = """
local now = tonumber(redis.call('time')[1])
local entered = {}
for place, key in ipairs(KEYS) do
  local who, most = ARGV[2 * place], tonumber(ARGV[2 * place + 1])
  redis.call('zremrangebyscore', key, '-inf', now)
  if not redis.call('zscore', key, who) and redis.call('zcard', key) >= most then
    entered[place] = 0
  else
    redis.call('zadd', key, now + ARGV[1], who)
    redis.call('expire', key, ARGV[1])
    entered[place] = 1
  end
end
return entered
"""
"""In one step for each key: forget who has gone by the clock of Redis, and let in whom there is room for."""
COUNT_SCRIPT = """
redis.call('zremrangebyscore', KEYS[1], '-inf', tonumber(redis.call('time')[1]))
return redis.call('zcard', KEYS[1])
"""


class RedisCounters:
    """The same as `core.counters.LocalCounters`, in the Redis of what may be forgotten."""

    def __init__(self, address: str) -> None:
        once_more = Retry(NoBackoff(), 1)  # a connection may have been cut since it was used last
        limits = {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}
        self.redis = redis.Redis.from_url(address, retry=once_more, **limits)
        self.breaker = CircuitBreaker()
        self.script = self.redis.register_script(ENTER_SCRIPT)
        self.counting = self.redis.register_script(COUNT_SCRIPT)

    def ask(self, question: Callable[[], Any]) -> Any:
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
        return int(self.ask(both.execute)[0])

    def get_count(self, name: str) -> int:
        return int(self.ask(lambda: self.redis.get(f"count:{name}")) or 0)

    def enter(self, name: str, who: str, most: int, seconds: int) -> bool:
        return self.enter_all([(name, who, most)], seconds)[0]

    def enter_all(self, entries: Sequence[Entry], seconds: int) -> list[bool]:
        """Enter each of these in one round trip, and return for each whether there was room."""
        found: list[bool] = []
        for start in range(0, len(entries), BATCH_SIZE):
            some = entries[start : start + BATCH_SIZE]
            arguments = [seconds, *(part for _name, who, most in some for part in (who, most))]
            answers = self.ask(partial(self.script, [f"there:{name}" for name, _who, _most in some], arguments))
            found += [bool(answer) for answer in answers]
        return found

    def count_members(self, name: str) -> int:
        return int(self.ask(lambda: self.counting([f"there:{name}"])))

    def leave(self, name: str, who: str) -> None:
        self.ask(lambda: self.redis.zrem(f"there:{name}", who))

    def forget(self) -> None:
        for name in self.redis.scan_iter("count:*", count=1000):
            self.redis.delete(name)
        for name in self.redis.scan_iter("there:*", count=1000):
            self.redis.delete(name)
