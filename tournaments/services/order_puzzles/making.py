"""Making puzzles from reviews, once for each, and choosing the puzzle of each day."""

import logging
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from random import Random

from django.db import IntegrityError, transaction

from battlefield import game
from battlefield.battles import Battle
from core import clock
from core.run_safely import run_or_log
from core.transactions import service
from dynasty.domain import skill
from dynasty.services import periodic
from players import reviews as judge
from tournaments.domain import order_puzzles, puzzle_themes
from tournaments.domain.order_puzzles import Key
from tournaments.domain.tournament_types import list_free_types
from tournaments.models import Entry, OrderPuzzle, Review, Round, Tournament
from tournaments.selectors import reviews as review_selectors
from tournaments.services import reviews

log = logging.getLogger(__name__)
MAX_TRIED, MAX_PUZZLES = 6, 3
"""How many mistakes of one battle are looked into, and how many become puzzles at most."""
MIN_UNUSED = 5
"""While fewer puzzles wait for a day, battles among houses are reviewed for more."""
BETWEEN_HOUSE_REVIEWS, UNTIL_THE_FIRST = timedelta(hours=3), timedelta(minutes=10)
"""How long from one of these reviews to the next: a few seconds of work each; and while no puzzle waits at all."""
HOUSE_ADDRESS = "house"
MAX_SEARCHED = 20
SHORTLIST = 7


def make_due() -> int:
    """Make the puzzles of one finished review that has none yet; return how many."""
    review = find_review()
    if review is None:
        return 0
    return save(review, build_all(review) if is_public(review.tournament) else [])


def find_review() -> Review | None:
    """Return a finished review of which nobody has made puzzles, the oldest first."""
    due = Review.objects.filter(puzzles_at=None, version=judge.VERSION).exclude(done_at=None)
    return due.select_related("tournament").order_by("done_at").first()


def is_public(tournament: Tournament) -> bool:
    """Return whether puzzles may be made of a battle: nobody's training, nobody's casual battle, and a duel."""
    return not tournament.casual and tournament.type not in list_free_types() and tournament.seats == 2


def build_all(review: Review) -> list[OrderPuzzle]:
    """Build the puzzles of a review, without saving them."""
    rounds = {one.number: one for one in review_selectors.list_rounds(review.tournament)}
    numbers, found = sorted(rounds), list[OrderPuzzle]()
    for place, seat, order in order_puzzles.list_candidates(review.rounds, MAX_TRIED):
        puzzle = build(rounds[numbers[place]], seat, order, review.tournament)
        found += [puzzle] if puzzle else []
        if len(found) == MAX_PUZZLES:
            break
    return found


def build(one: Round, seat: str, order: str, tournament: Tournament) -> OrderPuzzle | None:
    """Build the puzzle of a bad order; None where the round makes none, or cannot be judged."""
    judging = partial(judge_order, game.read(one.state), seat, order)
    judged = run_or_log(judging, log, "round %s of battle %s makes no puzzle", one.number, tournament.code)
    if judged is None:
        return None
    key, theme = judged
    entry = Entry.objects.filter(tournament=tournament, seat=seat).select_related("dynasty").first()
    player = entry.dynasty if entry and entry.dynasty and not entry.dynasty.house else None
    return OrderPuzzle(
        state=one.state,
        seat=seat,
        given=order,
        solution=key.write(),
        theme=theme,
        source=tournament.code,
        number=one.number,
        player=player,
        rating=skill.START,
        deviation=skill.START_DEVIATION,
        made_at=clock.now(),
    )


def judge_order(battle: Battle, seat: str, order: str) -> tuple[Key, str] | None:
    """Return the solution of a round and its theme; None where the order makes no puzzle."""
    solved = judge.solve_round(battle, seat)
    key = Key(solved.chances, solved.mixtures[seat])
    if order not in key.chances or not key.is_puzzle(order):
        return None
    rival = next(mixture for other, mixture in solved.mixtures.items() if other != seat)
    return key, puzzle_themes.find_theme(battle, seat, key.good[0].order, order, rival)


@service
def save(review: Review, found: Sequence[OrderPuzzle]) -> int:
    """Save the puzzles of a review; 0 where another worker has."""
    mine = Review.objects.filter(pk=review.pk, version=review.version, puzzles_at=None)
    if not mine.update(puzzles_at=clock.now()):
        return 0
    OrderPuzzle.objects.bulk_create(found, ignore_conflicts=True)
    return len(found)


def prepare_days() -> int:
    """Choose today's puzzle, and have a battle among houses reviewed while few puzzles wait; return 1 for a choice."""
    unused = OrderPuzzle.objects.filter(day=None).count()
    pause = BETWEEN_HOUSE_REVIEWS if unused else UNTIL_THE_FIRST
    if unused < MIN_UNUSED and periodic.claim("house_review", pause):
        ask_for_house_review()
    today = clock.get_day(clock.now())
    return choose_daily(day=today)


def ask_for_house_review() -> Review | None:
    """Ask for the review of a late duel of the site's own that nobody has asked for; None where there is none."""
    late = Tournament.objects.filter(
        status=Tournament.Status.FINISHED, organiser=None, casual=False, game=game.NAME, seats=2, review=None
    ).exclude(type__in=list_free_types())
    found = late.order_by("-ended_at", "-pk")[:MAX_SEARCHED]
    chosen = next((each for each in found if review_selectors.is_reviewable(each)), None)
    return reviews.ask(tournament=chosen, address=HOUSE_ADDRESS) if chosen else None


@service
def choose_daily(*, day: date) -> int:
    """Make one of the waiting puzzles that of a day, where it has none; return whether one was chosen."""
    if OrderPuzzle.objects.filter(day=day).exists():
        return 0
    waiting = list(
        OrderPuzzle.objects.filter(day=None).order_by("made_at", "pk").values_list("pk", flat=True)[:SHORTLIST]
    )
    if not waiting:
        return 0
    chosen = OrderPuzzle.objects.filter(pk=Random(day.isoformat()).choice(waiting), day=None)
    try:
        with transaction.atomic():
            return chosen.update(day=day)
    except IntegrityError:  # another worker has chosen one at the same moment
        return 0
