"""The API of tournaments: announcing, entering, ordering, betting and following."""

from dataclasses import asdict
from datetime import datetime

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from core import clock
from core.json_types import ReadOnlyJson
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, get_dynasty, get_own_emperor, parse_input, require_dynasty
from dynasty.domain import tokens
from tournaments.access import origins, viewers
from tournaments.access.lookup import get_tournament_or_404
from tournaments.access.program_access import HasLoginOrSeatKey, get_playing_dynasty
from tournaments.api import battle_shapes, serializers
from tournaments.domain import ladders, terms
from tournaments.domain.battle_types import Receipt
from tournaments.domain.round_titles import find_step
from tournaments.models import Entry, Tournament
from tournaments.presenters import chances
from tournaments.selectors import battles, chests, contract, events, listings, participation, records, votes
from tournaments.selectors import bets as bets_selectors
from tournaments.selectors.closed_rounds import is_hidden
from tournaments.services import announcements, bets, entries, orders
from tournaments.services.casual import orders as casual_orders


class Tournaments(ApiView):
    """Tournaments to enter, to watch or to look back at; a POST announces one."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(
        parameters=[serializers.ListQuery, PageQuery],
        responses=serializers.CardSerializer(many=True),
        operation_id="tournaments",
    )
    def get(self, request: Request) -> Response:
        query = parse_input(serializers.ListQuery, request.query_params)
        rows, links = paginate(request, *list_tournaments(query["status"], query.get("before")))
        return Response(
            serializers.CardSerializer([listings.build_card(each) for each in rows], many=True).data, headers=links
        )

    @document(request=serializers.AnnounceInput, responses={201: serializers.CardSerializer}, operation_id="announce")
    def post(self, request: Request) -> Response:
        fields = parse_input(serializers.AnnounceInput, request.data)
        fields["terms"] = terms.read(fields["terms"])
        tournament = announcements.announce(organiser=require_dynasty(request), **fields)
        return Response(serializers.CardSerializer(listings.build_card(tournament)).data, status=201)


def list_tournaments(status: str, before: datetime | None) -> tuple[QuerySet[Tournament], str, str]:
    """Return the tournaments of that status, and the fields that order them."""
    if status == "announced":
        return listings.list_announced(None), "starts_at", "pk"
    if status == "running":
        return listings.list_running(None), "-started_at", "-pk"
    return listings.list_finished(None, before), "-ended_at", "-pk"


def describe_ladder(tournament: Tournament) -> dict[str, object]:
    """Return whether the result counts for skill, and on which ladder."""
    family, pace = ladders.get_ladder(tournament)
    return {"counts": ladders.counts(tournament), "family": family, "pace": pace}


def build_chances(tournament: Tournament) -> dict[str, float] | None:
    """Return each seat's chance by the engine; None where there are none."""
    if tournament.status != Tournament.Status.ANNOUNCED:
        return None
    found = chances.estimate(tournament, list(Entry.objects.filter(tournament=tournament).select_related("dynasty")))
    return {each.letter: round(each.share, 3) for each in found.chances} if found else None


class OneTournament(ApiView):
    """One tournament: its card, its contract, its pools. DELETE calls it off."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=serializers.DetailSerializer, operation_id="tournament")
    def get(self, request: Request, code: str) -> Response:
        tournament = get_tournament_or_404(code)
        detail = {
            "tournament": listings.build_card(tournament),
            "skill": describe_ladder(tournament),
            "announcement": contract.build_announcement(tournament),
            "pools": bets_selectors.get_pools(tournament),
            "chances": build_chances(tournament),
            "begins_at": bets_selectors.get_start(tournament),
        }
        return Response(serializers.DetailSerializer(detail).data)

    @document(responses={204: None}, operation_id="call_off")
    def delete(self, request: Request, code: str) -> Response:
        announcements.cancel(tournament=get_tournament_or_404(code), by=require_dynasty(request))
        return Response(status=204)


class OwnEntry(ApiView):
    """Your dynasty's seat: POST enters an emperor at court, DELETE withdraws it."""

    permission_classes = [IsAuthenticated]

    @document(request=serializers.EntryInput, responses={201: serializers.EntrySerializer}, operation_id="enter")
    def post(self, request: Request, code: str) -> Response:
        fields, tournament = parse_input(serializers.EntryInput, request.data), get_tournament_or_404(code)
        dynasty = get_playing_dynasty(request, tournament)
        entry = entries.enter(
            tournament=tournament,
            dynasty=dynasty,
            emperor=get_own_emperor(dynasty, fields["emperor"]),
            seat=fields["seat"],
            chest=fields["chest"],
        )
        origins.note_origin(request, tournament, dynasty)
        return Response(serializers.EntrySerializer(entry).data, status=201)

    @document(responses={204: None}, operation_id="withdraw")
    def delete(self, request: Request, code: str) -> Response:
        entries.withdraw(tournament=get_tournament_or_404(code), dynasty=require_dynasty(request))
        return Response(status=204)


