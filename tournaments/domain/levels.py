"""The computer players' levels, as people read them."""

from django.utils.translation import gettext

import players


def get_title(level: str) -> str:
    """Greedy, Tactician…; a level that is not known (any more) as it is written."""
    known = players.PLAYERS.get(level)
    return gettext(known.title) if known else level


def describe_level_of_game(level: str, game: str) -> str:
    """Greedy: what looks best while everybody else stands still; in the game that it plays."""
    try:
        known = players.levels(game)[players.level_of(game, level)]
    except KeyError:
        return level
    return describe_level(known)


def describe_level(level: players.Level) -> str:
    """Its title, and how it plays."""
    return f"{gettext(level.title)}: {gettext(level.sentence)}"


def list_choices(game: str) -> list[tuple[str, str]]:
    """The levels that a game has, to choose from."""
    return [(each.name, describe_level(each)) for each in players.levels(game).values()]
