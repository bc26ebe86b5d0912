from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from battlefield import fields
        from campaign import atlas, map_catalog
        from core.write_once_triggers import TABLES as all_guards
        from dynasty.domain import display, site_titles
        from tournaments.domain import world_seed
        from tournaments.models.triggers import GUARDS
        from tournaments.selectors import boards, positions
        from tournaments.selectors.maps import drawn

        fields.lend(boards.find_drawn)
        fields.lend(positions.find_drawing)
        atlas.lend(drawn.find_data)
        display.MAPS.update({name: title for name, (title, _sentence) in map_catalog.PAGES.items()})

        site_titles.TITLES.update(world_seed.list_titles())

        all_guards.extend(guard for guard in GUARDS if guard not in all_guards)
