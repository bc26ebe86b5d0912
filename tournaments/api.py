"""The API of tournaments: what the pages can do, for programs."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from dynasty.errors import Refused
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import people
from tournaments import api_shapes as shapes
from tournaments import holding, terms
from tournaments.models import Tournament
from tournaments.selectors import battles, contracts, listings, news, pools, records
from tournaments.services import announcing, bets, casual_orders, entries, orders


def wish(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """What was sent, in the form of the shape, or a validation error."""
    form = shape(data=data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def find(code: str) -> Tournament:
    tournament = listings.by_code(code)
    if tournament is None:
        raise NotFound
    return tournament


def viewer(request: Request) -> Dynasty | None:
    """The dynasty of who asks, if any."""
    return people.dynasty_of(request.user)


def actor(request: Request) -> Dynasty:
    """The dynasty that acts; whoever has none may not."""
    dynasty = viewer(request)
    if dynasty is None:
        raise PermissionDenied
    return dynasty


def own_emperor(dynasty: Dynasty, code: str) -> Emperor:
    """A living emperor of that dynasty; another's is not told apart from none."""
    emperor = Emperor.objects.filter(dynasty=dynasty, code=code, died_at=None).first()
    if emperor is None:
        raise Refused("no_such_emperor", _("There is no such emperor."))
    return emperor


class Tournaments(APIView):
    """Tournaments to enter, to watch or to look back at; a POST announces one."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(parameters=[shapes.ListQuery], responses=shapes.CardShape(many=True), operation_id="tournaments")
    def get(self, request: Request) -> Response:
        query = wish(shapes.ListQuery, request.query_params)
        lists = {"announced": listings.announced, "running": listings.running,
                 "finished": lambda: listings.finished(before=query.get("before"))}
        return Response(shapes.CardShape([listings.card(each) for each in lists[query["status"]]()], many=True).data)

    @extend_schema(request=shapes.AnnounceWish, responses={201: shapes.CardShape}, operation_id="announce")
    def post(self, request: Request) -> Response:
        wanted = wish(shapes.AnnounceWish, request.data)
        wanted["terms"] = terms.read(wanted["terms"])
        tournament = announcing.announce(organiser=actor(request), **wanted)
        return Response(shapes.CardShape(listings.card(tournament)).data, status=201)


class OneTournament(APIView):
    """One tournament: its card, its contract, its pools. DELETE calls it off."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(responses=shapes.DetailShape, operation_id="tournament")
    def get(self, request: Request, code: str) -> Response:
        tournament = find(code)
        detail = {"tournament": listings.card(tournament), "announcement": contracts.announcement(tournament),
                  "pools": pools.pools(tournament)}
        return Response(shapes.DetailShape(detail).data)

    @extend_schema(responses={204: None}, operation_id="call_off")
    def delete(self, request: Request, code: str) -> Response:
        announcing.cancel(tournament=find(code), by=actor(request))
        return Response(status=204)


class OwnEntry(APIView):
    """Your dynasty's seat: POST enters an emperor at court, DELETE withdraws it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=shapes.EntryWish, responses={201: shapes.EntryShape}, operation_id="enter")
    def post(self, request: Request, code: str) -> Response:
        wanted, dynasty = wish(shapes.EntryWish, request.data), actor(request)
        entry = entries.enter(tournament=find(code), dynasty=dynasty, emperor=own_emperor(dynasty, wanted["emperor"]),
                              seat=wanted["seat"], chest=wanted["chest"])
        return Response(shapes.EntryShape(entry).data, status=201)

    @extend_schema(responses={204: None}, operation_id="withdraw")
    def delete(self, request: Request, code: str) -> Response:
        entries.withdraw(tournament=find(code), dynasty=actor(request))
        return Response(status=204)


class Fights(BasePermission):
    """Who has logged in, or holds the key to a casual seat."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user and request.user.is_authenticated) or bool(holding.of_program(request).key)


CASUAL_KEY = OpenApiParameter(
    holding.HEADER, OpenApiTypes.STR, OpenApiParameter.HEADER, description="The key to your seat in a casual battle."
)


