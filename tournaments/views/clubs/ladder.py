"""The ladder of a club: its members by skill, the battles in which they met, and what is reserved for them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core import clock
from dynasty.domain import skill
from dynasty.selectors import clubs as selected
from dynasty.selectors import dynasties, ratings
from tournaments.selectors.clubs import reserved
from tournaments.views.clubs.pages import get_club_or_404

RESULTS_SHOWN = 20


@require_safe
def ladder(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club's ladder of one family and pace, the latest meetings of its members, and its own tournaments."""
    row, dynasty = get_club_or_404(code), dynasties.find_dynasty_of(request.user)
    chosen = (request.GET.get("family", ""), request.GET.get("pace", ""))
    chosen = chosen if chosen in ratings.LADDERS else ratings.LADDERS[0]
    members = selected.list_members(row)
    meetings = selected.list_meetings(members, clock.now())
    names = {each.dynasty_id: each.dynasty for each in members}
    context = {
        "club": row,
        "dynasty": dynasty,
        "ladders": [(each, skill.name_ladder(*each), each == chosen) for each in ratings.LADDERS],
        "lines": selected.build_ladder(members, meetings, chosen, dynasty),
        "compares": dynasty is not None and dynasty.pk in names,
        "days": selected.TABLE_DAYS,
        "results": [
            (each, [(rank, names[pk]) for pk, rank in sorted(each.ranks.items(), key=lambda pair: pair[1])])
            for each in reversed(meetings[-RESULTS_SHOWN:])
            if len(each.ranks) > 1
        ],
        "tournaments": reserved.list_tournaments(row),
        "series": reserved.list_series(row),
    }
    return render(request, "clubs/ladder.html", context)
