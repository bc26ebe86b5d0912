"""Computer players. Plain Python; they see what a player sees: the open battle, their seat, the rules and the
closed rounds.

>>> choose("emperors", battle, "a", "greedy", Random(1))
'C4-C5'
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
    """The levels that a game has, by name and from weak to strong; no two of them play alike."""
    return campaign.LEVELS if game.startswith("campaign.") else PLAYERS


def level_of(game: str, level: str) -> str:
    """The level of a game that plays under this name: itself, or the next weaker one that the game has.

    KeyError for a level that no game has.
    """
    known, names = levels(game), list(PLAYERS)
    if level not in PLAYERS:
        raise KeyError(level)
    return next(name for name in reversed(names[: names.index(level) + 1]) if name in known)


def rounds_read(game: str, level: str, seats: int) -> int:
    """How many of the last closed rounds a level wants to see in a battle of so many seats; 0: just the open one."""
    known = levels(game)[level_of(game, level)]
    return known.reads if isinstance(known, Player) and seats == 2 else 0


def choose(game: str, state: object, seat: str, level: str, luck: Random, past: Past = ()) -> str:
    """The order text of a computer player for a seat that is to act, where these closed rounds lie behind.

    KeyError for a level that there is not, ValueError for a game that these players do not know.
    """
    name = level_of(game, level)
    if isinstance(state, State) and game == state.ruleset:
        return campaign.choose(game, state, seat, name, luck)
    if game != "emperors" or not isinstance(state, Battle):
        raise ValueError(f"there is no computer player for {game}")
    return PLAYERS[name].choose(state, seat, luck, past)


__all__ = ["LADDER", "PLAYERS", "Level", "Player", "choose", "level_of", "levels", "rounds_read"]
