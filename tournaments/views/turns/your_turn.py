"""The battles that wait for the reader: all of them, the next one, and how many there are."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_safe

from tournaments.access import viewers
from tournaments.selectors.turns import your_turn
from tournaments.services.casual.battles import UNHURRIED_SECONDS


@require_safe
def all_battles(request: HttpRequest) -> HttpResponse:
    """List the battles that wait for the reader, the most urgent first."""
    found = your_turn.list_battles(viewers.list_waiting(request))
    lines = [(each, each.is_kept_on_time or each.tournament.round_seconds < UNHURRIED_SECONDS) for each in found]
    return render(request, "tournaments/your_turn.html", {"lines": lines})


@require_GET
def next_battle(request: HttpRequest) -> HttpResponse:
    """Lead to the next battle that waits, from the one that `after` names; to the list where none does."""
    code = your_turn.find_next(viewers.list_waiting(request), request.GET.get("after", ""))
    return redirect("tournament", code) if code else redirect("your_turn")


@require_GET
def count(request: HttpRequest) -> HttpResponse:
    """Return how many battles wait, and how many but the one that `at` names, for the header."""
    counted = your_turn.count(viewers.list_waiting(request), request.GET.get("at", ""))
    return JsonResponse(counted, headers={"Cache-Control": "private, no-store"})
