"""The computer players' levels, as people read them."""

from django.utils.translation import gettext

import players


def title(level: str) -> str:
    """Greedy, Tactician…; a level that is not known (any more) as it is written."""
    known = players.PLAYERS.get(level)
    return gettext(known.title) if known else level


def words(level: str) -> str:
    """Greedy: what looks best while everybody else stands still."""
    known = players.PLAYERS.get(level)
    return f"{gettext(known.title)}: {gettext(known.sentence)}" if known else level
