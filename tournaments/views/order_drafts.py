"""The preview of an order while it is written. Nothing is stored."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from core.errors import DomainError
from tournaments.forms import orders
from tournaments.models import Tournament
from tournaments.presenters.context import BattleContext
from tournaments.views import responses
from tournaments.views.actions import require_player

Json = dict[str, Any]


@responses.action_by_key
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """Return every line of an order with its finding and the odds of its attack, for its own seat only."""
    seen = require_player(request, code)
    wanted = orders.read(orders.OrderForm, request)
    return JsonResponse({"lines": preview_order(seen, wanted["order"])}, headers={"Cache-Control": "private, no-store"})


def preview_order(seen: BattleContext, text: str) -> list[Json]:
    """Return the lines in the reader's language; empty if the battle has ended meanwhile."""
    if seen.own is None:
        raise DomainError("not_your_seat", _("You have no seat in this battle."))
    if seen.tournament.status != Tournament.Status.RUNNING or seen.current is None:
        return []
    rows = seen.game.weigh(seen.game.read(seen.current.state), seen.own.seat, text)
    return [row | {"said": seen.tell(row["said"])} for row in rows]
