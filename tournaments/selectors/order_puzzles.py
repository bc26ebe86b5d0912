"""Puzzles of one order: that of the day, one's own mistakes, the next one."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Exists, F, FloatField, OuterRef, QuerySet
from django.db.models.functions import Abs, Cast

from core import clock
from dynasty.domain import skill
from dynasty.models import Dynasty
from tournaments.models import OrderPuzzle, PuzzleAttempt, PuzzleSkill, Tournament

MAX_MISTAKES = 12


def find_puzzle(code: str) -> OrderPuzzle | None:
    return OrderPuzzle.objects.filter(code=code).first()


def find_daily() -> OrderPuzzle | None:
    """Return the puzzle of today, or of the last day that had one; None while no battle has made any."""
    today = clock.get_day(clock.now())
    return OrderPuzzle.objects.filter(day__lte=today).order_by("-day").first()


def find_skill(dynasty: Dynasty | None) -> PuzzleSkill | None:
    return PuzzleSkill.objects.filter(dynasty=dynasty).first() if dynasty else None


def count_streak(own: PuzzleSkill | None) -> int:
    """Return a solver's days in a row, which end with the first day that was missed."""
    today = clock.get_day(clock.now())
    return own.streak if own and own.streak_day and own.streak_day >= today - timedelta(days=1) else 0


def can_carry(dynasty: Dynasty | None, own: PuzzleSkill | None) -> bool:
    """Return whether days in a row of a guest may go on with a dynasty: a new one that has none of its own."""
    if dynasty is None or (own and own.streak_day):
        return False
    return clock.get_day(dynasty.founded_at) >= clock.get_day(clock.now()) - timedelta(days=1)


def find_attempt(puzzle: OrderPuzzle, dynasty: Dynasty | None) -> PuzzleAttempt | None:
    return PuzzleAttempt.objects.filter(puzzle=puzzle, dynasty=dynasty).first() if dynasty else None


def query_untried(dynasty: Dynasty | None) -> QuerySet[OrderPuzzle]:
    """Return the query of the puzzles that a dynasty has not answered yet; of all for a guest."""
    if dynasty is None:
        return OrderPuzzle.objects.all()
    return OrderPuzzle.objects.filter(~Exists(PuzzleAttempt.objects.filter(puzzle=OuterRef("pk"), dynasty=dynasty)))


def find_next(dynasty: Dynasty | None, after: OrderPuzzle | None = None) -> OrderPuzzle | None:
    """Return the puzzle that a solver meets next: not answered, as hard as the solver is good; None if none is left.

    A guest, of whom nothing is known, goes through all of them, the latest first and round again.
    """
    if dynasty is None:
        found = OrderPuzzle.objects.order_by("-pk")
        older = found.filter(pk__lt=after.pk).first() if after else None
        return older or exclude(found, after).first()
    own = find_skill(dynasty)
    distance = Abs(Cast(F("rating"), FloatField()) - (own.rating if own else skill.START))
    return exclude(query_untried(dynasty), after).order_by(distance, "pk").first()


def exclude(found: QuerySet[OrderPuzzle], puzzle: OrderPuzzle | None) -> QuerySet[OrderPuzzle]:
    """Return the query without a puzzle, where there is one."""
    return found.exclude(pk=puzzle.pk) if puzzle else found


def list_mistakes(dynasty: Dynasty | None) -> Sequence[OrderPuzzle]:
    """List the puzzles from a dynasty's own mistakes that it has not answered, the latest first."""
    if dynasty is None:
        return []
    return list(query_untried(dynasty).filter(player=dynasty).order_by("-made_at", "-pk")[:MAX_MISTAKES])


def list_of_battle(tournament: Tournament) -> Sequence[OrderPuzzle]:
    """List the puzzles that a battle has made, in the order of its rounds."""
    return list(OrderPuzzle.objects.filter(source=tournament.code).order_by("number", "seat"))
