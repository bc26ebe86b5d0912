"""Battlefields and named rules to choose from, each with its game."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from battlefield.rulesets import CHOICES, LIMITS
from tournaments.domain import compatibility, games
from tournaments.selectors import boards

GRID = "emperors"
"""The game that drawn boards are for, and whose rules can be chosen one by one."""
COMPOSED = "composed"
LIKE = "like:"
"""How the rules of another tournament are named: its code follows."""
Choice = tuple[str, str]
Group = tuple[str, list[Choice]]


def split_value(value: str) -> Choice:
    """Return the game and the battlefield, or preset, that a value of a form names."""
    game, _colon, name = value.partition(":")
    return game, name


def list_fields(drawn: list[Choice] | None = None) -> list[Group]:
    """Return all battlefields, grouped by game; `drawn` are boards of players, by their names as battlefields."""
    return [
        (
            _(game.TITLE),
            [(f"{name}:{field}", format_field(name, field)) for field in game.field_names()]
            + [(f"{GRID}:{field}", label) for field, label in (drawn or [] if name == GRID else [])],
        )
        for name, game in games.GAMES.items()
    ]


def format_field(game: str, field: str) -> str:
    """Return title and seats of a battlefield; those of campaigns name their game, since several share a map."""
    played = games.GAMES[game]
    said = {"field": _(played.field_words(field)[0]), "seats": len(played.seats_of(field)), "game": _(played.TITLE)}
    if played.VIEW == "map":
        return _("%(field)s (%(seats)s) · %(game)s") % said
    return f"{said['field']} ({said['seats']})"


def list_presets() -> list[Group]:
    """Return all named rules, grouped by game; those of the grid game end with one's own."""
    return [
        (
            _(game.TITLE),
            [
                (f"{name}:{preset}", f"{_(title)}: {_(sentence)}")
                for preset, (title, sentence, _rules) in game.presets().items()
            ],
        )
        for name, game in games.GAMES.items()
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


def get_rules(preset: str) -> dict[str, Any] | None:
    """Return the rules of a named preset; None where there is none of that name."""
    game, name = split_value(preset)
    found = games.GAMES[game].presets().get(name) if game in games.GAMES else None
    return found[2] if found else None


def read_composed_rules(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules of the grid game that were chosen one by one in a form."""
    slots = {
        slot: next((value for value in values if str(value).lower() == str(given.get(slot)).lower()), None)
        for slot, values in CHOICES.items()
    }
    numbers = {name: given[name] for name in LIMITS if name in given}
    return {name: value for name, value in slots.items() if value is not None} | numbers | {"goals": read_goals(given)}


def read_goals(given: Mapping[str, Any]) -> list[str]:
    """Return the goals as the rules write them; one has numbers."""
    numbers = f"({given.get('survive_rounds') or 20},{given.get('survive_pieces') or 0})"
    return [name + (numbers if name == "survive" else "") for name in given.get("goals", [])]


def format_seats_error(counts: tuple[int, ...]) -> str:
    """Return what to say to somebody who asked for a number of seats that cannot be."""
    if len(counts) == 1:
        return _("This battlefield and these rules need exactly %(most)s seats.") % {"most": counts[0]}
    return _("This battlefield and these rules need from %(least)s to %(most)s seats.") % {
        "least": counts[0],
        "most": counts[-1],
    }
