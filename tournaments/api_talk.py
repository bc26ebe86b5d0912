"""The API of the talk around a battle."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from dynasty.models import Dynasty
from dynasty.selectors import people
from tournaments.models import Message, Report, Tournament
from tournaments.selectors import listings
from tournaments.selectors import talk as heard
from tournaments.services import talk

ROOMS = Message.Room.choices


class MessageShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    room = serializers.CharField()
    dynasty = serializers.CharField(source="dynasty.code")
    name = serializers.CharField(source="dynasty.name")
    text = serializers.CharField()
    at = serializers.DateTimeField()


class TalkQuery(serializers.Serializer[Any]):
    room = serializers.ChoiceField(choices=ROOMS, required=False, default="public")
    since = serializers.CharField(
        required=False, default="", max_length=10, help_text="The code of the last known one."
    )


class SayWish(serializers.Serializer[Any]):
    room = serializers.ChoiceField(choices=ROOMS)
    text = serializers.CharField(max_length=4000, trim_whitespace=False)


class ReportWish(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=Report.Reason.choices)


class AuthorShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField(read_only=True)


def wish(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    form = shape(data=data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def find(code: str) -> Tournament:
    tournament = listings.by_code(code)
    if tournament is None:
        raise NotFound
    return tournament


def own(request: Request) -> Dynasty:
    """The dynasty of who acts."""
    dynasty = people.dynasty_of(request.user)
    if dynasty is None:
        raise PermissionDenied
    return dynasty


def author(code: str) -> Dynasty:
    dynasty = people.dynasty_by_code(code)
    if dynasty is None:
        raise NotFound
    return dynasty


class Talk(APIView):
    """What is said around a tournament, the oldest first; POST says something."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(parameters=[TalkQuery], responses=MessageShape(many=True), operation_id="talk")
    def get(self, request: Request, code: str) -> Response:
        query = wish(TalkQuery, request.query_params)
        lines = heard.since(find(code), query["room"], people.dynasty_of(request.user), query["since"])
        if lines is None:
            raise NotFound
        return Response(MessageShape(lines, many=True).data, headers={"Cache-Control": "private, no-store"})

    @extend_schema(request=SayWish, responses={201: MessageShape}, operation_id="say")
    def post(self, request: Request, code: str) -> Response:
        said = talk.say(tournament=find(code), dynasty=own(request), **wish(SayWish, request.data))
        return Response(MessageShape(said).data, status=201)


class Reports(APIView):
    """Show a message to the staff, with the lines around it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(request=ReportWish, responses={204: None}, operation_id="report_message")
    def post(self, request: Request, code: str) -> Response:
        message = heard.message_for(own(request), code)
        if message is None:
            raise NotFound
        talk.report(dynasty=own(request), message=message, **wish(ReportWish, request.data))
        return Response(status=204)


class Muted(APIView):
    """Whom you do not hear; POST mutes an author everywhere."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=AuthorShape(many=True), operation_id="muted")
    def get(self, request: Request) -> Response:
        return Response(AuthorShape(heard.muted(own(request)), many=True).data)

    @extend_schema(request=AuthorShape, responses={204: None}, operation_id="mute")
    def post(self, request: Request) -> Response:
        talk.mute(dynasty=own(request), author=author(wish(AuthorShape, request.data)["code"]))
        return Response(status=204)


class OneMuted(APIView):
    """DELETE hears an author again."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None}, operation_id="unmute")
    def delete(self, request: Request, code: str) -> Response:
        talk.unmute(dynasty=own(request), author=author(code))
        return Response(status=204)
