"""The API of chat around a tournament, of reports and of muting."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from core.limits import SEATS
from core.pagination import PageQuery, paginate
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, get_dynasty, parse_input, require_dynasty
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.access.lookup import get_tournament_or_404
from tournaments.models import Message, Mute, Report
from tournaments.selectors import chat as heard
from tournaments.services import chat
from tournaments.services.negotiation import letters

ROOMS = Message.Room.choices


class MessageSerializer(serializers.Serializer[object]):
    code = serializers.CharField()
    room = serializers.CharField()
    dynasty = serializers.CharField(
        source="dynasty.code", allow_null=True, help_text="Null where names are hidden until the end."
    )
    name = serializers.CharField(source="dynasty.name", allow_null=True)
    text = serializers.CharField()
    at = serializers.DateTimeField()
    from_seat = serializers.CharField(help_text="In a parley: the seat that wrote it; else empty.")
    to_seats = serializers.ListField(child=serializers.CharField(), help_text="In a parley: the seats it is for.")


class TalkQuery(serializers.Serializer[object]):
    room = serializers.ChoiceField(choices=ROOMS, required=False, default="public")
    since = serializers.CharField(
        required=False, default="", max_length=10, help_text="The code of the last known one."
    )


class SayInput(serializers.Serializer[object]):
    room = serializers.ChoiceField(choices=ROOMS)
    text = serializers.CharField(max_length=4000, trim_whitespace=False)
    to = serializers.ListField(
        child=serializers.CharField(max_length=1),
        required=False,
        default=list,
        max_length=SEATS[1],
        help_text="In a parley: the seats to which it is written.",
    )


class ReportInput(serializers.Serializer[object]):
    reason = serializers.ChoiceField(choices=Report.Reason.choices)


class AuthorSerializer(serializers.Serializer[object]):
    code = serializers.CharField()
    name = serializers.CharField(read_only=True)


def get_author_or_404(code: str) -> Dynasty:
    dynasty = dynasties.find_dynasty(code)
    if dynasty is None:
        raise NotFound
    return dynasty


class Talk(ApiView):
    """What is said around a tournament, the oldest first; POST says something."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(parameters=[TalkQuery], responses=MessageSerializer(many=True), operation_id="talk")
    def get(self, request: Request, code: str) -> Response:
        query = parse_input(TalkQuery, request.query_params)
        lines = heard.list_since(get_tournament_or_404(code), query["room"], get_dynasty(request), query["since"])
        if lines is None:
            raise NotFound
        return build_private_response(MessageSerializer(lines, many=True).data)

    @document(request=SayInput, responses={201: MessageSerializer}, operation_id="say")
    def post(self, request: Request, code: str) -> Response:
        tournament, dynasty = get_tournament_or_404(code), require_dynasty(request)
        sent = parse_input(SayInput, request.data)
        if sent["room"] == Message.Room.PARLEY:
            message = letters.write(tournament=tournament, dynasty=dynasty, to=sent["to"], text=sent["text"])
        else:
            message = chat.post(tournament=tournament, dynasty=dynasty, room=sent["room"], text=sent["text"])
        return Response(MessageSerializer(message).data, status=201)


class Reports(ApiView):
    """Show a message to the staff, with the lines around it."""

    permission_classes = [IsAuthenticated]

    @document(request=ReportInput, responses={204: None}, operation_id="report_message")
    def post(self, request: Request, code: str) -> Response:
        message = heard.find_readable_message(require_dynasty(request), code)
        if message is None:
            raise NotFound
        chat.report(dynasty=require_dynasty(request), message=message, **parse_input(ReportInput, request.data))
        return Response(status=204)


class Muted(ApiView):
    """Whom you do not hear; POST mutes an author everywhere."""

    permission_classes = [IsAuthenticated]

    @document(parameters=[PageQuery], responses=AuthorSerializer(many=True), operation_id="muted")
    def get(self, request: Request) -> Response:
        rows, links = paginate(
            request, Mute.objects.filter(dynasty=require_dynasty(request)).select_related("muted"), "-at", "-pk"
        )
        return Response(AuthorSerializer([row.muted for row in rows], many=True).data, headers=links)

    @document(request=AuthorSerializer, responses={204: None}, operation_id="mute")
    def post(self, request: Request) -> Response:
        chat.mute(
            dynasty=require_dynasty(request),
            author=get_author_or_404(parse_input(AuthorSerializer, request.data)["code"]),
        )
        return Response(status=204)


class OneMuted(ApiView):
    """DELETE hears an author again."""

    permission_classes = [IsAuthenticated]

    @document(responses={204: None}, operation_id="unmute")
    def delete(self, request: Request, code: str) -> Response:
        chat.unmute(dynasty=require_dynasty(request), author=get_author_or_404(code))
        return Response(status=204)
