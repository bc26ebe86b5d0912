"""Playing on from a round of a battle that is over."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from core.error_status import get_status
from core.errors import DomainError
from tournaments.access import viewers
from tournaments.presenters import positions as presenter
from tournaments.presenters.context import BattleContext, get_battle_context, parse_number
from tournaments.selectors import reviews
from tournaments.services.casual import positions
from tournaments.views import casual_actions, responses


@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: HttpRequest, code: str) -> HttpResponse:
    """Show a round from which one can play on; with POST, begin a casual battle there."""
    battle = get_battle_context(request, code)
    if request.method == "POST":
        return begin(request, battle)
    if not reviews.is_reviewable(battle.tournament):
        raise Http404
    return render_round(request, battle, parse_number(request.GET.get("round", "")) or 1)


def begin(request: HttpRequest, battle: BattleContext) -> HttpResponse:
    """Begin a casual battle from a round, with the seat and the level that were chosen."""
    token = casual_actions.get_or_create_token(request)
    number = parse_number(request.POST.get("round", "")) or 0
    try:
        made = positions.play_on(
            tournament=battle.tournament,
            number=number,
            seat=request.POST.get("seat", ""),
            level=request.POST.get("level", ""),
            token=token,
            address=viewers.get_client_address(request),
            dynasty=battle.dynasty,
        )
    except DomainError as error:
        if responses.wants_json(request) or not reviews.is_reviewable(battle.tournament):
            return responses.respond_to_error(request, error, "tournament", battle.tournament.code)
        return render_round(request, battle, number or 1, error)
    return casual_actions.redirect_to_battle(made, token)


def render_round(
    request: HttpRequest, battle: BattleContext, number: int, error: DomainError | None = None
) -> HttpResponse:
    """Render the board before a round, and what can be chosen; with an error, what was wrong."""
    start = presenter.describe_start(battle, number)
    context = {
        "battle": battle,
        "tournament": battle.tournament,
        "number": number,
        "before": number - 1 if 1 < number <= battle.tournament.round_no else None,
        "after": number + 1 if number < battle.tournament.round_no else None,
        "start": start,
        "position": battle.game.view(start["state"]) if start else None,
        "seats": [{"seat": seat, "emperor": name} for seat, name in battle.names.items()],
        "error_text": str(error) if error else "",
    }
    return render(request, "tournaments/play_on.html", context, status=get_status(error.code) if error else 200)
