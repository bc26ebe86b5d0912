"""The read-only API view of the bettors' ranking."""

from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core import clock
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import parse_input
from dynasty.api.serializers import DynastyName
from tournaments.selectors import bettors

Strict = serializers.Serializer[object]


class MonthQuery(Strict):
    month = serializers.RegexField(
        r"^[0-9]{4}-[0-9]{2}$", required=False, help_text="Such as 2026-10; the last one that is over without it."
    )


class BettorSerializer(Strict):
    rank = serializers.IntegerField()
    dynasty = DynastyName()
    bets = serializers.IntegerField()
    gained = serializers.IntegerField(help_text="Bets that brought back more than was staked.")
    percent = serializers.IntegerField(help_text="What a bet brought back on average, in percent of its stake.")


class Bettors(ApiView):
    """The dynasties of people whose bets brought back most in a month that is over."""

    permission_classes = [AllowAny]

    @document(parameters=[MonthQuery], responses=BettorSerializer(many=True), operation_id="bettors")
    def get(self, request: Request) -> Response:
        query = parse_input(MonthQuery, request.query_params)
        month = bettors.read_month(query.get("month", ""), clock.now())
        return Response(BettorSerializer(bettors.list_bettors(month), many=True).data)
