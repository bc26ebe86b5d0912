"""Hints to workers to run a task at once; a lost hint does no harm, as the sweep finds everything that is due."""

from functools import partial

from django.db import transaction

from core import background, send_queue


def enqueue_on_commit(task: str, **arguments: object) -> None:
    """Enqueue a task of tournaments.tasks once this transaction is committed."""
    transaction.on_commit(partial(send_queue.send_later, _enqueue, task, arguments), robust=True)


def _enqueue(task: str, arguments: dict[str, object]) -> None:
    background.enqueue(f"tournaments.tasks.{task}", kwargs=arguments)
