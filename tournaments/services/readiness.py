"""When a round need not wait any longer."""

from dynasty import clock
from dynasty.statements import Saved
from tournaments import games
from tournaments.models import Round, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import tables

NOTED = Saved(Round, "ready", "ready_at")


def note(tournament: Tournament, current: Round, seat: str) -> bool:
    """Note that a seat has ordered; True where the round has just become ready to close."""
    current.ready = sorted({*current.ready, seat})
    complete = not waited_for(tournament, current)
    fresh = complete and current.ready_at is None
    if fresh:
        current.ready_at = clock.now()
    NOTED.save(current)
    return fresh


def waited_for(tournament: Tournament, current: Round) -> set[str]:
    """The seats that must order, are awake or led by somebody who is, and have not ordered."""
    game = games.GAMES[tournament.game]
    asleep = [each.seat for each in tables.seated(tournament) if each.missed >= ASLEEP_AFTER]
    sleeping = set(asleep) - set(tables.stand_ins(tournament) if asleep else ())
    return set(game.to_act(game.read(current.state))) - sleeping - set(current.ready)
