"""Making things happen sooner. A hint may get lost: the sweep finds everything that is due."""

from functools import partial
from typing import Any

from django.db import transaction

from core import background


def enqueue_on_commit(task: str, **arguments: Any) -> None:
    """Once this transaction is committed, ask a worker for a task of tournaments.tasks."""
    transaction.on_commit(partial(_enqueue, task, arguments), robust=True)


def _enqueue(task: str, arguments: dict[str, Any]) -> None:
    background.enqueue(f"tournaments.tasks.{task}", kwargs=arguments)
