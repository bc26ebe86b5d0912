"""How many seats a game needs, whoever takes them: the rules of the campaigns let the site add house players."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tournaments.domain import games, terms

if TYPE_CHECKING:
    from tournaments.models import Tournament

FEWEST = 2


def least_seats(game: str, rules: Mapping[str, Any]) -> int:
    """Return how few seats can play a game by these rules; two where the rules cannot be read."""
    found = games.GAMES.get(game)
    if found is None:
        return FEWEST
    try:
        return found.least_seats(found.read_rules(rules))
    except ValueError:
        return FEWEST


def askable(game: str, rules: Mapping[str, Any], counts: tuple[int, ...], *, houses: bool) -> tuple[int, ...]:
    """Return the numbers of seats that may be asked for: fewer than the game needs as well, where `houses` may join.

    `counts`: those with which a battle can open on the battlefield.
    """
    if houses and counts and counts[0] == least_seats(game, rules):
        return (*range(FEWEST, counts[0]), *counts)
    return counts


def houses_join_below(tournament: "Tournament") -> int:
    """Return the number of seats below which the site adds house players to those who came; 0 where it never does."""
    agreed = terms.read(tournament.terms)
    least = least_seats(tournament.game, tournament.rules)
    return least if least > tournament.least_seats and terms.may_have_houses(tournament.type, agreed) else 0
