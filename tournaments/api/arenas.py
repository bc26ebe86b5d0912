"""Read-only API views of arenas: all of them, and one with its table."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import get_dynasty
from dynasty.api.serializers import DynastyName
from dynasty.models import Club
from tournaments.models import Arena
from tournaments.presenters import arenas as presented
from tournaments.selectors import arenas as selected

Strict = serializers.Serializer[object]


class ArenaSerializer(Strict):
    code = serializers.CharField()
    title = serializers.CharField()
    organiser = serializers.CharField(source="organiser.code", allow_null=True)
    field = serializers.CharField()
    preset = serializers.CharField()
    round_seconds = serializers.IntegerField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    timeliness = serializers.IntegerField(help_text="Orders of a hundred that must have been in time to enter.")
    newcomers = serializers.BooleanField(help_text="Whether those may enter of whom nothing is known yet.")
    computers = serializers.BooleanField(help_text="Whether somebody who waits may fight a computer player.")
    state = serializers.SerializerMethodField(help_text="announced, running or over.")

    def get_state(self, arena: Arena) -> str:
        return presented.get_state(arena)


class ArenaLineSerializer(Strict):
    place = serializers.IntegerField(allow_null=True, help_text="null: it has not fought.")
    dynasty = DynastyName(source="player.dynasty")
    points = serializers.IntegerField(source="player.points")
    scores = serializers.ListField(
        source="player.scores", child=serializers.IntegerField(), help_text="What each battle was worth."
    )
    wins = serializers.IntegerField(source="player.wins")
    streak = serializers.IntegerField(source="player.streak", help_text="Victories in a row.")
    tournament = serializers.CharField(
        source="player.tournament.code", allow_null=True, default=None, help_text="The battle that it fights now."
    )


class ArenaDetailSerializer(Strict):
    arena = ArenaSerializer()
    table = ArenaLineSerializer(many=True)


class AllArenas(ApiView):
    """All arenas, the latest first."""

    permission_classes = [AllowAny]

    @document(parameters=[PageQuery], responses=ArenaSerializer(many=True), operation_id="all_arenas")
    def get(self, request: Request) -> Response:
        rows, links = paginate(
            request, Arena.objects.select_related("organiser").exclude(of_club__club__kind=Club.Kind.CLASS), "-pk"
        )
        return Response(ArenaSerializer(rows, many=True).data, headers=links)


class OneArena(ApiView):
    """An arena with its table, the best first."""

    permission_classes = [AllowAny]

    @document(responses=ArenaDetailSerializer, operation_id="arena")
    def get(self, request: Request, code: str) -> Response:
        arena = selected.find_by_code(code)
        if arena is None or selected.is_hidden(arena, get_dynasty(request)):
            raise NotFound
        table = selected.build_table(selected.list_players(arena))
        return Response(ArenaDetailSerializer({"arena": arena, "table": table}).data)
