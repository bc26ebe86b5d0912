"""The API of casual battles: no log-in, a key to a seat instead, which the header Casual-Key carries."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

import players
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, parse_input
from tournaments.access import viewers
from tournaments.access.lookup import get_tournament_or_404
from tournaments.api.serializers import CASUAL_KEY
from tournaments.domain import casual_keys, games
from tournaments.forms.casual import split_emblem
from tournaments.models import Casual, CasualSeat, Tournament
from tournaments.selectors import casual_battles as tables
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual.battles import DEFAULT_GAME, DEFAULT_LEVEL, ROUND_SECONDS, UNHURRIED_SECONDS, Setup
from tournaments.services.pairing import rematches

Strict = serializers.Serializer[object]


class CasualInput(Strict):
    """One battle; `people` are those who come by link, whoever makes it included."""

    mode = serializers.ChoiceField(choices=[Casual.Mode.ALONE, Casual.Mode.LINK], default=Casual.Mode.ALONE)
    field = serializers.CharField(max_length=64, default="duel-2")
    preset = serializers.ChoiceField(choices=list(games.GAMES[DEFAULT_GAME].presets()), default="classic")
    people = serializers.IntegerField(min_value=1, max_value=16, default=1)
    computers = serializers.IntegerField(min_value=0, max_value=15, default=1)
    level = serializers.ChoiceField(choices=list(players.PLAYERS), default=DEFAULT_LEVEL)
    round_seconds = serializers.IntegerField(
        min_value=ROUND_SECONDS[0], max_value=ROUND_SECONDS[1], default=UNHURRIED_SECONDS
    )
    name = serializers.CharField(max_length=40, default="", allow_blank=True)
    emblem = serializers.CharField(max_length=100, default="", allow_blank=True,
                                   help_text="division.field.second.charge.tint")  # fmt: skip


class SeatInput(Strict):
    invitation = serializers.CharField(max_length=22)
    name = serializers.CharField(max_length=40, default="", allow_blank=True)


class CasualSerializer(Strict):
    """A casual battle, and what you hold of it. The key is shown once, and is all that proves the seat yours."""

    code = serializers.CharField()
    status = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    key = serializers.CharField()
    invitations = serializers.DictField(child=serializers.CharField(), help_text="Of free seats, for the host.")


Fields = dict[str, serializers.Field[Any, Any, Any, Any]]
CARD: Fields = {"code": serializers.CharField(), "status": serializers.CharField()}
OWN = inline_serializer("OwnCasualBattle", CARD, many=True)


class Battles(ApiView):
    """Your casual battles; a POST makes one. Without a key you get one."""

    permission_classes = [AllowAny]

    @document(parameters=[CASUAL_KEY], responses=OWN, operation_id="casual_battles")
    def get(self, request: Request) -> Response:
        own = tables.list_by_key(viewers.get_api_viewer(request).key)
        return build_private_response([{"code": each.code, "status": each.status} for each in own])

    @document(
        parameters=[CASUAL_KEY],
        request=CasualInput,
        responses={201: CasualSerializer},
        operation_id="make_casual_battle",
    )
    def post(self, request: Request) -> Response:
        fields = parse_input(CasualInput, request.data)
        name, emblem = fields.pop("name"), fields.pop("emblem")
        setup = Setup(**fields, names=(name,) if name else (), emblem=split_emblem(emblem) if emblem else None)
        token = viewers.get_api_viewer(request).token or casual_keys.make_token()
        address = viewers.get_client_address(request._request)
        return build_answer(casual_battles.create(setup=setup, token=token, address=address), token)


class Seats(ApiView):
    """Take the seat that an invitation gives away."""

    permission_classes = [AllowAny]

    @document(
        parameters=[CASUAL_KEY], request=SeatInput, responses={201: CasualSerializer}, operation_id="take_casual_seat"
    )
    def post(self, request: Request) -> Response:
        fields = parse_input(SeatInput, request.data)
        token = viewers.get_api_viewer(request).token or casual_keys.make_token()
        entry = casual_seats.accept_invitation(token=token, **fields)
        return build_answer(Tournament.objects.get(pk=entry.tournament_id), token)


class OneBattle(ApiView):
    """A casual battle: POST begins it without those who have not come, DELETE leaves it."""

    permission_classes = [AllowAny]

    @document(parameters=[CASUAL_KEY], request=None, responses={204: None}, operation_id="start_casual_battle")
    def post(self, request: Request, code: str) -> Response:
        casual_seats.start(tournament=get_tournament_or_404(code), key=viewers.get_api_viewer(request).key)
        return Response(status=204)

    @document(parameters=[CASUAL_KEY], responses={204: None}, operation_id="leave_casual_battle")
    def delete(self, request: Request, code: str) -> Response:
        casual_seats.leave(tournament=get_tournament_or_404(code), key=viewers.get_api_viewer(request).key)
        return Response(status=204)


class Rematch(ApiView):
    """The same battle once more, when it is over; the others of the table take their seats in it by asking too."""

    permission_classes = [AllowAny]

    @document(parameters=[CASUAL_KEY], request=None, responses={201: CasualSerializer}, operation_id="casual_rematch")
    def post(self, request: Request, code: str) -> Response:
        token = viewers.get_api_viewer(request).token
        address = viewers.get_client_address(request._request)
        return build_answer(
            rematches.get_or_create_rematch(tournament=get_tournament_or_404(code), token=token, address=address),
            token,
        )


def build_answer(tournament: Tournament, token: str) -> Response:
    """Return what the holder of the key needs from then on."""
    key = casual_keys.hash_token(token)
    mine = CasualSeat.objects.filter(tournament=tournament, key=key).order_by("seat").values_list("seat", flat=True)
    host = Casual.objects.filter(tournament=tournament, host=key).exists()
    free = [each.seat for each in tables.list_free_seats(tournament)] if host else []
    shape = CasualSerializer({
        "code": tournament.code, "status": tournament.status, "seats": list(mine), "key": token,
        "invitations": {seat: casual_keys.make_invitation(token, tournament.code, seat) for seat in free},
    })  # fmt: skip
    return build_private_response(shape.data, 201)