class OwnOrder(ApiView):
    """Your order in the open round, under seal until it closes; PUT gives or replaces it, DELETE takes it back."""

    permission_classes = [HasLoginOrSeatKey]

    @document(parameters=[serializers.CASUAL_KEY], responses=serializers.ReceiptSerializer, operation_id="own_order")
    def get(self, request: Request, code: str) -> Response:
        tournament = get_tournament_or_404(code)
        if not tournament.casual:
            require_dynasty(request)
        receipt = find_receipt(tournament, viewers.list_seats(tournament, viewers.get_api_viewer(request)))
        if receipt is None:
            raise NotFound
        return Response(serializers.ReceiptSerializer(receipt).data)

    @document(
        parameters=[serializers.CASUAL_KEY],
        request=serializers.OrderInput,
        responses=serializers.ReceiptSerializer,
        operation_id="give_order",
    )
    def put(self, request: Request, code: str) -> Response:
        fields, tournament = parse_input(serializers.OrderInput, request.data), get_tournament_or_404(code)
        if tournament.casual:
            return Response(serializers.ReceiptSerializer(give_casual_order(request, tournament, fields)).data)
        dynasty = get_playing_dynasty(request, tournament)
        seat = next(iter(viewers.list_seats(tournament, viewers.Viewer(dynasty))), None)
        receipt = orders.give_order(
            tournament_id=tournament.pk,
            round_no=find_step(tournament, fields),
            seat=seat or "",
            text=fields["order"],
            dynasty=dynasty,
        )
        return Response(serializers.ReceiptSerializer(receipt).data)

    @document(parameters=[serializers.CASUAL_KEY], responses={204: None}, operation_id="take_order_back")
    def delete(self, request: Request, code: str) -> Response:
        tournament = get_tournament_or_404(code)
        if tournament.casual:
            holder = viewers.get_api_viewer(request)
            seat = next(iter(viewers.list_seats(tournament, holder)), "")
            casual_orders.take_back(tournament=tournament, key=holder.key, round_no=tournament.round_no, seat=seat)
        else:
            dynasty = get_playing_dynasty(request, tournament)
            seat = next(iter(viewers.list_seats(tournament, viewers.Viewer(dynasty))), "")
            orders.take_back(tournament_id=tournament.pk, round_no=tournament.round_no, seat=seat, dynasty=dynasty)
        return Response(status=204)


def find_receipt(tournament: Tournament, seats: list[str]) -> Receipt | None:
    """Return the viewer's order in the open round; `seats`: those that it holds."""
    return orders.get_own_order(tournament=tournament, seat=seats[0]) if seats else None


def give_casual_order(request: Request, tournament: Tournament, fields: ReadOnlyJson) -> Receipt:
    """Give the order of the seat that a key holds."""
    holder = viewers.get_api_viewer(request)
    seat = next(iter(viewers.list_seats(tournament, holder)), "")
    return casual_orders.give(tournament=tournament, key=holder.key, round_no=find_step(tournament, fields), seat=seat,
                              text=fields["order"])  # fmt: skip