class OwnOrder(APIView):
    """Your order in the open round, under seal until it closes; PUT gives or replaces it."""

    permission_classes = [Fights]

    @extend_schema(parameters=[CASUAL_KEY], responses=shapes.ReceiptShape, operation_id="own_order")
    def get(self, request: Request, code: str) -> Response:
        tournament = find(code)
        dynasty = None if tournament.casual else actor(request)
        receipt = receipt_of(tournament, dynasty, holding.seats_held(tournament, holding.of_program(request)))
        if receipt is None:
            raise NotFound
        return Response(shapes.ReceiptShape(receipt).data)

    @extend_schema(parameters=[CASUAL_KEY], request=shapes.OrderWish, responses=shapes.ReceiptShape,
                   operation_id="give_order")  # fmt: skip
    def put(self, request: Request, code: str) -> Response:
        wanted, tournament = wish(shapes.OrderWish, request.data), find(code)
        if tournament.casual:
            return Response(shapes.ReceiptShape(casual_order(request, tournament, wanted)).data)
        dynasty = actor(request)
        seat = next(iter(holding.seats_held(tournament, holding.Holder(dynasty))), None)
        receipt = orders.give_order(tournament_id=tournament.pk, round_no=wanted["round"], seat=seat or "",
                                    text=wanted["order"], dynasty=dynasty)
        return Response(shapes.ReceiptShape(receipt).data)


def receipt_of(tournament: Tournament, dynasty: Dynasty | None, seats: list[str]) -> orders.Receipt | None:
    """The order of this viewer in the open round."""
    if tournament.casual:
        return orders.own_order(tournament=tournament, seat=seats[0]) if seats else None
    return orders.own_order_of(tournament=tournament, dynasty=dynasty)


def casual_order(request: Request, tournament: Tournament, wanted: dict[str, Any]) -> orders.Receipt:
    """Give the order of the seat that a key holds."""
    holder = holding.of_program(request)
    seat = next(iter(holding.seats_held(tournament, holder)), "")
    return casual_orders.give(tournament=tournament, key=holder.key, round_no=wanted["round"], seat=seat,
                              text=wanted["order"])  # fmt: skip


class OwnBets(APIView):
    """Your dynasty's bets on a tournament; POST bets, or raises a bet."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=shapes.BetShape(many=True), operation_id="own_bets")
    def get(self, request: Request, code: str) -> Response:
        return Response(shapes.BetShape(pools.own_bets(find(code), actor(request)), many=True).data)

    @extend_schema(request=shapes.BetWish, responses={201: shapes.BetShape}, operation_id="bet")
    def post(self, request: Request, code: str) -> Response:
        wanted, dynasty = wish(shapes.BetWish, request.data), actor(request)
        emperor = own_emperor(dynasty, wanted["emperor"]) if wanted["emperor"] else None
        bet = bets.place_bet(tournament=find(code), dynasty=dynasty, emperor=emperor, seat=wanted["seat"],
                             asset=wanted["asset"], amount=wanted["amount"])
        return Response(shapes.BetShape(bet).data, status=201)


class State(APIView):
    """The battle as you may see it, with the rounds that closed after round `since`."""

    permission_classes = [AllowAny]

    @extend_schema(parameters=[shapes.SinceQuery, CASUAL_KEY], responses=OpenApiTypes.OBJECT,
                   operation_id="battle_state")  # fmt: skip
    def get(self, request: Request, code: str) -> Response:
        query, tournament, dynasty = wish(shapes.SinceQuery, request.query_params), find(code), viewer(request)
        seats = holding.seats_held(tournament, holding.of_program(request))
        own = receipt_of(tournament, dynasty, seats)
        return private(battles.battle_state(tournament, dynasty, own, query.get("since"), next(iter(seats), None)))


class OneRound(APIView):
    """One closed round: before, orders, what happened, after."""

    permission_classes = [AllowAny]

    @extend_schema(responses=OpenApiTypes.OBJECT, operation_id="round")
    def get(self, request: Request, code: str, number: int) -> Response:
        detail = battles.round_detail(find(code), number)
        if detail is None:
            raise NotFound
        return Response(detail)


class Record(APIView):
    """The battle record, as text that replays."""

    permission_classes = [AllowAny]

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR}, operation_id="battle_record")
    def get(self, request: Request, code: str) -> HttpResponse:
        text = records.record(find(code))
        if text is None:
            raise NotFound
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class Events(APIView):
    """What you were told of this battle after number `since`: everybody's stream, and that of your own seat."""

    permission_classes = [AllowAny]

    @extend_schema(parameters=[shapes.EventsQuery, CASUAL_KEY], responses=shapes.EventShape(many=True),
                   operation_id="events")  # fmt: skip
    def get(self, request: Request, code: str) -> Response:
        query, tournament = wish(shapes.EventsQuery, request.query_params), find(code)
        seats = holding.seats_held(tournament, holding.of_program(request)) if tournament.casual else []
        streams = news.streams_for(tournament, viewer(request), seats)
        if query["stream"] == "seat" and len(streams) < 2:
            raise NotFound
        told = news.since(streams[query["stream"] == "seat"], query["since"])
        return private(shapes.EventShape(told, many=True).data)


def private(data: Any) -> Response:
    """An answer for this viewer alone: nobody between us may keep it."""
    return Response(data, headers={"Cache-Control": "private, no-store"})
