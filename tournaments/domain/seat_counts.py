"""How many seats a game needs, whoever takes them: the rules of the campaigns let the site add house players."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tournaments.domain import games, terms

if TYPE_CHECKING:
    from tournaments.models import Tournament

MIN_SEATS = 2


def get_min_seats(game: str, rules: Mapping[str, object]) -> int:
    """Return how few seats can play a game by these rules; two where the rules cannot be read."""
    found = games.GAMES.get(game)
    if found is None:
        return MIN_SEATS
    try:
        return found.least_seats(found.read_rules(rules))
    except ValueError:
        return MIN_SEATS


def list_seat_choices(
    game: str, rules: Mapping[str, object], counts: tuple[int, ...], *, houses: bool
) -> tuple[int, ...]:
    """Return the numbers of seats that may be asked for: fewer than the game needs as well, where `houses` may join.

    `counts`: those with which a battle can open on the battlefield.
    """
    if houses and counts and counts[0] == get_min_seats(game, rules):
        return (*range(MIN_SEATS, counts[0]), *counts)
    return counts


def get_house_threshold(tournament: "Tournament") -> int:
    """Return the number of seats below which the site adds house players to those who came; 0 where it never does."""
    agreed = terms.read(tournament.terms)
    least = get_min_seats(tournament.game, tournament.rules)
    return least if least > tournament.least_seats and terms.can_have_house_players(tournament.type, agreed) else 0
