"""Computer players of the territory games. They see what their seat may see, through `view`, `legal` and `check`."""

from random import Random

from campaign.fog import imagine
from campaign.game import SILENT, CampaignGame, Illegal, get_game
from campaign.state import State

from .features import get_sight
from .ladder import LADDER, LEVELS, Level, list_levels


def choose(name: str, state: State, seat: str, level: str, luck: Random) -> str:
    """Return the submission of a computer player of this level, as text.

    In the fog it is given what its seat can know: what it sees, and a guess at the rest.
    """
    state = imagine(state, seat)
    lines = LEVELS[level].plays[name](get_sight(state, seat, luck))
    return keep_accepted(get_game(name.partition(".")[2]), state, seat, lines)


def keep_accepted(rules: CampaignGame, state: State, seat: str, lines: list[str]) -> str:
    """Join as many of the lines, from the first on, as the rules accept together; return silence if none is."""
    accepted = list(lines)
    while accepted:
        try:
            return rules.check(state, seat, "; ".join(accepted))
        except Illegal:
            accepted.pop()
    return SILENT


__all__ = ["LADDER", "LEVELS", "Level", "choose", "keep_accepted", "list_levels"]
