"""Forgetting casual battles that nobody plays any more. Those that ended are forgotten with the trainings."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from core import clock
from core.limits import CASUAL_WAIT
from core.transactions import service
from dynasty.services import notifications
from tournaments.domain.matchmaking import DAILY_WAIT, LIVE_WAIT, PACES
from tournaments.models import Casual, Tournament
from tournaments.selectors import casual_battles as table_of
from tournaments.services import retention

ABANDONED_AFTER = timedelta(days=1)
PAIRED_AFTER = DAILY_WAIT
"""The same between people who found each other: a round of theirs may last a day, and one of them may be away."""
DAY = PACES["daily"].round_seconds
MAX_WAIT = timedelta(seconds=CASUAL_WAIT)
BATCH_SIZE = 100  # battles forgotten in one go


def forget_abandoned() -> int:
    """Forget the casual battles in which no person has done anything for a day, and tables to which nobody came.

    Returns how many, at most 100 of each.
    """
    now = clock.now()
    cases = (
        (table_of.OPEN_STATUSES, now - ABANDONED_AFTER, {"paired": False}),
        (table_of.OPEN_STATUSES, now - PAIRED_AFTER, {"paired": True}),
        ((Tournament.Status.ANNOUNCED,), now - MAX_WAIT, {"paired": False}),
        ((Tournament.Status.ANNOUNCED,), now - LIVE_WAIT, {"paired": True, "tournament__round_seconds__lt": DAY}),
    )
    return sum(
        forget_if_idle(pk, statuses, before)
        for statuses, before, which in cases
        for pk in list_idle(statuses, before, which)
    )


def is_idle(before: datetime) -> Q:
    """Return the condition that no person has done anything since then, and no pause has ended since."""
    paused = Q(tournament__paused_until=None) | Q(tournament__paused_until__lt=before)
    return Q(played_at__lt=before) & paused


def list_idle(statuses: Sequence[str], before: datetime, which: Mapping[str, object]) -> list[int]:
    """Return casual battles of these statuses in which no person has done anything since then."""
    found = Casual.objects.filter(is_idle(before), tournament__status__in=statuses, **which)
    return list(found.order_by("played_at").values_list("pk", flat=True)[:BATCH_SIZE])


@service
def forget_if_idle(tournament_id: int, statuses: Sequence[str], before: datetime) -> int:
    """Forget one, unless somebody has played or come meanwhile."""
    found = Tournament.objects.select_for_update().filter(pk=tournament_id, casual=True, status__in=statuses)
    tournament = found.first()
    if tournament is None or not Casual.objects.filter(is_idle(before), pk=tournament_id).exists():
        return 0
    return end_and_forget(tournament)


def end_and_forget(tournament: Tournament) -> int:
    """End a locked casual battle without a result, and delete everything of it, notices of it included."""
    if tournament.status in table_of.OPEN_STATUSES:
        tournament.status, tournament.why, tournament.ended_at = Tournament.Status.CANCELLED, "abandoned", clock.now()
        tournament.save(update_fields=["status", "why", "ended_at"])
    notifications.delete_for_place(place=tournament.code)
    return retention.delete_tournament(tournament.pk)
