"""The API of maps that players draw."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.drawing.reading import MAX_LENGTH
from campaign.map_catalog import SLUGS
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import parse_input, require_dynasty
from tournaments.models import DrawnMap
from tournaments.selectors.maps import drawn as drawn_maps
from tournaments.services.maps import drawing as map_drawing


class MapBalanceSerializer(serializers.Serializer[object]):
    game = serializers.CharField()
    battles = serializers.IntegerField(help_text="Of computer players with every seat taken, so far.")
    wins = serializers.DictField(
        child=serializers.FloatField(), help_text="By seat; those who win together have equal parts."
    )
    draws = serializers.IntegerField()
    limits = serializers.IntegerField(help_text="How many were decided by the limit of rounds.")
    done = serializers.SerializerMethodField()

    def get_done(self, balance: object) -> bool:
        return getattr(balance, "done_at", None) is not None


class MapSerializer(serializers.Serializer[object]):
    code = serializers.CharField()
    title = serializers.CharField()
    field = serializers.SerializerMethodField(help_text="Its name as a battlefield, to announce tournaments on it.")
    author = serializers.CharField(source="author.code")
    territories = serializers.IntegerField()
    regions = serializers.IntegerField()
    seats = serializers.IntegerField(help_text="The most that can play on it.")
    drawn_at = serializers.DateTimeField()
    listed = serializers.SerializerMethodField()
    balances = MapBalanceSerializer(many=True, source="balances.all")

    def get_field(self, drawn: DrawnMap) -> str:
        return drawn_maps.get_field_name(drawn)

    def get_listed(self, drawn: DrawnMap) -> bool:
        return drawn.shelved_at is None


class WholeMapSerializer(MapSerializer):
    drawing = serializers.CharField(help_text="The file of the map, as JSON.")


class DrawMapInput(serializers.Serializer[object]):
    title = serializers.CharField(max_length=60)
    drawing = serializers.CharField(max_length=MAX_LENGTH, help_text="The file of the map, as JSON.")
    after = serializers.CharField(
        max_length=40,
        required=False,
        default="",
        allow_blank=True,
        help_text="The code of the map that it was made from, or the last part of a shipped map’s address.",
    )


class Maps(ApiView):
    """The maps of players on the list, the newest first; POST puts one of yours there, and has it measured."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(parameters=[PageQuery], responses=MapSerializer(many=True), operation_id="maps")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, drawn_maps.query_listed(), "-drawn_at", "-pk")
        return Response(MapSerializer(rows, many=True).data, headers=links)

    @document(request=DrawMapInput, responses={201: WholeMapSerializer}, operation_id="draw_map")
    def post(self, request: Request) -> Response:
        fields = parse_input(DrawMapInput, request.data)
        name = fields.pop("after")
        included = SLUGS.get(name, "")
        fields["after"] = get_map_or_404(name) if name and not included else None
        drawn = map_drawing.create(author=require_dynasty(request), after_included=included, **fields)
        return Response(WholeMapSerializer(drawn).data, status=201)


class OneMap(ApiView):
    """A map with its file. DELETE takes one of yours off the list; battles on it go on."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=WholeMapSerializer, operation_id="map")
    def get(self, request: Request, code: str) -> Response:
        return Response(WholeMapSerializer(get_map_or_404(code)).data)

    @document(responses={204: None}, operation_id="shelve_map")
    def delete(self, request: Request, code: str) -> Response:
        map_drawing.shelve(drawn=get_map_or_404(code), by=require_dynasty(request))
        return Response(status=204)


def get_map_or_404(code: str) -> DrawnMap:
    drawn = drawn_maps.get_by_code(code)
    if drawn is None:
        raise NotFound
    return drawn
