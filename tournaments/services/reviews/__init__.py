"""Making the full reviews of battles: asked for once, then a few rounds at a time by whichever worker comes by.

Positions of the lab are evaluated in the same way, one at a time; nothing of that is stored but in the site's cache.
"""

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from battlefield import game
from core import clock, rate_limits
from core.errors import DomainError
from core.json_types import Json
from core.limits import EVALUATIONS_OF_ADDRESS, REVIEWS_OF_ADDRESS
from core.prepared_statements import PreparedQuery
from core.transactions import service
from players.review_budgets import Spent, choose_depth
from players.reviews import VERSION, evaluate_position
from tournaments.domain import judgements
from tournaments.models import Review, Round, Tournament
from tournaments.selectors import evaluations, reviews
from tournaments.services import task_queue

log = logging.getLogger(__name__)
LIMITS = {rate_limits.MINUTE: REVIEWS_OF_ADDRESS[0], rate_limits.DAY: REVIEWS_OF_ADDRESS[1]}
EVALUATION_LIMITS = {rate_limits.MINUTE: EVALUATIONS_OF_ADDRESS[0], rate_limits.DAY: EVALUATIONS_OF_ADDRESS[1]}
PIECE_SECONDS = 1.5
"""After so many seconds of work the rounds judged so far are saved."""
BUSY = timedelta(seconds=30)
"""For how long a worker has a review to itself: longer than its dearest round takes."""


@service
def ask(*, tournament: Tournament, address: str) -> Review:
    """Ask for the full review of a battle that is over; return the one that is there if somebody has asked before."""
    if not reviews.is_reviewable(tournament):
        raise DomainError("not_reviewable", _("Only battles on a board that are over can be reviewed."))
    found = reviews.find_review(tournament)
    if found is not None:
        return found
    rate_limits.hit("reviews", address, LIMITS)
    fresh = {
        "version": VERSION,
        "total": len(reviews.list_rounds(tournament)),
        "judged": 0,
        "rounds": [],
        "asked_at": clock.now(),
        "busy_until": None,
        "done_at": None,
        "puzzles_at": None,
    }
    Review.objects.filter(tournament=tournament).exclude(version=VERSION).delete()
    review, _made = Review.objects.get_or_create(tournament=tournament, defaults=fresh)
    task_queue.enqueue_on_commit("review")
    return review


def review_due() -> int:
    """Judge some rounds of the review that has waited longest; return how many."""
    row = claim() if DUE_QUERY.first(clock.now()) else None
    if row is None:
        return 0
    found = judge_piece(row.tournament, reviews.list_rounds(row.tournament), row.rounds)
    return save_piece(row, found)


def judge_piece(tournament: Tournament, rounds: Sequence[Round], judged: Sequence[Json]) -> list[dict[str, object]]:
    """Return the judgements of the rounds after those that were judged, as many as fit into `PIECE_SECONDS`."""
    began, found = time.monotonic(), list[dict[str, object]]()
    swings = reviews.measure_swings(tournament, rounds)
    spent = [Spent(each.get("deep", True), each.get("seconds", 0.0)) for each in judged]
    for one in rounds[len(judged) :]:
        started, deep = time.monotonic(), choose_depth(swings, spent)
        review = reviews.judge_round(one, deep=deep)
        spent.append(Spent(deep, time.monotonic() - started))
        found.append({**review, "deep": deep, "seconds": round(spent[-1].seconds, 3)})
        if time.monotonic() - began > PIECE_SECONDS:
            break
    return found


def query_due(now: datetime) -> QuerySet[Review]:
    """Return the query of reviews that are not done and that no worker has."""
    return Review.objects.filter(Q(busy_until=None) | Q(busy_until__lt=now), done_at=None, version=VERSION)


DUE_QUERY = PreparedQuery(lambda now: query_due(now).only("pk")[:1])


@service
def claim() -> Review | None:
    """Take the review that has waited longest and that no worker has; None where there is none."""
    now = clock.now()
    locked = query_due(now).select_for_update(skip_locked=True, of=("self",))
    row = locked.select_related("tournament").order_by("asked_at").first()
    if row is not None:
        Review.objects.filter(pk=row.pk).update(busy_until=now + BUSY)
    return row


@service
def save_piece(row: Review, found: Sequence[dict[str, object]]) -> int:
    """Save the judgements of the next rounds and give the review back; 0 where another worker has saved them."""
    judged = row.judged + len(found)
    over = judged >= row.total or not found
    mine = Review.objects.filter(pk=row.pk, version=row.version, judged=row.judged, done_at=None)
    saved = mine.update(
        judged=judged, rounds=[*row.rounds, *found], busy_until=None, done_at=clock.now() if over else None
    )
    if saved:
        task_queue.enqueue_on_commit("make_puzzles" if over else "review")
    return len(found) if saved else 0


def ask_evaluation(*, state: dict[str, object], address: str) -> None:
    """Ask a worker to evaluate a position of the lab, unless one has been asked within the last half minute."""
    rate_limits.hit("evaluations", address, EVALUATION_LIMITS)
    evaluations.keep(state, evaluations.PENDING, evaluations.PENDING_SECONDS)
    task_queue.enqueue_on_commit("evaluate", state=state)


def evaluate(*, state: dict[str, object]) -> dict[str, object]:
    """Return the evaluation of a position of the lab as JSON, and keep it."""
    try:
        found = judgements.write_evaluation(evaluate_position(game.read(state)))
    except Exception:
        log.exception("a position of the lab cannot be evaluated")
        found = evaluations.FAILED
    evaluations.keep(state, found)
    return found
