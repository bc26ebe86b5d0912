"""The API of reviews: who was winning a battle that is over, and how good every order was."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.json_types import Json
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from players.reviews import Grade, Option, OrderReview
from tournaments.access import viewers
from tournaments.access.lookup import get_tournament_or_404
from tournaments.domain import judgements
from tournaments.models import Tournament
from tournaments.selectors import reviews as selectors
from tournaments.services import reviews

Strict = serializers.Serializer[object]


class OptionSerializer(Strict):
    """An order: how often the mixture gives it, and the chance to win that it leaves."""

    order = serializers.CharField()
    often = serializers.FloatField()
    chance = serializers.FloatField()


class JudgementSerializer(Strict):
    """What an order was worth before the orders of the others were known."""

    given = OptionSerializer()
    best = serializers.FloatField(help_text="The chance to win with the best order of the mixture.")
    loss = serializers.FloatField()
    grade = serializers.ChoiceField(choices=[str(grade) for grade in Grade])
    mixture = OptionSerializer(many=True)
    saving = OptionSerializer(allow_null=True, help_text="The least different order that would have lost little.")


class ReviewedRoundSerializer(Strict):
    number = serializers.IntegerField()
    chances = serializers.DictField(child=serializers.FloatField(), help_text="By seat, before the round.")
    orders = serializers.DictField(child=JudgementSerializer(), help_text="By seat; empty until the round is judged.")
    deep = serializers.BooleanField(
        help_text="Whether what may follow was looked into, not only judged at first sight."
    )


class ReviewSerializer(Strict):
    """The review of a battle that is over; `rounds` that are not judged yet have their chances at a glance."""

    status = serializers.ChoiceField(choices=["none", "waiting", "done"])
    judged = serializers.IntegerField()
    total = serializers.IntegerField()
    rounds = ReviewedRoundSerializer(many=True)
    end = serializers.DictField(child=serializers.FloatField(), help_text="What each seat won, a draw shared.")
    turning_points = serializers.ListField(child=serializers.IntegerField())


class OneReview(ApiView):
    """The review of a battle that is over; a POST asks for the judgement of every order, which a worker makes."""

    permission_classes = [AllowAny]

    @document(responses=ReviewSerializer, operation_id="review")
    def get(self, request: Request, code: str) -> Response:
        return Response(build_answer(get_tournament_or_404(code)))

    @document(request=None, responses={202: ReviewSerializer}, operation_id="ask_for_review")
    def post(self, request: Request, code: str) -> Response:
        tournament = get_tournament_or_404(code)
        reviews.ask(tournament=tournament, address=viewers.get_client_address(request._request))
        return Response(build_answer(tournament), status=202)


def build_answer(tournament: Tournament) -> Json:
    """Return the review of a battle; raise NotFound where there is none."""
    found = selectors.build_review(tournament)
    if found is None:
        raise NotFound
    orders = [
        {seat: describe_judgement(judgements.read_order(data)) for seat, data in each["orders"].items()}
        for each in found.judged
    ]
    orders += [{} for _ in found.rounds[len(orders) :]]
    rounds = [
        {"number": one.number, "chances": chances, "orders": judged, "deep": found.is_deep(at)}
        for at, (one, chances, judged) in enumerate(zip(found.rounds, found.chances, orders, strict=False))
    ]
    status = "done" if found.done else "waiting" if found.is_requested else "none"
    return {
        "status": status,
        "judged": len(found.judged),
        "total": len(found.rounds),
        "rounds": rounds,
        "end": found.chances[-1],
        "turning_points": judgements.find_turning_points(found.chances),
    }


def describe_judgement(judged: OrderReview) -> Json:
    """Return a judgement as the API gives it."""
    return {
        "given": describe_option(judged.played),
        "best": judged.best,
        "loss": judged.loss,
        "grade": str(judged.grade),
        "mixture": [describe_option(option) for option in judged.mixture],
        "saving": describe_option(judged.saving) if judged.saving else None,
    }


def describe_option(option: Option) -> Json:
    return {"order": option.order, "often": option.often, "chance": option.chance}
