"""The review of a battle that is over."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core.error_status import get_status
from core.errors import DomainError
from tournaments.access import viewers
from tournaments.presenters import positions, verdict
from tournaments.presenters import review as presenter
from tournaments.presenters.context import BattleContext, get_battle_context, parse_number
from tournaments.selectors import order_puzzles
from tournaments.selectors import reviews as selectors
from tournaments.selectors.reviews import BattleReview
from tournaments.services import reviews
from tournaments.views import responses


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the review of a battle; with `part=progress`, only how far its judgements have come."""
    battle = get_battle_context(request, code)
    if not selectors.is_reviewable(battle.tournament):
        raise Http404
    if request.GET.get("part") == "progress":
        return render_progress(request, battle)
    review = selectors.build_review(battle.tournament)
    assert review is not None
    return render(request, "tournaments/review.html", build_context(request, battle, review))


def build_context(request: HttpRequest, battle: BattleContext, review: BattleReview) -> dict[str, object]:
    """Return the context of the page; `round` in the address is the round that is opened."""
    reader, number = verdict.get_reader_seat(battle), parse_number(request.GET.get("round", ""))
    shown = presenter.build_review(battle, review, number, reader)
    seats = [{"seat": seat, "emperor": name} for seat, name in battle.names.items()]
    progress = {"judged": len(review.judged), "total": len(review.rounds)}
    chosen = shown["chosen"]
    return {
        "battle": battle,
        "tournament": battle.tournament,
        "seats": seats,
        "progress": progress,
        "progress_url": get_progress_url(battle),
        "study_source": reverse("tournament", args=[battle.tournament.code]),
        "lab_url": f"{reverse('lab_of', args=[battle.tournament.code])}?round={chosen['number']}" if chosen else "",
        "puzzles": order_puzzles.list_of_battle(battle.tournament),
        "start": positions.describe_start(battle, chosen["number"]) if chosen else None,
        **shown,
    }


def render_progress(request: HttpRequest, battle: BattleContext) -> HttpResponse:
    """Render how far the judgements have come; once they are complete the page is loaded again."""
    found = selectors.find_review(battle.tournament)
    if found is None or found.done_at is not None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    progress = {"judged": found.judged, "total": found.total}
    shown = {"progress": progress, "progress_url": get_progress_url(battle)}
    return render(request, "tournaments/_review_progress.html", shown)


def get_progress_url(battle: BattleContext) -> str:
    """Return the address that says how far the judgements have come."""
    return f"{reverse('tournament_review', args=[battle.tournament.code])}?part=progress"


@require_POST
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the judgement of every order, which a worker makes; a page that asks by itself gets the progress."""
    battle, quietly = get_battle_context(request, code), "HX-Request" in request.headers
    try:
        reviews.ask(tournament=battle.tournament, address=viewers.get_client_address(request))
    except DomainError as error:
        if quietly:
            return HttpResponse(status=get_status(error.code))
        back = "tournament_review" if selectors.is_reviewable(battle.tournament) else "tournament"
        return responses.respond_to_error(request, error, back, code)
    return render_progress(request, battle) if quietly else redirect("tournament_review", code)
