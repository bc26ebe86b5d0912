"""The Celery application; it only makes things happen sooner, the database knows what is due."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("emperors")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
