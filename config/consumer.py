"""The part of a Celery worker that talks to the broker, so that it outlives the broker."""

import logging

from celery.worker.consumer import Consumer

log = logging.getLogger(__name__)


class SteadyConsumer(Consumer):
    """A consumer that connects again also where the broker went away while a task was not acknowledged.

    kombu then tries to give the task back over the connection that it has just taken apart, and Celery ends the worker
    by that AttributeError, with its sweepers. The broker gives the task back by itself (`visibility_timeout`).
    """

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Clean up after a lost connection."""
        try:
            super().on_connection_error_after_connected(exc)
        except AttributeError as error:
            log.warning("a task was not acknowledged when the broker went away: %s", error)
