"""The pages of bets: a dynasty's own, and who bet best."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_safe

from core import clock
from dynasty.selectors import dynasties
from tournaments.selectors import bets as bets_selectors
from tournaments.selectors import bettors as bettors_selectors


@require_safe
@login_required
def bets(request: HttpRequest) -> HttpResponse:
    """Show a dynasty's open and settled bets and what they came to; or the latest alone, for a part of the court."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    if request.headers.get("HX-Request"):
        latest = list(bets_selectors.list_bets(dynasty))
        return render(request, "tournaments/bets.html#list", {"dynasty": dynasty, "bets": latest})
    context = {
        "dynasty": dynasty,
        "open": bets_selectors.list_open_bets(dynasty),
        "page": bets_selectors.get_settled_page(dynasty, request.GET.get("cursor", "")),
        "sums": bets_selectors.sum_bets(dynasty),
        "score": bettors_selectors.compute_score(dynasty),
    }
    return render(request, "tournaments/bets.html", context)


@require_GET
def ranking(request: HttpRequest) -> HttpResponse:
    """Show whose bets brought back most in a month that is over."""
    now = clock.now()
    month = bettors_selectors.read_month(request.GET.get("month", ""), now)
    later = bettors_selectors.Month.of(month.ends)
    context = {
        "month": month,
        "later": later if later.ends <= clock.get_day(now) else None,
        "bettors": bettors_selectors.list_bettors(month),
        "own": dynasties.find_dynasty_of(request.user),
        "min_bets": bettors_selectors.MIN_BETS,
        "min_battles": bettors_selectors.MIN_BATTLES,
    }
    return render(request, "tournaments/bettors.html", context)
