"""The API of the course of a campaign that is over: what every seat held and its chances, round by round."""

from collections.abc import Mapping

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.course import Course, Decision
from core.json_types import Json
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from tournaments.access.lookup import get_tournament_or_404
from tournaments.selectors import courses

Strict = serializers.Serializer[object]


class StandSerializer(Strict):
    """What every seat held at the end of a round; round 0 is the board on which the first one began."""

    round = serializers.IntegerField()
    territories = serializers.DictField(child=serializers.IntegerField(), help_text="By seat.")
    armies = serializers.DictField(child=serializers.IntegerField(), help_text="By seat.")
    chances = serializers.DictField(child=serializers.FloatField(), help_text="By seat: to win, from 0 to 1.")


class DecisionSerializer(Strict):
    """A step that changed the chances much; each pair of numbers is before and after it."""

    step = serializers.IntegerField()
    round = serializers.IntegerField()
    turn = serializers.CharField(help_text="Whose turn it was; blank where all act at once.")
    territories = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
    chances = serializers.DictField(child=serializers.ListField(child=serializers.FloatField()))


class CourseSerializer(Strict):
    """The course of a campaign that is over."""

    rounds = StandSerializer(many=True)
    decisions = DecisionSerializer(many=True)
    luck = serializers.DictField(
        child=serializers.FloatField(),
        help_text="By seat: what its dice were worth, in armies above the mean; empty without a roll.",
    )


class OneCourse(ApiView):
    """The course of a campaign that is over: territories, armies, chances to win, decisive turns, luck with dice.

    The chances are those of the computer players, who know all that the seats hid from each other. Battles on a board
    have a review instead.
    """

    permission_classes = [AllowAny]

    @document(responses=CourseSerializer, operation_id="course")
    def get(self, request: Request, code: str) -> Response:
        course = courses.get_course(get_tournament_or_404(code))
        if course is None:
            raise NotFound
        return Response(CourseSerializer(build_answer(course)).data)


def build_answer(course: Course) -> Json:
    """Return a course as programs read it."""
    return {
        "rounds": [each._asdict() for each in course.stands],
        "decisions": [describe_decision(each) for each in course.decisions],
        "luck": {seat: round(gain, 2) for seat, gain in course.luck.items()},
    }


def describe_decision(decision: Decision) -> Mapping[str, object]:
    """Return a decisive step, without its words."""
    return {
        "step": decision.number,
        "round": decision.round,
        "turn": decision.turn,
        "territories": {seat: list(pair) for seat, pair in decision.changes.items()},
        "chances": {seat: list(pair) for seat, pair in decision.chances.items()},
    }
