"""The API of treaties between the seats of a battle."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from core.limits import MAX_AMOUNT, SEATS
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, get_dynasty, parse_input
from dynasty.catalog.assets import ASSETS
from dynasty.domain import tokens
from tournaments.access.lookup import get_tournament_or_404
from tournaments.access.program_access import get_playing_dynasty
from tournaments.domain.treaties import KINDS
from tournaments.models import Tournament, Treaty
from tournaments.selectors.negotiation import treaties as selected
from tournaments.services.negotiation import treaties

Strict = serializers.Serializer[object]


class TreatySerializer(Strict):
    code = serializers.CharField()
    kind = serializers.ChoiceField(choices=KINDS)
    from_seat = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField(), source="among")
    accepted = serializers.ListField(child=serializers.CharField())
    until = serializers.IntegerField(help_text="The last round it binds; 0 where it is about the result.")
    target = serializers.CharField(help_text="The seat it is against; else empty.")
    asset = serializers.CharField()
    amount = serializers.IntegerField(help_text="What each seat stakes.")
    status = serializers.ChoiceField(choices=Treaty.Status.choices)
    since = serializers.IntegerField(help_text="The round in which all had accepted it; it binds from the next on.")
    broken_by = serializers.ListField(child=serializers.CharField())
    pays = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="To whom each seat that lost its stake paid it.",
    )


class TreatyInput(Strict):
    kind = serializers.ChoiceField(choices=KINDS)
    to = serializers.ListField(child=serializers.CharField(max_length=1), min_length=1, max_length=SEATS[1])
    until = serializers.IntegerField(required=False, default=0, min_value=0, max_value=100_000)
    target = serializers.CharField(required=False, default="", max_length=1, allow_blank=True)
    asset = serializers.ChoiceField(choices=list(ASSETS), required=False, default="gold")
    amount = serializers.IntegerField(required=False, default=0, min_value=0, max_value=MAX_AMOUNT)


class AnswerInput(Strict):
    accept = serializers.BooleanField()


def get_battle_or_404(code: str) -> Tournament:
    """Return a battle in which seats can conclude treaties; raise NotFound otherwise."""
    tournament = get_tournament_or_404(code)
    if not selected.has_treaties(tournament):
        raise NotFound
    return tournament


class Treaties(ApiView):
    """The treaties that you may see, the latest first: your seat's, and all once judged. POST proposes one."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    write_scope = tokens.BET

    @document(responses=TreatySerializer(many=True), operation_id="treaties")
    def get(self, request: Request, code: str) -> Response:
        tournament = get_battle_or_404(code)
        seat = selected.find_own_seat(tournament, get_dynasty(request))
        found = selected.list_readable(tournament, seat)
        return build_private_response(TreatySerializer(found, many=True).data)

    @document(request=TreatyInput, responses={201: TreatySerializer}, operation_id="propose_treaty")
    def post(self, request: Request, code: str) -> Response:
        tournament = get_battle_or_404(code)
        dynasty = get_playing_dynasty(request, tournament)
        made = treaties.propose(tournament=tournament, dynasty=dynasty, **parse_input(TreatyInput, request.data))
        return Response(TreatySerializer(made).data, status=201)


class OneTreaty(ApiView):
    """POST accepts a treaty that was proposed to your seat, or declines it."""

    permission_classes = [IsAuthenticated]
    write_scope = tokens.BET

    @document(request=AnswerInput, responses=TreatySerializer, operation_id="answer_treaty")
    def post(self, request: Request, code: str, treaty: str) -> Response:
        tournament = get_battle_or_404(code)
        dynasty = get_playing_dynasty(request, tournament)
        act = treaties.accept if parse_input(AnswerInput, request.data)["accept"] else treaties.decline
        return Response(TreatySerializer(act(tournament=tournament, dynasty=dynasty, code=treaty)).data)