class OwnBets(ApiView):
    """Your dynasty's bets on a tournament; POST bets, or raises a bet."""

    write_scope = tokens.BET
    permission_classes = [IsAuthenticated]

    @document(responses=serializers.BetSerializer(many=True), operation_id="own_bets")
    def get(self, request: Request, code: str) -> Response:
        return Response(
            serializers.BetSerializer(
                bets_selectors.list_own_bets(get_tournament_or_404(code), require_dynasty(request)), many=True
            ).data
        )

    @document(request=serializers.BetInput, responses={201: serializers.BetSerializer}, operation_id="bet")
    def post(self, request: Request, code: str) -> Response:
        fields, dynasty = parse_input(serializers.BetInput, request.data), require_dynasty(request)
        tournament = get_tournament_or_404(code)
        emperor = get_own_emperor(dynasty, fields["emperor"]) if fields["emperor"] else None
        bet = bets.place_bet(
            tournament=tournament,
            dynasty=dynasty,
            emperor=emperor,
            seat=fields["seat"],
            asset=fields["asset"],
            amount=fields["amount"],
        )
        origins.note_origin(request, tournament, dynasty)
        return Response(serializers.BetSerializer(bet).data, status=201)


class State(ApiView):
    """The battle as you may see it, with the rounds that closed after round `since`.

    `table` says who is away, who leads whose seat and what is voted, while it is fought; `chests`, once it is over,
    which were captured, by whom, and what was in them.
    """

    permission_classes = [AllowAny]

    @document(
        parameters=[serializers.SinceQuery, serializers.CASUAL_KEY],
        responses=battle_shapes.BattleShape,
        operation_id="battle_state",
    )
    def get(self, request: Request, code: str) -> Response:
        since, tournament = (
            parse_input(serializers.SinceQuery, request.query_params).get("since"),
            get_tournament_or_404(code),
        )
        holder, seated = viewers.get_api_viewer(request), participation.get_entries(tournament)
        seats, current = viewers.list_seats(tournament, holder, seated), battles.get_open_round(tournament)
        own = find_receipt(tournament, seats)
        state = battles.build_battle_state(tournament, holder.dynasty, own, since, next(iter(seats), None), seated,
                                     current=current)  # fmt: skip
        table = votes.get_voting_state(tournament, current, seated, clock.now())
        opened = [asdict(chest) for chest in chests.list_opened(tournament)]
        return build_private_response(state | {"table": votes.build_public(table) if table else None, "chests": opened})


class OneRound(ApiView):
    """One closed round: before, orders, what happened, after. In fog, as your seat may know it."""

    permission_classes = [AllowAny]

    @document(parameters=[serializers.CASUAL_KEY], responses=battle_shapes.ClosedRoundShape, operation_id="round")
    def get(self, request: Request, code: str, number: int) -> Response:
        tournament = get_tournament_or_404(code)
        fog = is_hidden(tournament)
        seats = viewers.list_seats(tournament, viewers.get_api_viewer(request)) if fog else []
        detail = battles.get_round(tournament, number, next(iter(seats), None))
        if detail is None:
            raise NotFound
        return build_private_response(detail) if fog else Response(detail)


class Record(ApiView):
    """The battle record, as text that replays. In fog it opens once the battle is over."""

    permission_classes = [AllowAny]

    @document(responses={(200, "text/plain"): OpenApiTypes.STR}, operation_id="battle_record")
    def get(self, request: Request, code: str) -> HttpResponse:
        text = records.build_record(get_tournament_or_404(code), get_dynasty(request))
        if text is None:
            raise NotFound
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class Events(ApiView):
    """Events of this battle after number `since`: the public stream, or that of your own seat."""

    permission_classes = [AllowAny]

    @document(
        parameters=[serializers.EventsQuery, serializers.CASUAL_KEY],
        responses=serializers.EventSerializer(many=True),
        operation_id="events",
    )
    def get(self, request: Request, code: str) -> Response:
        query, tournament = parse_input(serializers.EventsQuery, request.query_params), get_tournament_or_404(code)
        seats = viewers.list_seats(tournament, viewers.get_api_viewer(request)) if tournament.casual else []
        streams = events.list_streams(tournament, get_dynasty(request), seats)
        if query["stream"] == "seat" and len(streams) < 2:
            raise NotFound
        found_events = events.list_since(streams[query["stream"] == "seat"], query["since"])
        return build_private_response(serializers.EventSerializer(found_events, many=True).data)
