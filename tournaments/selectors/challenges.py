"""Challenges by name that wait for an answer."""

from django.db.models import Q

from dynasty.models import Dynasty
from tournaments.models import Challenge, Mute, Tournament

MAX_ROWS = 20
"""Shown to a dynasty."""


def find(tournament: Tournament) -> Challenge | None:
    """Return the challenge for which a table waits, with both dynasties."""
    return Challenge.objects.filter(tournament=tournament).select_related("challenger", "challenged").first()


def list_open(dynasty: Dynasty) -> list[Challenge]:
    """Return the challenges by a dynasty and to it that are not answered, the latest first; none by whom it muted."""
    muted = Mute.objects.filter(dynasty=dynasty).values("muted")
    concerned = Q(challenger=dynasty) | Q(challenged=dynasty) & ~Q(challenger__in=muted)
    found = Challenge.objects.filter(concerned, tournament__status=Tournament.Status.ANNOUNCED)
    rows = found.select_related("challenger", "challenged", "tournament").order_by("-made_at", "-pk")
    return list(rows[:MAX_ROWS])
