"""The course of a battle that is over."""

from collections.abc import Iterator, Sequence

from campaign.course import Course
from players.campaign.chances import estimate
from tournaments.domain import games
from tournaments.domain.games import Event, GameData
from tournaments.models import Tournament
from tournaments.selectors.closed_rounds import find_closed_rounds


def get_course(tournament: Tournament) -> Course | None:
    """Return the course of a battle with every seat's chances; None while it runs, and where its game has none."""
    if tournament.status != Tournament.Status.FINISHED or tournament.ending is None:
        return None
    steps = iterate_steps(tournament)
    return games.GAMES[tournament.game].course(tournament.field, tournament.rules, steps, tournament.ending, estimate)


def iterate_steps(tournament: Tournament) -> Iterator[tuple[int, GameData, Sequence[Event]]]:
    """Yield each closed step: its number, the state in which it opened, and what happened in it."""
    closed = find_closed_rounds(tournament)
    for number, before, events in closed.values_list("number", "state", "events"):
        yield number, before, events or []
