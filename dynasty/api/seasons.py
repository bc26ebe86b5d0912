"""The read-only API view of seasons."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core import clock
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.dynasties import get_dynasty_or_404
from dynasty.api.requests import parse_input
from dynasty.api.serializers import DynastyName
from dynasty.domain.leagues import LEAGUES
from dynasty.domain.seasons import read_season
from dynasty.selectors import seasons

Strict = serializers.Serializer[Any]


class SeasonQuery(Strict):
    season = serializers.RegexField(
        r"^[0-9]{4}-[1-4]$", required=False, help_text="Year and quarter, such as 2026-4; the current one without it."
    )
    people = serializers.BooleanField(default=False, help_text="Leave house dynasties out.")
    league = serializers.ChoiceField(
        choices=list(LEAGUES), required=False, help_text="By the reputation at the season's beginning."
    )
    page = serializers.IntegerField(default=1, min_value=1, max_value=seasons.MAX_PAGES, help_text="Fifty a page.")


class SeasonRowShape(Strict):
    rank = serializers.IntegerField()
    dynasty = DynastyName()
    gained = serializers.IntegerField(help_text="The reputation that it gained in the season.")
    league = serializers.CharField(source="league.code", help_text="That in which it began the season.")
    promoted = serializers.CharField(
        source="promoted.code", default=None, allow_null=True, help_text="The higher league that it has reached."
    )


class SeasonShape(Strict):
    season = serializers.CharField(source="season.key")
    begins = serializers.DateField(source="season.begins")
    ends = serializers.DateField(source="season.ends", help_text="The first day of the next one.")
    standings = SeasonRowShape(many=True)


class DynastySeasonShape(Strict):
    season = serializers.CharField(source="season.key")
    begins = serializers.DateField(source="season.begins")
    ends = serializers.DateField(source="season.ends", help_text="The first day of the next one.")
    rank = serializers.IntegerField(source="row.rank", help_text="Among all dynasties; it may still change.")
    gained = serializers.IntegerField(source="row.gained", help_text="The reputation that it gained in the season.")
    league = serializers.CharField(source="row.league.code", help_text="That in which it began the season.")
    promoted = serializers.CharField(
        source="row.promoted.code", default=None, allow_null=True, help_text="The higher league that it has reached."
    )


class Seasons(ApiView):
    """Who gained most reputation in a season: a quarter of the calendar, by universal time."""

    permission_classes = [AllowAny]

    @document(parameters=[SeasonQuery], responses=SeasonShape, operation_id="season")
    def get(self, request: Request) -> Response:
        query = parse_input(SeasonQuery, request.query_params)
        season = read_season(query.get("season", ""), clock.now())
        page = seasons.get_page(
            season, query["page"], people=query["people"], league=LEAGUES.get(query.get("league", ""))
        )
        return Response(SeasonShape({"season": season, "standings": page.rows}).data)


class DynastySeasons(ApiView):
    """The seasons in which a dynasty gained reputation, the latest first."""

    permission_classes = [AllowAny]

    @document(parameters=[PageQuery], responses=DynastySeasonShape(many=True), operation_id="dynasty_seasons")
    def get(self, request: Request, code: str) -> Response:
        found = seasons.query_seasons_of(get_dynasty_or_404(code)).filter(gained__gt=0)
        rows, beside = paginate(request, found, "-begins")
        return Response(DynastySeasonShape(seasons.build_seasons_of(rows), many=True).data, headers=beside)
