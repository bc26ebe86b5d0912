"""The API of absence: vacations, more time, votes and substitutes."""

from typing import TypedDict

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import clock
from core.json_types import ReadOnlyJson
from core.limits import LEAVE_DAYS, LEAVE_ROUNDS_A_DAY
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, get_dynasty, parse_input, require_dynasty
from tournaments.access import viewers
from tournaments.access.lookup import get_tournament_or_404
from tournaments.access.program_access import HasLoginOrSeatKey, get_playing_dynasty
from tournaments.api import serializers as serializers_api
from tournaments.api.battle_shapes import VotingShape
from tournaments.domain.round_titles import find_step
from tournaments.models import Tournament, Vote
from tournaments.selectors import stand_ins as stand_ins_selectors
from tournaments.selectors import votes
from tournaments.services import extensions, leave
from tournaments.services import stand_ins as stand_ins_services
from tournaments.services import votes as voting
from tournaments.services.casual import pauses


class DelaySerializer(serializers.Serializer[object]):
    seat = serializers.CharField()
    round = serializers.IntegerField()
    step = serializers.IntegerField()
    seconds = serializers.IntegerField()


class VoteInput(serializers_api.StepInput):
    what = serializers.ChoiceField(choices=Vote.What.choices)


class VoteSerializer(serializers.Serializer[object]):
    decided = serializers.BooleanField()


class LeadInput(serializers.Serializer[object]):
    seat = serializers.CharField(max_length=1)


class LeadSerializer(serializers.Serializer[object]):
    tournament = serializers.CharField(source="tournament.code")
    seat = serializers.CharField()
    since = serializers.DateTimeField()


class WantedSerializer(serializers.Serializer[object]):
    tournament = serializers.CharField(source="tournament.code")
    title = serializers.CharField(source="tournament.title")
    seat = serializers.CharField(source="entry.seat")
    emperor = serializers.CharField(source="entry.name")


class LeaveInput(serializers.Serializer[object]):
    days = serializers.IntegerField(min_value=1, max_value=LEAVE_DAYS)
    since = serializers.DateTimeField(required=False, allow_null=True, default=None)


class LeaveSerializer(serializers.Serializer[object]):
    id = serializers.IntegerField(source="pk")
    since = serializers.DateTimeField()
    until = serializers.DateTimeField()
    automatic = serializers.BooleanField()


class BookSerializer(serializers.Serializer[object]):
    days = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="Rounds counted towards the next day.")
    automatic = serializers.BooleanField()
    leaves = LeaveSerializer(many=True)


class ChoiceInput(serializers.Serializer[object]):
    automatic = serializers.BooleanField()


class Table(ApiView):
    """Who is away, who leads whose seat, and what is voted: the same for everybody."""

    permission_classes = [AllowAny]

    @document(responses=VotingShape, operation_id="table")
    def get(self, request: Request, code: str) -> Response:
        voting = votes.get_public(get_tournament_or_404(code), clock.now())
        if voting is None:
            raise NotFound
        return build_private_response(voting)


class MoreTime(ApiView):
    """Ask for half a round more; once a round."""

    permission_classes = [IsAuthenticated]

    @document(request=serializers_api.StepInput, responses=DelaySerializer, operation_id="more_time")
    def post(self, request: Request, code: str) -> Response:
        tournament, fields = get_tournament_or_404(code), parse_input(serializers_api.StepInput, request.data)
        number = find_step(tournament, fields)
        delay = extensions.request_extension(
            tournament_id=tournament.pk, round_no=number, dynasty=require_dynasty(request)
        )
        return Response(DelaySerializer({"seat": delay.seat, "round": tournament.game_round, "step": delay.round,
                                    "seconds": delay.seconds}).data)  # fmt: skip


class Votes(ApiView):
    """Agree to a draw, a pause, or to going on; DELETE takes it back. Casual battles have pauses alone, by all."""

    permission_classes = [HasLoginOrSeatKey]

    @document(parameters=[serializers_api.CASUAL_KEY], request=VoteInput, responses=VoteSerializer, operation_id="vote")
    def post(self, request: Request, code: str) -> Response:
        fields, tournament = parse_input(VoteInput, request.data), get_tournament_or_404(code)
        if tournament.casual:
            return Response({"decided": pauses.agree(**build_casual_vote(request, tournament, fields))})
        decided = voting.agree(tournament_id=tournament.pk, round_no=find_step(tournament, fields),
                               dynasty=require_dynasty(request), what=fields["what"])  # fmt: skip
        return Response({"decided": decided})

    @document(parameters=[VoteInput, serializers_api.CASUAL_KEY], responses={204: None}, operation_id="take_vote_back")
    def delete(self, request: Request, code: str) -> Response:
        fields, tournament = parse_input(VoteInput, request.query_params), get_tournament_or_404(code)
        if tournament.casual:
            pauses.take_back(**build_casual_vote(request, tournament, fields))
            return Response(status=204)
        voting.take_back(
            tournament_id=tournament.pk,
            round_no=find_step(tournament, fields),
            dynasty=require_dynasty(request),
            what=fields["what"],
        )
        return Response(status=204)


