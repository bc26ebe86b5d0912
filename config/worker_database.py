"""The database connections of a Celery worker: the pool of a process stays open from one task to the next.

Celery's own plug-in closes the pool before and after every task. That takes it away from the sweepers of the process
(`config/sweeper.py`), whose sweep is broken off, and lets each task connect anew.
"""

from functools import cached_property

from celery import Celery
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup  # type: ignore[attr-defined]
from celery.signals import worker_process_init
from django.db import close_old_connections


class PooledWorker(DjangoWorkerFixup):  # type: ignore[misc]
    """What Celery does about Django in a worker, with pools that stay open."""

    def install(self) -> "PooledWorker":
        """Listen to the signals of the worker.

        A process closes first what it took over in the fork, and then starts its sweepers: receivers are called in the
        order in which they were connected.
        """
        from config.celery import start_sweepers

        super().install()
        worker_process_init.disconnect(start_sweepers)
        worker_process_init.connect(start_sweepers)
        return self

    def close_database(self, **kwargs: object) -> None:
        """Give the connections of this thread back to their pool, around a task."""
        close_old_connections()


class PooledFixup(DjangoFixup):
    """Celery's plug-in for Django, which makes workers of the class above."""

    @cached_property
    def worker_fixup(self) -> PooledWorker:
        """Return the part for workers, made when it is first needed, since it reads the settings."""
        return PooledWorker(self.app)


def install(app: Celery) -> DjangoFixup:
    """Install the plug-in; Celery calls this for each of an application's `fixups`."""
    fixup = PooledFixup(app)
    fixup.install()
    return fixup
