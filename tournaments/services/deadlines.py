"""When a round closes: as announced, and later where somebody may have it later. Under the tournament's lock."""

from datetime import datetime, timedelta

from django.db.models import Sum

from core import clock
from tournaments.models import Delay, Round, Tournament
from tournaments.selectors import time_rules
from tournaments.services.events import publish_to_battle


def get_deadline(tournament: Tournament, opened_at: datetime) -> datetime:
    """Return the deadline of a round that opens now."""
    return time_rules.get_timetable(tournament).next_deadline(opened_at)


def get_length(tournament: Tournament, current: Round) -> timedelta:
    """Return how long the round was to last when it opened."""
    scheduled = current.scheduled or current.opened_at + timedelta(seconds=tournament.round_seconds)
    return scheduled - current.opened_at


def move_deadline(tournament: Tournament, current: Round, to: datetime) -> None:
    """Let an open round close at another moment; it is as if nobody had tried to close it."""
    current.deadline, current.attempts, current.try_at = to, 0, None
    current.save(update_fields=["deadline", "attempts", "try_at"])
    publish_to_battle(tournament, f"deadline:{current.number}:{to.isoformat()}", "deadline", **current.called)


def postpone(tournament: Tournament, current: Round, to: datetime, seat: str, cause: str, seconds: int) -> None:
    """Put a deadline off for the sake of a seat, and count it: so many seconds are used up."""
    delay, new = Delay.objects.get_or_create(
        tournament=tournament, round=current.number, seat=seat, cause=cause,
        defaults={"seconds": seconds, "at": clock.now()},
    )  # fmt: skip
    if not new:
        delay.seconds += seconds
        delay.save(update_fields=["seconds"])
    move_deadline(tournament, current, to)


def sum_delays(tournament: Tournament, cause: str, **which: object) -> timedelta:
    """Return by how much deadlines were put off for this cause; `which`: for a seat, or in a round."""
    delays = Delay.objects.filter(tournament=tournament, cause=cause, **which)
    return timedelta(seconds=delays.aggregate(sum=Sum("seconds"))["sum"] or 0)
