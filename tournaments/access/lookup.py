"""The tournament that an address names, for every door for programs."""

from rest_framework.exceptions import NotFound

from tournaments.models import Tournament
from tournaments.selectors import listings


def get_tournament_or_404(code: str) -> Tournament:
    """The tournament with that code; a page that is not there where there is none."""
    tournament = listings.by_code(code)
    if tournament is None:
        raise NotFound
    return tournament
