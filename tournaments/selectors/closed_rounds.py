"""The rounds of a battle that are over."""

from django.db.models import QuerySet

from tournaments.models import Round, Tournament


def find_closed_rounds(tournament: Tournament) -> QuerySet[Round]:
    """Return the closed rounds of a battle in their order."""
    return Round.objects.filter(tournament=tournament).exclude(closed_at=None).order_by("number")
