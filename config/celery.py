"""The Celery application. Tasks only make things happen sooner: the database knows what is due."""

import json
import logging
import logging.config
import os
import sys
from datetime import UTC, datetime
from typing import Any

from celery import Celery
from celery.signals import (
    celeryd_init,
    setup_logging,
    worker_init,
    worker_process_init,
    worker_process_shutdown,
)
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("emperors", fixups=["config.worker_database:install"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
sweepers: list[Any] = []
"""Of this process."""


@setup_logging.connect
def configure_logging(**kwargs: object) -> None:
    """Use the site's logging instead of Celery's own handlers, whose lines are plain text."""
    from config import logs

    logging.config.dictConfig(settings.LOGGING)
    if settings.LOG_FORMAT == "json":
        logs.log_uncaught_errors()


@celeryd_init.connect
def log_startup_as_json(**kwargs: object) -> None:
    """Send warnings before the start, and the words at the end, through the JSON formatter."""
    from celery.apps import worker

    if settings.LOG_FORMAT == "json":
        logging.captureWarnings(True)
        setattr(worker, "safe_say", write_line)  # noqa: B010  (the types do not know it)


def write_line(message: str, f: object = None) -> None:
    """Write a log line from within a signal handler, which must not use logging."""
    line = {"event": message, "level": "info", "logger": "celery", "timestamp": datetime.now(UTC).isoformat()}
    os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, f"{json.dumps(line)}\n".encode())


@worker_init.connect
def check_triggers(**kwargs: object) -> None:
    """Exit where write-once triggers are missing from the database; `migrate` creates them."""
    from django.db import connection

    from core import write_once_triggers

    lost = write_once_triggers.list_missing(connection)
    if lost:
        raise SystemExit(f"Guards of the database are missing ({', '.join(lost)}): run `manage.py migrate` first.")


@worker_init.connect
def say_what_is_missing(**kwargs: object) -> None:
    """Log which services are not set up; `play` prints it, and runs a worker of its own."""
    from django.conf import settings

    from config import logs

    if not settings.EMBEDDED:
        logs.log_missing_services()


@worker_process_init.connect
def start_sweepers(**kwargs: object) -> None:
    """Start the sweepers of this worker process, which work without the broker."""
    from config.sweeper import build_sweepers

    for sweeper in build_sweepers():
        sweepers.append(sweeper)
        sweeper.start()


@worker_process_shutdown.connect
def stop_own_sweepers(**kwargs: object) -> None:
    """Stop the sweepers, after the sweep under way."""
    from config.sweeper import stop_sweepers

    stop_sweepers(sweepers)
    sweepers.clear()
