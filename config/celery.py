"""The Celery application; it only makes things happen sooner, the database knows what is due."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_process_init, worker_process_shutdown

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("emperors")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
sweepers: list[Any] = []
"""Of this process."""


@worker_init.connect
def refuse_without_guards(**kwargs: object) -> None:
    """No worker touches a database that would let what is written once be changed; `play` migrates, and so mends it."""
    from django.db import connection

    from dynasty import guards

    lost = guards.missing(connection)
    if lost:
        raise SystemExit(f"Guards of the database are missing ({', '.join(lost)}): run `manage.py migrate` first.")


@worker_process_init.connect
def begin_to_sweep(**kwargs: object) -> None:
    """Each process of a worker sweeps by itself, whether or not the worker reaches its broker."""
    from config.sweeper import Sweeper
    from tournaments.tasks import sweep

    sweepers.append(Sweeper(sweep))
    sweepers[-1].start()


@worker_process_shutdown.connect
def end_sweeping(**kwargs: object) -> None:
    """Let the sweep under way come to its end."""
    while sweepers:
        sweepers.pop().stop()
