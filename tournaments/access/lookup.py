"""Look-up of the tournament that an API address names."""

from rest_framework.exceptions import NotFound

from tournaments.models import Tournament
from tournaments.selectors import listings


def get_tournament_or_404(code: str) -> Tournament:
    """Return the tournament with that code; raise NotFound where there is none."""
    tournament = listings.get_by_code(code)
    if tournament is None:
        raise NotFound
    return tournament
