"""The API of the table of a battle: leave, more time, standing orders, votes, and who leads whose seat."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from dynasty import clock
from dynasty.limits import LEAVE_AT_ONCE, LEAVE_ROUNDS_A_DAY, STANDING_ORDERS
from dynasty.models import Dynasty
from dynasty.selectors import people
from tournaments.models import Entry, Tournament, Vote
from tournaments.selectors import listings, tables, votes, wanted
from tournaments.services import extensions, leaves, standing, standins
from tournaments.services import votes as voting

PRIVATE = {"Cache-Control": "private, no-store"}


class RoundWish(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class DelayShape(serializers.Serializer[Any]):
    seat = serializers.CharField()
    round = serializers.IntegerField()
    seconds = serializers.IntegerField()


class StandingShape(serializers.Serializer[Any]):
    orders = serializers.ListField(
        child=serializers.CharField(max_length=STANDING_ORDERS[1], allow_blank=True), max_length=STANDING_ORDERS[0]
    )


class VoteWish(RoundWish):
    what = serializers.ChoiceField(choices=Vote.What.choices)


class VoteShape(serializers.Serializer[Any]):
    decided = serializers.BooleanField()


class LeadWish(serializers.Serializer[Any]):
    seat = serializers.CharField(max_length=1)


class LeadShape(serializers.Serializer[Any]):
    tournament = serializers.CharField(source="tournament.code")
    seat = serializers.CharField()
    since = serializers.DateTimeField()


class WantedShape(serializers.Serializer[Any]):
    tournament = serializers.CharField(source="tournament.code")
    title = serializers.CharField(source="tournament.title")
    seat = serializers.CharField(source="entry.seat")
    emperor = serializers.CharField(source="entry.name")


class LeaveWish(serializers.Serializer[Any]):
    days = serializers.IntegerField(min_value=1, max_value=LEAVE_AT_ONCE)
    since = serializers.DateTimeField(required=False, allow_null=True, default=None)


class LeaveShape(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    since = serializers.DateTimeField()
    until = serializers.DateTimeField()
    automatic = serializers.BooleanField()


class BookShape(serializers.Serializer[Any]):
    days = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="Rounds counted towards the next day.")
    automatic = serializers.BooleanField()
    leaves = LeaveShape(many=True)


class ChoiceWish(serializers.Serializer[Any]):
    automatic = serializers.BooleanField()


def wish(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    form = shape(data=data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def find(code: str) -> Tournament:
    tournament = listings.by_code(code)
    if tournament is None:
        raise NotFound
    return tournament


def own(request: Request) -> Dynasty:
    """The dynasty of who acts."""
    dynasty = people.dynasty_of(request.user)
    if dynasty is None:
        raise PermissionDenied
    return dynasty


class Table(APIView):
    """Who is away, who leads whose seat, and what is voted: the same for everybody."""

    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT, operation_id="table")
    def get(self, request: Request, code: str) -> Response:
        tournament = find(code)
        entries = Entry.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat")
        found = votes.table(tournament, tables.open_round(tournament), list(entries), clock.now())
        if found is None:
            raise NotFound
        return Response(votes.public(found), headers=PRIVATE)


class MoreTime(APIView):
    """Ask for half a round more; once a round."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=RoundWish, responses=DelayShape, operation_id="more_time")
    def post(self, request: Request, code: str) -> Response:
        number = wish(RoundWish, request.data)["round"]
        asked = extensions.ask(tournament_id=find(code).pk, round_no=number, dynasty=own(request))
        return Response(DelayShape(asked).data)


class Standing(APIView):
    """Your standing orders, which nobody else sees; PUT replaces them, none do away with them."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=StandingShape, operation_id="standing_orders")
    def get(self, request: Request, code: str) -> Response:
        kept = standing.own(tournament=find(code), dynasty=own(request))
        return Response({"orders": kept}, headers=PRIVATE)

    @extend_schema(request=StandingShape, responses=StandingShape, operation_id="give_standing_orders")
    def put(self, request: Request, code: str) -> Response:
        wanted = wish(StandingShape, request.data)["orders"]
        kept = standing.give(tournament_id=find(code).pk, dynasty=own(request), texts=wanted)
        return Response({"orders": kept}, headers=PRIVATE)


class Votes(APIView):
    """Agree to a draw, a pause, or to going on; DELETE takes it back."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=VoteWish, responses=VoteShape, operation_id="vote")
    def post(self, request: Request, code: str) -> Response:
        wanted = wish(VoteWish, request.data)
        decided = voting.agree(tournament_id=find(code).pk, round_no=wanted["round"], dynasty=own(request),
                               what=wanted["what"])  # fmt: skip
        return Response({"decided": decided})

    @extend_schema(parameters=[VoteWish], responses={204: None}, operation_id="take_vote_back")
    def delete(self, request: Request, code: str) -> Response:
        wanted = wish(VoteWish, request.query_params)
        voting.take_back(tournament_id=find(code).pk, round_no=wanted["round"], dynasty=own(request),
                         what=wanted["what"])  # fmt: skip
        return Response(status=204)


class Lead(APIView):
    """Lead a sleeping seat for its player; DELETE leads it no more."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=LeadWish, responses={201: LeadShape}, operation_id="lead_seat")
    def post(self, request: Request, code: str) -> Response:
        led = standins.volunteer(tournament_id=find(code).pk, dynasty=own(request), **wish(LeadWish, request.data))
        return Response(LeadShape(led).data, status=201)

    @extend_schema(responses={204: None}, operation_id="step_down")
    def delete(self, request: Request, code: str) -> Response:
        standins.step_down(tournament_id=find(code).pk, dynasty=own(request))
        return Response(status=204)


class Computer(APIView):
    """Let a computer player sit in for you, where the type of the tournament allows it, until you order."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=None, responses={204: None}, operation_id="call_computer")
    def post(self, request: Request, code: str) -> Response:
        standins.call_computer(tournament_id=find(code).pk, dynasty=own(request))
        return Response(status=204)


class SeatsWanted(APIView):
    """Sleeping seats that a volunteer may lead."""

    permission_classes = [AllowAny]

    @extend_schema(responses=WantedShape(many=True), operation_id="seats_wanted")
    def get(self, request: Request) -> Response:
        return Response(WantedShape(wanted.seats(), many=True).data)


class OwnLeave(APIView):
    """Your leave: what you have and took; POST takes some, PATCH chooses whether it is taken when you are late."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=BookShape, operation_id="leave")
    def get(self, request: Request) -> Response:
        dynasty = own(request)
        book = wanted.book(dynasty)
        days, rounds = divmod(book.rounds, LEAVE_ROUNDS_A_DAY)
        told = {"days": days, "rounds": rounds, "automatic": book.automatic, "leaves": wanted.leaves(dynasty)}
        return Response(BookShape(told).data, headers=PRIVATE)

    @extend_schema(request=LeaveWish, responses={201: LeaveShape}, operation_id="take_leave")
    def post(self, request: Request) -> Response:
        return Response(LeaveShape(leaves.take(dynasty=own(request), **wish(LeaveWish, request.data))).data, status=201)

    @extend_schema(request=ChoiceWish, responses={204: None}, operation_id="choose_automatic_leave")
    def patch(self, request: Request) -> Response:
        leaves.choose(dynasty=own(request), **wish(ChoiceWish, request.data))
        return Response(status=204)


class OneLeave(APIView):
    """DELETE calls off a leave that has not begun."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None}, operation_id="call_leave_off")
    def delete(self, request: Request, number: int) -> Response:
        leaves.call_off(dynasty=own(request), leave_id=number)
        return Response(status=204)
