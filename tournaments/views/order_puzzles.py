"""Puzzles of one order: the list, one puzzle, the answer to it, and those for practice."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import clock
from core.error_status import get_status
from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.views.court import owner_required
from tournaments.access import viewers
from tournaments.models import OrderPuzzle
from tournaments.presenters import order_puzzles as presenter
from tournaments.presenters import practice_puzzles as practice_presenter
from tournaments.presenters.context import parse_number
from tournaments.selectors import order_puzzles as selectors
from tournaments.services.order_puzzles import solving, streaks
from tournaments.views import responses

MAX_ORDER_LENGTH = 64


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, the reader's own mistakes, and how well the reader solves."""
    dynasty = viewers.get_browser_viewer(request).dynasty
    daily, own = selectors.find_daily(), selectors.find_skill(dynasty)
    context = {
        "daily": presenter.describe_daily(daily) if daily else None,
        "attempt": selectors.find_attempt(daily, dynasty) if daily else None,
        "dynasty": dynasty,
        "own": own,
        "streak": selectors.count_streak(own),
        "mistakes": selectors.list_mistakes(dynasty),
        "next": selectors.find_next(dynasty, daily),
        "can_carry": selectors.can_carry(dynasty, own),
        "today": clock.get_day(clock.now()),
    }
    return render(request, "puzzles/puzzles.html", context)


@require_safe
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Go to the puzzle that the reader meets next; to the list where none is left."""
    after = selectors.find_puzzle(request.GET.get("after", ""))
    found = selectors.find_next(viewers.get_browser_viewer(request).dynasty, after)
    return redirect("order_puzzle", found.code) if found else redirect("puzzles")


@require_safe
def practice(request: HttpRequest, dozen: int) -> HttpResponse:
    """Show a dozen puzzles for practice. The page is the same for everyone, and works without a network."""
    context = practice_presenter.build_dozen(dozen)
    if context is None:
        raise Http404
    return render(request, "puzzles/practice.html", context)


@require_POST
@owner_required
def carry_streak(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Let the days in a row of a guest go on with the dynasty founded since; answer how many count."""
    days = parse_number(request.POST.get("days", ""))
    try:
        day = date.fromisoformat(request.POST.get("day", ""))
    except ValueError:
        day = None
    if day is None or days is None:
        return responses.build_problem(422, "unreadable", _("This is no day, or no number of days."))
    return JsonResponse({"days": streaks.carry(dynasty=dynasty, day=day, days=days)})


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, code: str) -> HttpResponse:
    """Show a puzzle; with POST, judge an answer and show the solution."""
    found = selectors.find_puzzle(code)
    if found is None:
        raise Http404
    dynasty = viewers.get_browser_viewer(request).dynasty
    if request.method == "POST":
        return answer(request, found, dynasty)
    return show(request, found, dynasty)


def answer(request: HttpRequest, found: OrderPuzzle, dynasty: Dynasty | None) -> HttpResponse:
    """Judge an answer. The first one of a dynasty counts; of a guest nothing is stored."""
    text = request.POST.get("order", "")[:MAX_ORDER_LENGTH]
    before = selectors.find_skill(dynasty)
    try:
        solving.check_pace(viewers.get_client_address(request))
        order = solving.read_answer(found, text)
        counted = dynasty is not None and solving.record_answer(puzzle=found, dynasty=dynasty, order=order)
    except DomainError as error:
        return show(request, found, dynasty, text=text, error=error)
    found.refresh_from_db()
    own = selectors.find_skill(dynasty)
    context = presenter.build_puzzle(found, order) | {
        "dynasty": dynasty,
        "counted": counted,
        "own": own,
        "before": before.skill.text if before else "",
        "streak": selectors.count_streak(own),
        "today": clock.get_day(clock.now()),
    }
    return render(request, "puzzles/puzzle.html", context)


def show(
    request: HttpRequest,
    found: OrderPuzzle,
    dynasty: Dynasty | None,
    *,
    text: str = "",
    error: DomainError | None = None,
) -> HttpResponse:
    """Show a puzzle without its solution; with an error, what was wrong with the answer."""
    context = presenter.build_puzzle(found) | {
        "dynasty": dynasty,
        "tried": selectors.find_attempt(found, dynasty) is not None,
        "can_carry": selectors.can_carry(dynasty, selectors.find_skill(dynasty)),
        "today": clock.get_day(clock.now()),
        "is_own": dynasty is not None and found.player_id == dynasty.pk,
        "text": text,
        "error_text": str(error) if error else "",
    }
    return render(request, "puzzles/puzzle.html", context, status=get_status(error.code) if error else 200)
