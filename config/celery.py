"""The Celery application; it only makes things happen sooner, the database knows what is due."""

import os

from celery import Celery
from celery.signals import worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("emperors")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def refuse_without_guards(**kwargs: object) -> None:
    """No worker touches a database that would let what is written once be changed; `play` migrates, and so mends it."""
    from django.db import connection

    from dynasty import guards

    lost = guards.missing(connection)
    if lost:
        raise SystemExit(f"Guards of the database are missing ({', '.join(lost)}): run `manage.py migrate` first.")
