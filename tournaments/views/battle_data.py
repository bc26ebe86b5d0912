"""The battle page's data, and the record to take away."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.presenters import battle_state
from tournaments.presenters.context import look, number_in
from tournaments.selectors import records
from tournaments.views import responses

PRIVATE = {"Cache-Control": "private, no-store"}
PAST = {"Cache-Control": "private, max-age=60"}


@require_safe
@responses.programs
def state(request: HttpRequest, code: str) -> HttpResponse:
    """The battle as it stands; `since`: the last round that the page knows."""
    since = number_in(request.GET.get("since", ""))
    return JsonResponse(battle_state.page(look(request, code), since=since), headers=PRIVATE)


@require_safe
@responses.programs
def round_played(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One closed round: nothing of it changes any more."""
    played = battle_state.past_round(look(request, code), number)
    if played is None:
        return responses.problem(404, "no_such_round", _("This round has not been played."))
    return JsonResponse(played, headers=PAST)


@require_safe
@responses.programs
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole battle, as far as it is public, as a text that replays."""
    seen = look(request, code)
    text = records.record(seen.tournament, seen.dynasty)
    if text is None:
        return responses.problem(404, "no_record", _("This battle has not begun."))
    disposition = f'attachment; filename="{code}.txt"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": disposition})
