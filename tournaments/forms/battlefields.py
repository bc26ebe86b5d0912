"""Battlefields and named rules to choose from, each with its game."""

from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from battlefield.rulesets import CHOICES, LIMITS
from core.json_types import Json, ReadOnlyJson
from core.sentences import fill
from dynasty.catalog import baskets, keys
from tournaments.domain import compatibility, games
from tournaments.selectors import boards

GRID = "emperors"
"""The game that drawn boards are for."""
COMPOSED = "composed"
"""The value of rules that are chosen one by one."""
Choice = tuple[str, str]
Group = tuple[str, list[Choice]]


def list_key_choices() -> list[Choice]:
    """Return the keys, each with the place that it opens and what its lock costs."""
    return [
        (name, fill(_("%(title)s – lock: %(price)s"), {"title": key.title, "price": baskets.format_lock(name)}))
        for name, key in keys.KEYS.items()
    ]


def split_value(value: str) -> Choice:
    """Return the game and the battlefield, or preset, that a value of a form names."""
    game, _colon, name = value.partition(":")
    return game, name


def list_fields(drawn: list[Choice] | None = None, maps: list[str] | None = None) -> list[Group]:
    """Return all battlefields, grouped by game; `drawn` are boards of players and `maps` their maps, by name."""
    return [
        (
            title,
            choices
            + [
                (f"{name}:{field}", format_field(name, field))
                for field in maps or ()
                if games.GAMES[name].VIEW == "map"
            ]
            + [(f"{GRID}:{field}", label) for field, label in drawn or () if name == GRID],
        )
        for name, title, choices in list_own_fields(get_language(), tuple(games.GAMES))
    ]


@lru_cache
def list_own_fields(language: str | None, names: tuple[str, ...]) -> list[tuple[str, str, list[Choice]]]:
    """Return each of these games with its title and its own battlefields, in the active `language`.

    The list is kept, and not to be changed.
    """
    return [
        (name, _(games.GAMES[name].TITLE), [(f"{name}:{field}", format_field(name, field)) for field in fields])
        for name, fields in ((name, games.GAMES[name].field_names()) for name in names)
    ]


def format_field(game: str, field: str) -> str:
    """Return title and seats of a battlefield; those of campaigns name their game, since several share a map."""
    played = games.GAMES[game]
    values = {"field": _(played.field_words(field)[0]), "seats": len(played.seats_of(field)), "game": _(played.TITLE)}
    if played.VIEW == "map":
        return fill(_("%(field)s (%(seats)s) · %(game)s"), values)
    return f"{values['field']} ({values['seats']})"


def list_presets() -> list[Group]:
    """Return all named rules, grouped by game; not to be changed."""
    return list_presets_in(get_language(), tuple(games.GAMES))


@lru_cache
def list_presets_in(language: str | None, names: tuple[str, ...]) -> list[Group]:
    """Return all named rules of these games, in the active `language`."""
    return [
        (
            _(games.GAMES[name].TITLE),
            [
                (f"{name}:{preset}", f"{_(title)}: {_(sentence)}")
                for preset, (title, sentence, _rules) in games.GAMES[name].presets().items()
            ],
        )
        for name in names
    ]


def get_seats_by_preset(field: str) -> dict[str, tuple[int, ...]]:
    """Return, for each preset that fits a battlefield of a form, the numbers of seats with which it does."""
    game, name = split_value(field)
    if game not in games.GAMES or not boards.is_known(games.GAMES[game], name):
        return {}
    return {f"{game}:{preset}": counts for preset, counts in compatibility.find_preset_counts(game, name).items()}


def get_fits(groups: list[Group]) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return, for every battlefield of a list, what `seats_by_preset` says: the page filters its rules by it."""
    return {field: get_seats_by_preset(field) for _game, choices in groups for field, _label in choices}


def get_rules(preset: str) -> Json | None:
    """Return the rules of a named preset; None where there is none of that name."""
    game, name = split_value(preset)
    found = games.GAMES[game].presets().get(name) if game in games.GAMES else None
    return found[2] if found else None


def read_composed_rules(filled: ReadOnlyJson) -> Json:
    """Return the rules of the grid game that were chosen one by one in a form."""
    slots = {
        slot: next((value for value in values if str(value).lower() == str(filled.get(slot)).lower()), None)
        for slot, values in CHOICES.items()
    }
    numbers = {name: filled[name] for name in LIMITS if name in filled}
    return {name: value for name, value in slots.items() if value is not None} | numbers | {"goals": read_goals(filled)}


def read_goals(filled: ReadOnlyJson) -> list[str]:
    """Return the goals as the rules write them; two have numbers."""
    numbers = {
        "survive": f"({filled.get('survive_rounds') or 20},{filled.get('survive_pieces') or 0})",
        "throne": f"({filled.get('throne_rounds') or 3})",
    }
    return [name + numbers.get(name, "") for name in filled.get("goals", [])]


def format_seats_error(counts: tuple[int, ...]) -> str:
    """Return what to say to somebody who asked for a number of seats that cannot be."""
    if len(counts) == 1:
        return fill(_("This battlefield and these rules need exactly %(most)s seats."), {"most": counts[0]})
    return fill(
        _("This battlefield and these rules need from %(least)s to %(most)s seats."),
        {
            "least": counts[0],
            "most": counts[-1],
        },
    )
