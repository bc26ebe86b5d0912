"""Computer players in plain Python, which see what a player sees: the open battle, their seat, the rules, the past.

>>> from players.openings import build_opening
>>> choose("emperors", build_opening("tiny-2"), "a", "grandmaster", Random(1))
'B1-B2'
"""

from collections.abc import Mapping
from random import Random

from battlefield import Battle
from campaign.state import State

from . import campaign
from .ladder import LADDER, PLAYERS, Player
from .reading import Past

Level = Player | campaign.Level
"""What there is to know about a level: its name, its title, and a sentence about how it plays."""


def levels(game: str) -> Mapping[str, Level]:
    """Return the levels of a game by name, from weak to strong; no two of them play alike.

    >>> list(levels("emperors"))[:3]
    ['random', 'novice', 'page']
    """
    return campaign.list_levels(game) if game.startswith("campaign.") else PLAYERS


def level_of(game: str, level: str) -> str:
    """Return the level of a game that plays under this name: itself, or the next weaker one that the game has.

    KeyError for a level that no game has.

    >>> level_of("campaign.simultaneous", "grandmaster")
    'general'
    """
    offered, names = levels(game), list(PLAYERS)
    if level not in PLAYERS:
        raise KeyError(level)
    return next(name for name in reversed(names[: names.index(level) + 1]) if name in offered)


def rounds_read(game: str, level: str, seats: int) -> int:
    """Return how many of the last closed rounds a level reads in a battle of so many seats; 0 for none.

    >>> rounds_read("emperors", "grandmaster", 2), rounds_read("emperors", "grandmaster", 4)
    (30, 10)
    >>> rounds_read("emperors", "general", 2), rounds_read("emperors", "general", 4)
    (10, 0)
    """
    record = levels(game)[level_of(game, level)]
    if not isinstance(record, Player):
        return 0
    return record.reads if seats == 2 else record.crowd_reads


def choose(game: str, state: object, seat: str, level: str, luck: Random, past: Past = ()) -> str:
    """Return the order text of a computer player for a seat that is to act; `past` holds the closed rounds.

    KeyError for a level that there is not, ValueError for a game that these players do not know.
    """
    name = level_of(game, level)
    if isinstance(state, State) and game == state.ruleset:
        return campaign.choose(game, state, seat, name, luck)
    if game != "emperors" or not isinstance(state, Battle):
        raise ValueError(f"there is no computer player for {game}")
    return PLAYERS[name].choose(state, seat, luck, past)


__all__ = ["LADDER", "PLAYERS", "Level", "Player", "choose", "level_of", "levels", "rounds_read"]
