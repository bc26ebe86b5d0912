"""Making things happen sooner. A hint may get lost: the sweep finds everything that is due."""

import logging
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)


def soon(task: str, **arguments: Any) -> None:
    """Once this transaction is committed, ask a worker for a task of tournaments.tasks."""
    transaction.on_commit(partial(_send, task, arguments), robust=True)


def _send(task: str, arguments: dict[str, Any]) -> None:
    try:
        current_app.send_task(f"tournaments.tasks.{task}", kwargs=arguments, expires=30)
    except Exception as error:
        log.warning("no hint for %s: %s", task, type(error).__name__)
