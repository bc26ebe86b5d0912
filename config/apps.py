from django.apps import AppConfig, apps
from django.contrib.admin import apps as admin
from django.db.models.signals import post_migrate

from config import form_sentences, remembered_sentences

remembered_sentences.install()  # before another app translates anything
form_sentences.install()  # before anything makes a field


class ConfigConfig(AppConfig):
    """The app of the wiring, so that `play` is found and `shared_task` finds our Celery."""

    name = "config"
    default = True

    def ready(self) -> None:
        from config import lean_imports

        lean_imports.import_libraries()  # before anything else imports them

        from config import celery, postgresql  # noqa: F401
        from config.accounts import audit, pupils, secret_storage, signed_in

        postgresql.install()
        signed_in.install()
        secret_storage.install()
        audit.connect_signals()
        pupils.connect_signals()
        if apps.is_installed("allauth.socialaccount"):
            from config.accounts import single_sign_on

            single_sign_on.connect_signals()
        post_migrate.connect(secret_storage.seal_after_migration, sender=apps.get_app_config("mfa"))


class StaffConfig(admin.AdminConfig):
    """Django's admin with the site of `config.staff`."""

    default = False  # of the two in this file
    default_site = "config.staff.StaffSite"
