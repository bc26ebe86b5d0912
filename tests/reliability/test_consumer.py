"""A worker outlives its broker, also where it holds a task."""

import time
from typing import Any

import pytest
import redis
from celery import Celery, current_app
from celery.worker.consumer import Consumer
from django.conf import settings

from config.consumer import SteadyConsumer
from tests.reliability.chaos.servers import Redis


def hold_a_task(consumer: type[Consumer]) -> Consumer:
    """Return a consumer of a Redis of its own, which is gone while a message is not acknowledged."""
    server = Redis()
    app = Celery("gone", broker=server.url, set_as_current=False)
    app.conf.update(broker_transport_options={"max_retries": 0, "socket_timeout": 1, "socket_connect_timeout": 1})
    made: Any = object.__new__(consumer)
    made.app, made.connection = app, app.connection()
    made.qos_global, made.initial_prefetch_count = False, 1
    queue = made.connection.SimpleQueue("held")
    queue.put({"a": 1})
    for _attempt in range(100):
        try:
            queue.get(timeout=1)
            break
        except queue.Empty:
            time.sleep(0.1)
    server.stop()
    return made


def test_it_connects_again_where_a_task_is_not_acknowledged() -> None:
    consumer = hold_a_task(SteadyConsumer)
    consumer.on_connection_error_after_connected(redis.ConnectionError("gone"))
    assert consumer.connection is None


def test_celery_s_own_ends_there() -> None:
    with pytest.raises(AttributeError):
        hold_a_task(Consumer).on_connection_error_after_connected(redis.ConnectionError("gone"))


def test_the_site_s_own_application_stays_the_current_one() -> None:
    hold_a_task(SteadyConsumer)
    assert current_app.main == "emperors", "tests that come later send their tasks by it"


def test_workers_have_it() -> None:
    assert f"{SteadyConsumer.__module__}.{SteadyConsumer.__name__}" == settings.CELERY_WORKER_CONSUMER
