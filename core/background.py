"""Asking a worker for a task. It may be lost: the database knows what is due, and whoever sweeps finds it."""

import logging
from typing import Any

from celery import current_app

from core.circuit_breaker import CircuitBreaker

log = logging.getLogger(__name__)
EXPIRY_SECONDS = 6 * 3600  # seconds; long, since the clocks of two machines may differ by hours
broker = CircuitBreaker()


def enqueue(task: str, **options: Any) -> bool:
    """Ask for a task; return whether anybody could be asked."""
    if broker.is_open():
        return False
    try:
        current_app.send_task(task, expires=EXPIRY_SECONDS, retry=False, **options)
    except Exception as error:
        broker.trip()
        log.warning("no worker can be asked for %s: %s", task, type(error).__name__)
        return False
    broker.reset()
    return True
