"""Read-only API views of skill: the ranking of a ladder, and a dynasty's rated battles."""

from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.limits import PAGE_SIZE
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.dynasties import get_dynasty_or_404
from dynasty.api.requests import parse_input
from dynasty.api.serializers import DynastyName, SkillShape
from dynasty.domain import skill
from dynasty.selectors import ratings

Strict = serializers.Serializer[object]


class LadderQuery(Strict):
    family = serializers.ChoiceField(choices=list(skill.FAMILIES), default="board")
    pace = serializers.ChoiceField(choices=list(skill.PACES), default="live")


class LeaderSerializer(SkillShape):
    rank = serializers.IntegerField()
    dynasty = DynastyName()


class RatedResultSerializer(Strict):
    at = serializers.DateTimeField()
    tournament = serializers.CharField(source="place", help_text="Its code; blank of a training.")
    rank = serializers.IntegerField(source="ranked", help_text="1: it won, or shared the draw.")
    before = serializers.FloatField()
    after = serializers.FloatField()
    deviation = serializers.FloatField(help_text="After the battle.")


class SkillRanking(ApiView):
    """The best of a ladder of skill: a family of games at one pace."""

    permission_classes = [AllowAny]

    @document(parameters=[LadderQuery], responses=LeaderSerializer(many=True), operation_id="skill_ranking")
    def get(self, request: Request) -> Response:
        query = parse_input(LadderQuery, request.query_params)
        leaders = ratings.list_leaders(query["family"], query["pace"], PAGE_SIZE)
        for rank, each in enumerate(leaders, 1):
            each.rank = rank  # type: ignore[attr-defined]
        return Response(LeaderSerializer(leaders, many=True).data)


class DynastySkill(ApiView):
    """The battles that counted for a dynasty's skill on a ladder, the first one first."""

    permission_classes = [AllowAny]

    @document(parameters=[LadderQuery], responses=RatedResultSerializer(many=True), operation_id="dynasty_skill")
    def get(self, request: Request, code: str) -> Response:
        query = parse_input(LadderQuery, request.query_params)
        results = ratings.list_results(get_dynasty_or_404(code), query["family"], query["pace"])
        return Response(RatedResultSerializer(results, many=True).data)
