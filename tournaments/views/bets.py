"""The page of a dynasty's own bets."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from dynasty.selectors import dynasties
from tournaments.selectors import bets as bets_selectors


@require_safe
@login_required
def bets(request: HttpRequest) -> HttpResponse:
    """Return all bets, the latest first: as a page, or as the list alone for a part of the court."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    part = "tournaments/bets.html#list" if request.headers.get("HX-Request") else "tournaments/bets.html"
    return render(request, part, {"dynasty": dynasty, "bets": list(bets_selectors.list_bets(dynasty))})
