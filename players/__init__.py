"""Computer players. Plain Python; they see what a player sees: the open battle, their seat and the rules.

>>> choose("emperors", battle, "a", "greedy", Random(1))
'C4-C5'
"""

from random import Random

from battlefield import Battle
from campaign.state import State

from . import campaign
from .ladder import LADDER, PLAYERS, Player


def choose(game: str, state: object, seat: str, level: str, luck: Random) -> str:
    """The order text of a computer player for a seat that is to act.

    KeyError for a level that there is not, ValueError for a game that these players do not know.
    """
    player = PLAYERS[level]
    if isinstance(state, State) and game == state.ruleset:
        return campaign.choose(game, state, seat, level, luck)
    if game != "emperors" or not isinstance(state, Battle):
        raise ValueError(f"there is no computer player for {game}")
    return player.choose(state, seat, luck)


__all__ = ["LADDER", "PLAYERS", "Player", "choose"]
