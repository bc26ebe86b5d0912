"""The API of drafts, queued orders and standing orders."""

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import DomainError
from core.limits import STANDING_ORDERS
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, parse_input, require_dynasty
from tournaments.access import viewers
from tournaments.access.lookup import get_tournament_or_404
from tournaments.access.program_access import HasLoginOrSeatKey, get_playing_dynasty
from tournaments.api import serializers as serializers_api
from tournaments.api.battle_shapes import FindingsShape
from tournaments.domain import games
from tournaments.domain.round_titles import find_step
from tournaments.selectors import battles
from tournaments.selectors.contract import format_sentence
from tournaments.services import queued_orders, standing_orders


class StandingSerializer(serializers.Serializer[object]):
    orders = serializers.ListField(
        child=serializers.CharField(max_length=STANDING_ORDERS[1], allow_blank=True), max_length=STANDING_ORDERS[0]
    )


class QueueInput(StandingSerializer, serializers_api.StepInput):
    """Names the open step or round; the orders are for the next."""


class Draft(ApiView):
    """POST weighs an order for your seat in the open round: a finding for each line, and the odds of its attacks.

    Nothing of it is kept.
    """

    permission_classes = [HasLoginOrSeatKey]

    @document(
        parameters=[serializers_api.CASUAL_KEY],
        request=serializers_api.OrderInput,
        responses=FindingsShape,
        operation_id="weigh_order",
    )
    def post(self, request: Request, code: str) -> Response:
        fields, tournament = parse_input(serializers_api.OrderInput, request.data), get_tournament_or_404(code)
        seats = viewers.list_seats(tournament, viewers.get_api_viewer(request))
        current = battles.get_open_round(tournament)
        if not seats:
            raise DomainError("not_your_seat", _("You have no seat in this battle."))
        if current is None:
            return build_private_response({"lines": []})
        game = games.GAMES[tournament.game]
        rows = game.weigh(game.read(current.state), seats[0], fields["order"])
        return build_private_response({"lines": [row | {"said": translate_sentences(row["said"])} for row in rows]})


def translate_sentences(sentences: list[tuple[str, dict[str, object]]]) -> list[str]:
    """Return a game's sentences in the language of the request."""
    return [format_sentence(sentence) for sentence in sentences]


class Queued(ApiView):
    """Your orders for the round after the open one, which nobody else sees; PUT replaces them all."""

    permission_classes = [IsAuthenticated]

    @document(responses=StandingSerializer, operation_id="queued_orders")
    def get(self, request: Request, code: str) -> Response:
        tournament, dynasty = get_tournament_or_404(code), require_dynasty(request)
        seat = next(iter(viewers.list_seats(tournament, viewers.Viewer(dynasty))), "")
        return build_private_response(
            {"orders": queued_orders.get_own(tournament=tournament, seat=seat, dynasty=dynasty)}
        )

    @document(request=QueueInput, responses=StandingSerializer, operation_id="queue_orders")
    def put(self, request: Request, code: str) -> Response:
        fields, tournament = parse_input(QueueInput, request.data), get_tournament_or_404(code)
        saved = queued_orders.queue(tournament_id=tournament.pk, round_no=find_step(tournament, fields),
                            dynasty=get_playing_dynasty(request, tournament), texts=fields["orders"])  # fmt: skip
        return build_private_response({"orders": saved})


class Standing(ApiView):
    """Your standing orders, which nobody else sees; PUT replaces them, none do away with them."""

    permission_classes = [IsAuthenticated]

    @document(responses=StandingSerializer, operation_id="standing_orders")
    def get(self, request: Request, code: str) -> Response:
        saved = standing_orders.get_own(tournament=get_tournament_or_404(code), dynasty=require_dynasty(request))
        return build_private_response({"orders": saved})

    @document(request=StandingSerializer, responses=StandingSerializer, operation_id="give_standing_orders")
    def put(self, request: Request, code: str) -> Response:
        lines = parse_input(StandingSerializer, request.data)["orders"]
        tournament = get_tournament_or_404(code)
        saved = standing_orders.set_orders(
            tournament_id=tournament.pk, dynasty=get_playing_dynasty(request, tournament), texts=lines
        )
        return build_private_response({"orders": saved})
