"""Training at once: an emperor against computer players, without waiting for anybody."""

from datetime import timedelta
from typing import Any

from dynasty import clock
from dynasty.atomic import atomic
from dynasty.models import Dynasty, Emperor
from tournaments import games
from tournaments.models import Tournament
from tournaments.services import announcing, entries, starting
from tournaments.terms import Terms

WAIT = timedelta(hours=1)  # for computers, should none be free just now


@atomic
def practise(
    *, dynasty: Dynasty, emperor: Emperor, title: str, field: str, rules: dict[str, Any], level: str,
    game: str = "emperors", round_seconds: int = 600,
) -> Tournament:  # fmt: skip
    """Announce a training, take the first seat, let the houses take the others, and begin."""
    seats = games.GAMES[game].seats_of(field) if field in games.GAMES[game].field_names() else ("a", "b")
    tournament = announcing.announce(
        organiser=dynasty, title=title, type="training", game=game, field=field, rules=rules,
        terms=Terms(fill=level), seats=len(seats), round_seconds=round_seconds, starts_at=clock.now() + WAIT,
    )  # fmt: skip
    entries.enter(tournament=tournament, dynasty=dynasty, emperor=emperor, seat=seats[0])
    starting.fill(tournament, starting.free_seats(tournament))
    starting.start(tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament
