"""The API of the search."""

from django.urls import reverse
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.pagination import build_link_headers
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import get_dynasty, parse_input
from dynasty.domain.search_words import KINDS
from tournaments.domain import battle_events
from tournaments.domain.tournament_types import TOURNAMENT_TYPES, is_serious
from tournaments.forms.search import GOALS, TYPED
from tournaments.selectors import search
from tournaments.selectors.search import BattleFilter, Found

PAGES = {
    "dynasty": "dynasty",
    "emperor": "emperor",
    "club": "club",
    "board": "board",
    "map": "drawn_map",
    "series": "series",
    "study": "study",
    "battle": "tournament",
}
"""The name of the page of each kind."""


class SearchQuery(serializers.Serializer[object]):
    kind = serializers.ChoiceField(KINDS, required=False, default=KINDS[0])
    q = serializers.CharField(
        required=False, default="", max_length=TYPED, help_text="Words, or the beginnings of words. All must be there."
    )
    type = serializers.ChoiceField([name for name in TOURNAMENT_TYPES if is_serious(name)], required=False)
    field = serializers.CharField(required=False, max_length=64, help_text="Battles: a battlefield.")
    goal = serializers.ChoiceField(list(GOALS), required=False, help_text="Battles: a goal of the grid game.")
    length = serializers.ChoiceField(list(battle_events.LENGTHS), required=False, help_text="Battles that are over.")
    event = serializers.ChoiceField(list(battle_events.BATTLE_EVENTS), required=False)
    player = serializers.CharField(required=False, max_length=10, help_text="Battles: the code of a dynasty.")
    cursor = serializers.CharField(required=False, default="", help_text="Out of the Link header of the page before.")


class FoundSerializer(serializers.Serializer[object]):
    kind = serializers.ChoiceField(KINDS)
    code = serializers.CharField(source="row.code")
    name = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="The path of its page.")

    def get_name(self, found: Found) -> str:
        return str(found.row)

    def get_page(self, found: Found) -> str:
        return reverse(PAGES[found.kind], args=[found.row.code])


class Search(ApiView):
    """People, clubs, boards, maps, series, studies and serious battles by words, battles by what they were."""

    permission_classes = [AllowAny]

    @document(parameters=[SearchQuery], responses=FoundSerializer(many=True), operation_id="search")
    def get(self, request: Request) -> Response:
        query = parse_input(SearchQuery, request.query_params)
        kind, text, cursor = query.pop("kind"), query.pop("q"), query.pop("cursor")
        page = search.find_page(text, kind, BattleFilter(**query), cursor, get_dynasty(request))
        return Response(FoundSerializer(page.found, many=True).data, headers=build_link_headers(request, page.next, ""))
