from django.apps import AppConfig


class BattlefieldConfig(AppConfig):
    """The app configuration by which Django finds the command `resolve`; the game itself never imports it."""

    name = "battlefield"
