"""When a round need not wait any longer."""

from dynasty import clock
from tournaments import games
from tournaments.models import Entry, Round, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import tables


def note(tournament: Tournament, current: Round, seat: str) -> bool:
    """Note that a seat has ordered; True where the round has just become ready to close."""
    current.ready = sorted({*current.ready, seat})
    complete = not waited_for(tournament, current)
    fresh = complete and current.ready_at is None
    if fresh:
        current.ready_at = clock.now()
    current.save(update_fields=["ready", "ready_at"])
    return fresh


def waited_for(tournament: Tournament, current: Round) -> set[str]:
    """The seats that must order, are awake or led by somebody who is, and have not ordered."""
    game = games.GAMES[tournament.game]
    asleep = Entry.objects.filter(tournament=tournament, missed__gte=ASLEEP_AFTER).values_list("seat", flat=True)
    sleeping = set(asleep) - set(tables.stand_ins(tournament) if asleep else ())
    return set(game.to_act(game.read(current.state))) - sleeping - set(current.ready)
