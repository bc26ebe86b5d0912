"""The preview of an order while it is written. Nothing is stored."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.json_types import Json
from tournaments.forms import orders
from tournaments.models import Tournament
from tournaments.presenters.context import BattleContext
from tournaments.views import responses
from tournaments.views.actions import require_player


@responses.action_by_key
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """Return every line of an order with its finding and the odds of its attack, for its own seat only."""
    battle = require_player(request, code)
    fields = orders.read(orders.OrderForm, request)
    return JsonResponse(
        {"lines": preview_order(battle, fields["order"])}, headers={"Cache-Control": "private, no-store"}
    )


def preview_order(battle: BattleContext, text: str) -> list[Json]:
    """Return the lines in the reader's language; empty if the battle has ended meanwhile."""
    if battle.own is None:
        raise DomainError("not_your_seat", _("You have no seat in this battle."))
    if battle.tournament.status != Tournament.Status.RUNNING or battle.current is None:
        return []
    rows = battle.game.weigh(battle.game.read(battle.current.state), battle.own.seat, text)
    return [row | {"said": battle.format_sentences(row["said"])} for row in rows]
