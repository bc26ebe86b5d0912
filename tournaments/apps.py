from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from battlefield import fields
        from dynasty.guards import GUARDS as all_guards
        from tournaments.guards import GUARDS
        from tournaments.selectors import boards

        fields.lend(boards.shelf)

        all_guards.extend(guard for guard in GUARDS if guard not in all_guards)
