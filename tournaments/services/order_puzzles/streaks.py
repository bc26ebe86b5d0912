"""The days in a row of a guest, which only the browser knows, go on with the dynasty that the guest founds."""

from datetime import date, timedelta

from core import clock
from core.transactions import service
from dynasty.domain import skill
from dynasty.models import Dynasty
from tournaments.models import OrderPuzzle, PuzzleAttempt, PuzzleSkill

MAX_CARRIED = 366
"""Days in a row that are believed at most."""


@service
def carry(*, dynasty: Dynasty, day: date, days: int) -> int:
    """Let the days in a row that a browser remembers go on with a dynasty; return how many, 0 where they do not count.

    `day` is the last of them. They count for a dynasty that was founded since, has no days in a row of its own, and
    never further back than there was a daily puzzle on every day.
    """
    today = clock.get_day(clock.now())
    is_current = today - timedelta(days=1) <= day <= today
    is_new = clock.get_day(dynasty.founded_at) >= day
    if days < 1 or not is_current or not is_new or has_answered(dynasty, day):
        return 0
    defaults = {"rating": skill.START, "deviation": skill.START_DEVIATION}
    PuzzleSkill.objects.get_or_create(dynasty=dynasty, defaults=defaults)
    own = PuzzleSkill.objects.select_for_update().get(dynasty=dynasty)
    believed = min(days, count_puzzle_days(day))
    if own.streak_day is not None or not believed:
        return 0
    PuzzleSkill.objects.filter(pk=own.pk).update(streak=believed, streak_day=day)
    return believed


def has_answered(dynasty: Dynasty, day: date) -> bool:
    """Return whether a dynasty itself has answered the puzzle of a day."""
    return PuzzleAttempt.objects.filter(dynasty=dynasty, puzzle__day=day).exists()


def count_puzzle_days(day: date) -> int:
    """Return on how many days in a row up to this one there was a daily puzzle."""
    after = day - timedelta(days=MAX_CARRIED)
    had = set(OrderPuzzle.objects.filter(day__gt=after, day__lte=day).values_list("day", flat=True))
    days = 0
    while day - timedelta(days=days) in had:
        days += 1
    return days
