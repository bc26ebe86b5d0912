"""The battle page's data, and the record to take away."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.selectors import records
from tournaments.views import answers, boards
from tournaments.views.seeing import look, number_in

PRIVATE = {"Cache-Control": "private, no-store"}
PAST = {"Cache-Control": "private, max-age=60"}


@require_safe
@answers.programs
def state(request: HttpRequest, code: str) -> HttpResponse:
    """The battle as it stands; `since`: the last round that the page knows."""
    since = number_in(request.GET.get("since", ""))
    return JsonResponse(boards.page(look(request, code), since=since), headers=PRIVATE)


@require_safe
@answers.programs
def round_played(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One closed round: nothing of it changes any more."""
    played = boards.past_round(look(request, code), number)
    if played is None:
        return answers.problem(404, "no_such_round", _("This round has not been played."))
    return JsonResponse(played, headers=PAST)


@require_safe
@answers.programs
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole battle, as far as it is public, as a text that replays."""
    seen = look(request, code)
    text = records.record(seen.tournament, seen.dynasty)
    if text is None:
        return answers.problem(404, "no_record", _("This battle has not begun."))
    disposition = f'attachment; filename="{code}.txt"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": disposition})
