from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate, pre_migrate


class DynastyConfig(AppConfig):
    name = "dynasty"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from core import errors, write_once_triggers
        from dynasty.catalog import assets, baskets
        from dynasty.checks import report_missing_triggers

        pre_migrate.connect(write_once_triggers.remove_before_migration, sender=self)
        post_migrate.connect(write_once_triggers.install, sender=self)
        register(Tags.database)(report_missing_triggers)
        errors.PARAM_NAMES |= {"asset": assets.get_name_or_code, "lock": baskets.format_lock}
