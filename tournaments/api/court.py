"""The API of what a dynasty has under way, and of the games and computer players."""

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

import players
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import require_dynasty
from tournaments.api.serializers import CardSerializer
from tournaments.domain import games
from tournaments.selectors import bets, listings

PRIVATE = {"Cache-Control": "private, no-store"}


class FieldSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())


class PresetSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    rules = serializers.DictField()


class GameSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    title = serializers.CharField()
    fields = FieldSerializer(many=True)  # type: ignore[assignment]
    presets = PresetSerializer(many=True)


class LevelSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    games = serializers.ListField(child=serializers.CharField())


class PlacedSerializer(serializers.Serializer[object]):
    tournament = serializers.CharField(source="tournament.code")
    title = serializers.CharField(source="tournament.title")
    status = serializers.CharField(source="tournament.status")
    seat = serializers.CharField()
    asset = serializers.CharField()
    amount = serializers.IntegerField()
    returned = serializers.IntegerField(allow_null=True)


class OwnTournaments(ApiView):
    """The tournaments that your dynasty has entered and that have not ended."""

    permission_classes = [IsAuthenticated]

    @document(parameters=[PageQuery], responses=CardSerializer(many=True), operation_id="court_tournaments")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, listings.list_of_dynasty(require_dynasty(request)), "starts_at", "pk")
        return Response(
            CardSerializer([listings.build_card(each) for each in rows], many=True).data, headers=links | PRIVATE
        )


class AllOwnBets(ApiView):
    """Your dynasty's bets, the latest first."""

    permission_classes = [IsAuthenticated]

    @document(parameters=[PageQuery], responses=PlacedSerializer(many=True), operation_id="court_bets")
    def get(self, request: Request) -> Response:
        rows, links = paginate(request, bets.list_bets(require_dynasty(request), None), "-placed_at", "-pk")
        return Response(PlacedSerializer(rows, many=True).data, headers=links | PRIVATE)


class Games(ApiView):
    """What can be played: the games, their battlefields and their rules by name."""

    permission_classes = [AllowAny]

    @document(responses=GameSerializer(many=True), operation_id="games")
    def get(self, request: Request) -> Response:
        return Response(GameSerializer([describe_game(game) for game in games.GAMES.values()], many=True).data)


class Levels(ApiView):
    """The computer players, from weak to strong, and the games in which they play so."""

    permission_classes = [AllowAny]

    @document(responses=LevelSerializer(many=True), operation_id="computer_players")
    def get(self, request: Request) -> Response:
        found: dict[tuple[str, str, str], list[str]] = {}
        for game in games.GAMES:
            for each in players.levels(game).values():
                found.setdefault((each.name, _(each.title), _(each.sentence)), []).append(game)
        levels = [dict(zip(("name", "title", "sentence"), level, strict=True)) | {"games": played}
                for level, played in found.items()]  # fmt: skip
        return Response(LevelSerializer(levels, many=True).data)


def describe_game(game: games.Game) -> dict[str, object]:
    """Return a game as the API shows it."""
    return {
        "name": game.NAME, "title": game.TITLE,
        "fields": [dict(zip(("title", "sentence"), map(str, game.field_words(name)), strict=True))
                   | {"name": name, "seats": list(game.seats_of(name))} for name in game.field_names()],
        "presets": [{"name": name, "title": str(title), "sentence": str(sentence), "rules": rules}
                    for name, (title, sentence, rules) in game.presets().items()],
    }  # fmt: skip
