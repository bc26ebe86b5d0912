"""The pages of skill: the ranking of each ladder, and how one dynasty came to its ratings."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from core import clock
from dynasty.charts import histogram, line
from dynasty.domain import skill
from dynasty.models import Dynasty, Rating
from dynasty.selectors import dynasties, ratings
from tournaments.presenters import skill as presenter
from tournaments.selectors import listings

LEADERS = 50
RESULTS_SHOWN = 20
"""The last battles of a ladder on a dynasty's page."""


@require_GET
def ranking(request: HttpRequest) -> HttpResponse:
    """Show who leads a ladder, how all ratings spread, and where the computer players stand."""
    family, pace = read_ladder(request.GET.get("of", ""))
    own = dynasties.find_dynasty_of(request.user)
    mine = (
        next((each for each in ratings.list_ratings(own) if (each.family, each.pace) == (family, pace)), None)
        if own
        else None
    )
    leaders = ratings.list_leaders(family, pace, LEADERS)
    context = {
        "ladders": [
            {"key": f"{one}-{other}", "title": skill.name_ladder(one, other), "here": (one, other) == (family, pace)}
            for one, other in ratings.LADDERS
        ],
        "leaders": [describe_rating(each) for each in leaders],
        "own": own,
        "mine": describe_rating(mine) | {"rank": ratings.get_rank(mine)} if mine else None,
        "histogram": histogram.draw(ratings.count_bands(family, pace)),
        "levels": presenter.list_levels(family),
        "least": ratings.LEAST_BATTLES,
    }
    return render(request, "tournaments/skill_ranking.html", context)


@require_GET
def of_dynasty(request: HttpRequest, code: str) -> HttpResponse:
    """Show a dynasty's skill on each ladder, how it grew, and the battles that counted."""
    shown = dynasties.find_dynasty(code)
    if shown is None:
        raise Http404
    family, pace = read_ladder(request.GET.get("of", ""))
    own = ratings.list_ratings(shown)
    chosen = next((each for each in own if (each.family, each.pace) == (family, pace)), own[0] if own else None)
    context = {
        "dynasty": shown,
        "ratings": [describe_rating(each) | {"here": each is chosen} for each in own],
        **(describe_history(shown, chosen) if chosen else {}),
    }
    return render(request, "tournaments/skill.html", context)


def read_ladder(key: str) -> ratings.Ladder:
    """Return the ladder of an address; the first one for anything else."""
    family, _dash, pace = key.partition("-")
    return (family, pace) if (family, pace) in ratings.LADDERS else ratings.LADDERS[0]


def describe_rating(rating: Rating) -> dict[str, object]:
    """Return what a page shows of a rating; `dynasty` is not loaded for it."""
    return {
        "rating": rating,
        "key": f"{rating.family}-{rating.pace}",
        "deviation": round(rating.deviation),
    }


def describe_history(dynasty: Dynasty, rating: Rating) -> dict[str, object]:
    """Return a ladder's curve and last battles."""
    results = ratings.list_results(dynasty, rating.family, rating.pace)
    points = [(results[0].at, round(results[0].before))] if results else []
    points += [(each.at, round(each.after)) for each in results]
    floor = min((value for _at, value in points), default=0) // 100 * 100
    return {
        "chosen": describe_rating(rating),
        "chart": line.draw(points, clock.now(), floor),
        "rank": ratings.get_rank(rating),
        "results": drop_gone_places(results[: -RESULTS_SHOWN - 1 : -1]),
    }


def drop_gone_places(results: list[ratings.RatedResult]) -> list[ratings.RatedResult]:
    """Return results without the places of battles that are not kept any more."""
    there = listings.list_kept_codes([each.place for each in results if each.place])
    return [each if each.place in there else replace(each, place="") for each in results]
