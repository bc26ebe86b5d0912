"""The computer players' levels in words."""

from django.utils.translation import gettext

import players


def get_title(level: str) -> str:
    """Return a level's title; an unknown level as it is written."""
    player = players.PLAYERS.get(level)
    return gettext(player.title) if player else level


def describe_level_of_game(level: str, game: str) -> str:
    """Return a level's title and how it plays, as the game has it; an unknown level as it is written."""
    try:
        record = players.levels(game)[players.level_of(game, level)]
    except KeyError:
        return level
    return describe_level(record)


def describe_level(level: players.Level) -> str:
    """Return a level's title and how it plays."""
    return f"{gettext(level.title)}: {gettext(level.sentence)}"


def list_titles(game: str) -> list[tuple[str, str]]:
    """Return the levels of a game as choices of a small form, by their titles alone."""
    return [(each.name, gettext(each.title)) for each in players.levels(game).values()]


def list_choices(game: str) -> list[tuple[str, str]]:
    """Return the levels of a game as choices of a form."""
    return [(each.name, describe_level(each)) for each in players.levels(game).values()]
