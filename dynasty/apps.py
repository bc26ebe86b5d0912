from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate, pre_migrate


class DynastyConfig(AppConfig):
    name = "dynasty"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from dynasty import guards
        from dynasty.checks import guards_are_there

        pre_migrate.connect(guards.lift, sender=self)
        post_migrate.connect(guards.install, sender=self)
        register(Tags.database)(guards_are_there)
