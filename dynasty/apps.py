from django.apps import AppConfig


class DynastyConfig(AppConfig):
    name = "dynasty"
    default_auto_field = "django.db.models.BigAutoField"
