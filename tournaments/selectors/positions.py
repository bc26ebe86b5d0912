"""Positions of other battles, on which casual battles are fought; and from which rounds one can play on."""

from battlefield import game, positions
from battlefield.battles import Battle
from battlefield.marks import N_
from tournaments.models import Round, StartPosition, Tournament
from tournaments.selectors import reviews

PREFIX = "from:"
"""How the name of such a battlefield begins; its code follows."""
SENTENCE = N_("A position from another battle.")


def is_position(field: str) -> bool:
    """Return whether a battlefield is named as a position is.

    >>> is_position("from:ttk8q2hd"), is_position("duel-2")
    (True, False)
    """
    return field.startswith(PREFIX)


def get_field_name(position: StartPosition) -> str:
    """Return the name of a position as a battlefield."""
    return PREFIX + position.code


def find_position(field: str) -> StartPosition | None:
    """Return the position that a battlefield names; None where it names none."""
    return StartPosition.objects.filter(code=field.removeprefix(PREFIX)).first() if is_position(field) else None


_CACHE: dict[str, tuple[str, str, str]] = {}
CACHE_SIZE = 256
"""Positions that are kept once they were found: they never change."""


def find_drawing(name: str) -> tuple[str, str, str] | None:
    """Return the title, the description and the drawing of a position; None where no position has that name."""
    cached = _CACHE.get(name)
    if cached is not None or (found := find_position(name)) is None:
        return cached
    if len(_CACHE) >= CACHE_SIZE:
        _CACHE.clear()
    return _CACHE.setdefault(name, (get_title(found.field), SENTENCE, found.drawing))


def get_title(field: str) -> str:
    """Return the title of the battlefield that a position comes from; that of a drawn board may be gone."""
    try:
        return game.field_words(field)[0]
    except KeyError:
        return SENTENCE


def find_battle(tournament: Tournament, number: int) -> Battle | None:
    """Return the battle as it stood before a closed round, where one can play on from there; else None."""
    if not reviews.is_reviewable(tournament):
        return None
    one = Round.objects.filter(tournament=tournament, number=number).exclude(closed_at=None).first()
    if one is None:
        return None
    battle: Battle = game.read(one.state)
    try:
        positions.restart(battle)
    except ValueError:
        return None
    return battle
