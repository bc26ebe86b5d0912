"""A server that does not answer is asked once in a while, by one caller at a time."""

import time

import pytest
import redis

from core import background
from core.circuit_breaker import OPEN_SECONDS, CircuitBreaker
from core.counters import CountersUnavailable
from core.redis_counters import RedisCounters


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    return clock


def test_it_opens_for_a_while_and_lets_one_caller_find_out(now: list[float]) -> None:
    breaker = CircuitBreaker()
    assert not breaker.is_open() and not breaker.is_open()
    breaker.trip()
    assert breaker.is_open()
    now[0] += OPEN_SECONDS
    assert [breaker.is_open() for _caller in range(3)] == [False, True, True]
    breaker.reset()
    assert not breaker.is_open() and not breaker.is_open()


def test_a_broker_that_fails_is_left_alone(now: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def broken(task: str, **options: object) -> None:
        asked.append(task)
        raise ConnectionError

    monkeypatch.setattr(background.current_app, "send_task", broken)
    assert not any(background.enqueue("tournaments.tasks.play") for _time in range(20)) and len(asked) == 1
    now[0] += OPEN_SECONDS
    monkeypatch.setattr(background.current_app, "send_task", lambda task, **options: asked.append(task))
    assert all(background.enqueue("tournaments.tasks.play") for _time in range(3)) and len(asked) == 4


def test_counts_that_fail_are_left_alone(now: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    counts, asked = RedisCounters("redis://127.0.0.1:1/0"), []

    def gone(*args: object, **named: object) -> None:
        asked.append(args)
        raise redis.ConnectionError

    monkeypatch.setattr(counts.redis, "get", gone)
    for _time in range(20):
        with pytest.raises(CountersUnavailable):
            counts.get_count("x")
    assert len(asked) == 1
