"""API views of clubs: all of them, one with its table, its matches, and joining and leaving one."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.pagination import PageQuery, paginate
from core.public_codes import LENGTH
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, parse_input, require_dynasty
from dynasty.api.serializers import DynastyName, EmblemShape
from dynasty.models import Club, ClubMember
from dynasty.selectors import clubs as selected
from dynasty.services.clubs import membership
from tournaments.models import ClubMatch, MatchBoard
from tournaments.selectors import arenas
from tournaments.selectors.clubs import matches as club_matches

Strict = serializers.Serializer[object]


class ClubSerializer(Strict):
    code = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField(help_text="What it says about itself.")
    emblem = EmblemShape()
    entrance = serializers.ChoiceField(choices=Club.Entrance.choices, help_text="How one joins it.")
    members = serializers.IntegerField(source="size")
    founded_at = serializers.DateTimeField()


class ClubLineSerializer(Strict):
    place = serializers.IntegerField()
    dynasty = DynastyName(source="member.dynasty")
    role = serializers.ChoiceField(choices=ClubMember.Role.choices, source="member.role")
    since = serializers.DateTimeField(source="member.since")
    points = serializers.IntegerField(source="score.points")
    battles = serializers.IntegerField(source="score.battles", help_text="Rated ones against other members.")


class ClubDetailSerializer(Strict):
    club = ClubSerializer()
    table = ClubLineSerializer(many=True)
    arenas = serializers.ListField(child=serializers.CharField(), help_text="The codes of its latest arenas.")


class MatchSerializer(Strict):
    code = serializers.CharField()
    home = serializers.CharField(source="home.code", help_text="The club that challenged.")
    away = serializers.CharField(source="away.code")
    field = serializers.CharField()
    preset = serializers.CharField()
    round_seconds = serializers.IntegerField()
    boards = serializers.IntegerField(help_text="How many pairs meet.")
    starts_at = serializers.DateTimeField()
    status = serializers.ChoiceField(choices=ClubMatch.Status.choices, help_text="How far it has come.")


class MatchBoardSerializer(Strict):
    number = serializers.IntegerField()
    home = DynastyName(allow_null=True, help_text="Null: the club had nobody for this board.")
    away = DynastyName(allow_null=True)
    tournament = serializers.CharField(source="tournament.code", allow_null=True, default=None)
    home_points = serializers.IntegerField()
    away_points = serializers.IntegerField()
    counted = serializers.SerializerMethodField(help_text="Whether it is over.")

    def get_counted(self, board: MatchBoard) -> bool:
        return board.settled_at is not None


class MatchDetailSerializer(Strict):
    match = MatchSerializer()
    boards = MatchBoardSerializer(many=True)


class ClubJoinInput(Strict):
    invitation = serializers.CharField(
        required=False, default="", max_length=LENGTH, help_text="The last part of the club's link, if you have it."
    )


class MembershipSerializer(Strict):
    role = serializers.CharField(help_text="owner, officer or member; asked while you wait for an answer.")


def get_club_or_404(code: str) -> Club:
    """Return the club with this code; raise NotFound if there is none."""
    club = selected.find_club(code)
    if club is None:
        raise NotFound
    return club


class AllClubs(ApiView):
    """All clubs, the latest first."""

    permission_classes = [AllowAny]

    @document(parameters=[PageQuery], responses=ClubSerializer(many=True), operation_id="all_clubs")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, selected.query_clubs().order_by(), "-pk")
        return Response(ClubSerializer(rows, many=True).data, headers=links)


class OneClub(ApiView):
    """A club with its table, the best first."""

    permission_classes = [AllowAny]

    @document(responses=ClubDetailSerializer, operation_id="club")
    def get(self, request: Request, code: str) -> Response:
        club = get_club_or_404(code)
        latest = [each.code for each in arenas.list_of_club(club)]
        detail = {"club": club, "table": selected.build_table(club), "arenas": latest}
        return Response(ClubDetailSerializer(detail).data)


class MatchesOfClub(ApiView):
    """The latest matches of a club with others."""

    permission_classes = [AllowAny]

    @document(responses=MatchSerializer(many=True), operation_id="club_matches")
    def get(self, request: Request, code: str) -> Response:
        return Response(MatchSerializer(club_matches.list_of_club(get_club_or_404(code)), many=True).data)


class OneMatch(ApiView):
    """A match of two clubs with its boards, once it has begun."""

    permission_classes = [AllowAny]

    @document(responses=MatchDetailSerializer, operation_id="club_match")
    def get(self, request: Request, code: str) -> Response:
        match = club_matches.find_by_code(code)
        if match is None:
            raise NotFound
        return Response(MatchDetailSerializer({"match": match, "boards": club_matches.list_boards(match)}).data)


class OwnMembership(ApiView):
    """PUT joins a club, or asks to; DELETE leaves it, or withdraws the request."""

    permission_classes = [IsAuthenticated]

    @document(request=ClubJoinInput, responses=MembershipSerializer, operation_id="join_club")
    def put(self, request: Request, code: str) -> Response:
        dynasty = require_dynasty(request)
        member = membership.join(
            club=get_club_or_404(code), dynasty=dynasty, **parse_input(ClubJoinInput, request.data)
        )
        return build_private_response({"role": member.role if member else "asked"})

    @document(responses={204: None}, operation_id="leave_club")
    def delete(self, request: Request, code: str) -> Response:
        club, dynasty = get_club_or_404(code), require_dynasty(request)
        membership.withdraw(club=club, dynasty=dynasty)
        membership.leave(club=club, dynasty=dynasty)
        return Response(status=204)
