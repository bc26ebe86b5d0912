"""Answering puzzles: the first answer of a dynasty counts, for its rating and for its days in a row."""

from datetime import timedelta

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from battlefield import game
from core import clock, rate_limits
from core.errors import DomainError
from core.limits import PUZZLE_ANSWERS_OF_ADDRESS
from core.transactions import service
from dynasty.domain import skill
from dynasty.domain.skill import Contender
from dynasty.models import Dynasty
from tournaments.domain import order_puzzles
from tournaments.models import OrderPuzzle, PuzzleAttempt, PuzzleSkill

LIMITS = {rate_limits.MINUTE: PUZZLE_ANSWERS_OF_ADDRESS[0], rate_limits.DAY: PUZZLE_ANSWERS_OF_ADDRESS[1]}


def check_pace(address: str) -> None:
    """Count an answer from this address. Raise DomainError where there are too many: nobody tries out every order."""
    rate_limits.hit("puzzles", address, LIMITS)


def read_answer(puzzle: OrderPuzzle, text: str) -> str:
    """Return an answer in its written form. Raise DomainError where it is no order that can be given here."""
    try:
        order = game.check(game.read(puzzle.state), puzzle.seat, text.strip())
    except game.Illegal as error:
        raise DomainError("unreadable", _(error.sentence)) from error
    if order not in order_puzzles.read_key(puzzle.solution).chances:
        raise DomainError("unreadable", _("Order one of your pieces, or hold."))
    return order


@service
def record_answer(*, puzzle: OrderPuzzle, dynasty: Dynasty, order: str) -> bool:
    """Let a dynasty's first answer to a puzzle count; return whether it was the first one.

    The rows of puzzle and dynasty are locked in this order.
    """
    locked = OrderPuzzle.objects.select_for_update().get(pk=puzzle.pk)
    right = order_puzzles.read_key(locked.solution).is_right(order)
    now = clock.now()
    _attempt, is_first = PuzzleAttempt.objects.get_or_create(
        puzzle=locked, dynasty=dynasty, defaults={"order": order, "right": right, "at": now}
    )
    if not is_first:
        return False
    PuzzleSkill.objects.get_or_create(
        dynasty=dynasty, defaults={"rating": skill.START, "deviation": skill.START_DEVIATION}
    )
    own = PuzzleSkill.objects.select_for_update().get(dynasty=dynasty)
    rate(locked, own, right=right)
    if right and locked.day == clock.get_day(now):
        extend_streak(own, locked)
    return True


def rate(puzzle: OrderPuzzle, own: PuzzleSkill, *, right: bool) -> None:
    """Rate solver and puzzle as two who have met: whoever prevailed won. Nobody is rated by the own mistake.

    The caller holds the locks of puzzle and solver.
    """
    won = Contender(skill.Skill(own.rating, own.deviation), 1 if right else 2)
    met = Contender(skill.Skill(puzzle.rating, puzzle.deviation), 2 if right else 1)
    counts: dict[str, object] = {"tried": F("tried") + 1, "solved": F("solved") + int(right)}
    mine, other = (counts, counts)
    if puzzle.player_id != own.dynasty_id:
        solver, riddle = skill.rate([won, met])
        mine = counts | {"rating": solver.rating, "deviation": solver.deviation}
        other = counts | {"rating": riddle.rating, "deviation": riddle.deviation}
    PuzzleSkill.objects.filter(pk=own.pk).update(**mine)
    OrderPuzzle.objects.filter(pk=puzzle.pk).update(**other)


def extend_streak(own: PuzzleSkill, puzzle: OrderPuzzle) -> None:
    """Add the puzzle's day to the solver's days in a row. The caller holds the solver's lock."""
    assert puzzle.day is not None
    if own.streak_day == puzzle.day:  # answered as a guest before
        return
    follows = own.streak_day == puzzle.day - timedelta(days=1)
    PuzzleSkill.objects.filter(pk=own.pk).update(streak=own.streak + 1 if follows else 1, streak_day=puzzle.day)


def forget(dynasty: Dynasty) -> None:
    """Forget what a dynasty has answered, and whose mistakes its own were: its player leaves."""
    PuzzleAttempt.objects.filter(dynasty=dynasty).delete()
    PuzzleSkill.objects.filter(dynasty=dynasty).delete()
    OrderPuzzle.objects.filter(player=dynasty).update(player=None)
