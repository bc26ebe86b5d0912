"""Forgetting casual battles that nobody plays any more. Those that ended are forgotten with the trainings."""

from datetime import datetime, timedelta

from dynasty import clock
from dynasty.atomic import atomic
from tournaments.models import Casual, Tournament
from tournaments.selectors import casual as table_of
from tournaments.services import memory

ABANDONED_AFTER = timedelta(days=1)
AT_ONCE = 100  # battles forgotten in one go


def forget_abandoned() -> int:
    """Forget the casual battles in which no person has done anything for a day; returns how many, at most 100."""
    before = clock.now() - ABANDONED_AFTER
    idle = Casual.objects.filter(played_at__lt=before, tournament__status__in=table_of.OPEN)
    found = list(idle.order_by("played_at").values_list("pk", flat=True)[:AT_ONCE])
    return sum(forget_if_idle(tournament_id, before) for tournament_id in found)


@atomic
def forget_if_idle(tournament_id: int, before: datetime) -> int:
    """Forget one, unless somebody has played meanwhile."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id, casual=True).first()
    if tournament is None or not Casual.objects.filter(pk=tournament_id, played_at__lt=before).exists():
        return 0
    return end_and_forget(tournament)


def end_and_forget(tournament: Tournament) -> int:
    """End a locked casual battle without a result, and delete everything of it."""
    if tournament.status in table_of.OPEN:
        tournament.status, tournament.why, tournament.ended_at = Tournament.Status.CANCELLED, "abandoned", clock.now()
        tournament.save(update_fields=["status", "why", "ended_at"])
    return memory.forget(tournament.pk)
