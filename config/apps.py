from django.apps import AppConfig
from django.contrib.admin import apps as admin


class ConfigConfig(AppConfig):
    """The wiring, as an app so that `play` is found and `shared_task` finds our Celery."""

    name = "config"
    default = True

    def ready(self) -> None:
        from config import celery  # noqa: F401


class StaffConfig(admin.AdminConfig):
    """Django's admin, with our guard at its door."""

    default = False  # of the two in this file
    default_site = "config.staff.StaffSite"
