"""Which dynasty's player has which seat of a casual battle; of guests and computers nothing is known."""

from dynasty.models import Dynasty
from tournaments.models import CasualPlayer, Tournament


def get_dynasties(tournament: Tournament) -> dict[str, Dynasty]:
    """Return the dynasties of a casual battle between people, by seat; none for any other tournament."""
    if not tournament.casual:
        return {}
    rows = CasualPlayer.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat")
    return {each.seat: each.dynasty for each in rows}
