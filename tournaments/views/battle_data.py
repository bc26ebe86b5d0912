"""The data of a battle's page, and its record for download."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.presenters import battle_state
from tournaments.presenters.context import get_battle_context, parse_number
from tournaments.selectors import closed_rounds, records
from tournaments.views import responses

PRIVATE_HEADERS = {"Cache-Control": "private, no-store"}
CLOSED_ROUND_HEADERS = {"Cache-Control": "private, max-age=60"}


@require_safe
@responses.json_only
def state(request: HttpRequest, code: str) -> HttpResponse:
    """Return the state of the battle as JSON; `since` is the last closed round that the page knows."""
    since = parse_number(request.GET.get("since", ""))
    text = battle_state.write_battle_state(get_battle_context(request, code), since=since)
    return HttpResponse(text, content_type="application/json", headers=PRIVATE_HEADERS)


@require_safe
@responses.json_only
def round_played(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Return a closed round as JSON; it never changes, but in fog it is another for every seat, and once it lifts."""
    battle = get_battle_context(request, code)
    played = battle_state.get_past_round(battle, number)
    if played is None:
        return responses.build_problem(404, "no_such_round", _("This round has not been played."))
    headers = PRIVATE_HEADERS if closed_rounds.is_hidden(battle.tournament) else CLOSED_ROUND_HEADERS
    return JsonResponse(played, headers=headers)


@require_safe
@responses.json_only
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Return the public record of the battle as a text that can be replayed."""
    battle = get_battle_context(request, code)
    text = records.build_record(battle.tournament, battle.dynasty)
    if text is None and closed_rounds.is_hidden(battle.tournament):
        return responses.build_problem(404, "hidden_by_fog", _("In fog of war this opens once the battle is over."))
    if text is None:
        return responses.build_problem(404, "no_record", _("This battle has not begun."))
    disposition = f'attachment; filename="{code}.txt"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": disposition})
