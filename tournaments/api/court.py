"""The API of what a dynasty has under way, and of the games and computer players."""

from collections.abc import Mapping

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
from tournaments.api import closed_fields
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
    rules = closed_fields.RulesField()


class GameSerializer(serializers.Serializer[object]):
    name = serializers.CharField()
    title = serializers.CharField()
    fields = FieldSerializer(many=True)  # type: ignore[assignment]
    presets = PresetSerializer(many=True)


class MannerShape(serializers.Serializer[object]):
    games = serializers.ListField(child=serializers.CharField())
    sentence = serializers.CharField(help_text="How the level plays in these games.")


class LevelSerializer(serializers.Serializer[object]):
    name = serializers.CharField(help_text="By which it is chosen.")
    title = serializers.CharField()
    sentence = serializers.CharField(help_text="How it plays in the first of its games; `plays` says it of each.")
    games = serializers.ListField(child=serializers.CharField(), help_text="In which it can be chosen.")
    plays = MannerShape(many=True)


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
    """The computer players, from weak to strong: each once, with its games and how it plays in them."""

    permission_classes = [AllowAny]

    @document(responses=LevelSerializer(many=True), operation_id="computer_players")
    def get(self, request: Request) -> Response:
        found: dict[str, dict[str, list[str]]] = {}
        titles: dict[str, str] = {}
        for game in games.GAMES:
            for each in players.levels(game).values():
                titles.setdefault(each.name, _(each.title))
                found.setdefault(each.name, {}).setdefault(_(each.sentence), []).append(game)
        levels = [describe_level(name, titles[name], manners) for name, manners in found.items()]
        return Response(LevelSerializer(levels, many=True).data)


def describe_level(name: str, title: str, manners: Mapping[str, list[str]]) -> dict[str, object]:
    """Return a computer player as the API shows it; `manners`: the games by the sentence on how it plays in them."""
    plays = [{"games": played, "sentence": sentence} for sentence, played in manners.items()]
    every = [game for played in manners.values() for game in played]
    return {"name": name, "title": title, "sentence": next(iter(manners)), "games": every, "plays": plays}


def describe_game(game: games.Game) -> dict[str, object]:
    """Return a game as the API shows it."""
    return {
        "name": game.NAME, "title": game.TITLE,
        "fields": [dict(zip(("title", "sentence"), map(str, game.field_words(name)), strict=True))
                   | {"name": name, "seats": list(game.seats_of(name))} for name in game.field_names()],
        "presets": [{"name": name, "title": str(title), "sentence": str(sentence), "rules": rules}
                    for name, (title, sentence, rules) in game.presets().items()],
    }  # fmt: skip