class CasualVote(TypedDict):
    """Whose key votes on what in which round."""

    tournament: Tournament
    key: str
    round_no: int
    what: str


def build_casual_vote(request: Request, tournament: Tournament, fields: ReadOnlyJson) -> CasualVote:
    """Return the vote of the seats that a key holds."""
    key, round_no = viewers.get_api_viewer(request).key, find_step(tournament, fields)
    return {"tournament": tournament, "key": key, "round_no": round_no, "what": fields["what"]}


class Lead(ApiView):
    """Lead a sleeping seat for its player; DELETE leads it no more."""

    permission_classes = [IsAuthenticated]

    @document(request=LeadInput, responses={201: LeadSerializer}, operation_id="lead_seat")
    def post(self, request: Request, code: str) -> Response:
        tournament = get_tournament_or_404(code)
        dynasty = get_playing_dynasty(request, tournament)
        stand_in = stand_ins_services.volunteer(
            tournament_id=tournament.pk, dynasty=dynasty, **parse_input(LeadInput, request.data)
        )
        return Response(LeadSerializer(stand_in).data, status=201)

    @document(responses={204: None}, operation_id="step_down")
    def delete(self, request: Request, code: str) -> Response:
        stand_ins_services.step_down(tournament_id=get_tournament_or_404(code).pk, dynasty=require_dynasty(request))
        return Response(status=204)


class Computer(ApiView):
    """Let a computer player sit in for you, where the type of the tournament allows it, until you order."""

    permission_classes = [IsAuthenticated]

    @document(request=None, responses={204: None}, operation_id="call_computer")
    def post(self, request: Request, code: str) -> Response:
        stand_ins_services.call_computer(tournament_id=get_tournament_or_404(code).pk, dynasty=require_dynasty(request))
        return Response(status=204)


class SeatsWanted(ApiView):
    """Sleeping seats that a volunteer may lead, of the latest battles first; a page may hold fewer than its size."""

    permission_classes = [AllowAny]

    @document(parameters=[PageQuery], responses=WantedSerializer(many=True), operation_id="seats_wanted")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, stand_ins_selectors.query_sleepers(), *stand_ins_selectors.ORDER)
        return Response(
            WantedSerializer(stand_ins_selectors.filter_wanted(rows, get_dynasty(request)), many=True).data,
            headers=links,
        )


class OwnLeave(ApiView):
    """Your leave: what you have and took; POST takes some, PATCH chooses whether it is taken when you are late."""

    permission_classes = [IsAuthenticated]

    @document(responses=BookSerializer, operation_id="leave")
    def get(self, request: Request) -> Response:
        dynasty = require_dynasty(request)
        book = stand_ins_selectors.get_book(dynasty)
        days, rounds = divmod(book.rounds, LEAVE_ROUNDS_A_DAY)
        values = {
            "days": days,
            "rounds": rounds,
            "automatic": book.automatic,
            "leaves": stand_ins_selectors.list_leaves(dynasty),
        }
        return build_private_response(BookSerializer(values).data)

    @document(request=LeaveInput, responses={201: LeaveSerializer}, operation_id="take_leave")
    def post(self, request: Request) -> Response:
        vacation = leave.take(dynasty=require_dynasty(request), **parse_input(LeaveInput, request.data))
        return Response(LeaveSerializer(vacation).data, status=201)

    @document(request=ChoiceInput, responses={204: None}, operation_id="choose_automatic_leave")
    def patch(self, request: Request) -> Response:
        leave.set_automatic(dynasty=require_dynasty(request), **parse_input(ChoiceInput, request.data))
        return Response(status=204)


class OneLeave(ApiView):
    """DELETE calls off a leave that has not begun."""

    permission_classes = [IsAuthenticated]

    @document(responses={204: None}, operation_id="call_leave_off")
    def delete(self, request: Request, number: int) -> Response:
        leave.cancel(dynasty=require_dynasty(request), leave_id=number)
        return Response(status=204)
