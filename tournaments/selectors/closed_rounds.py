"""The rounds of a battle that are over."""

from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.domain import games
from tournaments.models import Round, Tournament


def find_closed_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Return the closed rounds of a battle in their order."""
    return Round.objects.filter(tournament=tournament).exclude(closed_at=None).order_by("number")


def find_resignations(game: games.Game, rounds: Iterable[Round]) -> dict[str, int]:
    """Return by seat that resigned the round of play in which it did, 0 before the first one."""
    return {seat: each.game_round for each in rounds for seat, text in each.orders or [] if game.resigns(text)}


def is_hidden(tournament: Tournament) -> bool:
    """Return whether the orders of closed rounds are secret still: in fog, until the battle is over."""
    return tournament.ended_at is None and games.GAMES[tournament.game].has_fog(tournament.rules)
