"""Which ladder of skill a tournament counts on: its family of games, and its pace."""

from typing import TYPE_CHECKING

from dynasty.domain import skill
from tournaments.domain import games, terms

if TYPE_CHECKING:
    from tournaments.models import Tournament


def get_ladder(tournament: "Tournament") -> tuple[str, str]:
    """Return family and pace."""
    daily = bool(tournament.timetable.get("daily"))
    return games.GAMES[tournament.game].VIEW, skill.get_pace(tournament.round_seconds, daily)


def counts(tournament: "Tournament") -> bool:
    """Return whether the result counts for skill: as announced; of casual battles, of dynasties that were paired."""
    return terms.is_rated(tournament.type, terms.read(tournament.terms))
