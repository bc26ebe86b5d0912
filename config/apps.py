from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The wiring, as an app so that `play` is found and `shared_task` finds our Celery."""

    name = "config"

    def ready(self) -> None:
        from config import celery  # noqa: F401
