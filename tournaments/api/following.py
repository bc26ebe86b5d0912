"""The API view of what a dynasty follows: dynasties, emperors, boards and maps."""

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, parse_input, require_dynasty
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import dynasties
from dynasty.selectors import following as people
from dynasty.services import following
from tournaments.api.serializers import CardSerializer
from tournaments.selectors import boards, listings, lobby
from tournaments.services import boards as boards_services

NEWS, ANNOUNCED = 40, 12
Strict = serializers.Serializer[object]


class FollowInput(Strict):
    dynasty = serializers.CharField(required=False, max_length=10)
    emperor = serializers.CharField(required=False, max_length=10)
    field = serializers.CharField(required=False, max_length=64, help_text="The name of a board or a map.")
    follow = serializers.BooleanField(help_text="False: follow it no longer.")

    def validate(self, data: dict[str, object]) -> dict[str, object]:
        if len(data) != len(("follow", "one of the others")):
            raise serializers.ValidationError(_("Name one dynasty, Emperor or field."))
        return data


class NewsSerializer(Strict):
    dynasty = serializers.CharField(source="dynasty.code", help_text="To which it happened.")
    event = serializers.IntegerField(source="line.event", help_text="The number of the event, for log/.")
    kind = serializers.CharField(source="line.kind")
    at = serializers.DateTimeField(source="line.at")
    sentence = serializers.CharField(source="line.sentence")


class FollowingSerializer(Strict):
    dynasties = serializers.ListField(child=serializers.CharField())
    emperors = serializers.ListField(child=serializers.CharField())
    fields = serializers.ListField(child=serializers.CharField())  # type: ignore[assignment]
    announced = CardSerializer(many=True, help_text="By dynasties and on boards and maps that you follow.")
    news = NewsSerializer(many=True)


class Following(ApiView):
    """What your dynasty follows, with its news; PUT follows one more, or one less."""

    permission_classes = [IsAuthenticated]

    @document(responses=FollowingSerializer, operation_id="following")
    def get(self, request: Request) -> Response:
        return build_private_response(serialize(require_dynasty(request)))

    @document(request=FollowInput, responses=FollowingSerializer, operation_id="follow")
    def put(self, request: Request) -> Response:
        fields = parse_input(FollowInput, request.data)
        follower, begin = require_dynasty(request), fields["follow"]
        if "field" in fields:
            change_board = boards_services.follow if begin else boards_services.unfollow
            change_board(follower=follower, field=fields["field"])
        else:
            dynasty, emperor = find(fields.get("dynasty", ""), fields.get("emperor", ""))
            change = following.follow if begin else following.unfollow
            change(follower=follower, dynasty=dynasty, emperor=emperor)
        return build_private_response(serialize(follower))


def find(dynasty: str, emperor: str) -> tuple[Dynasty | None, Emperor | None]:
    """Return the dynasty or the emperor with this code, and nothing as the other; raise NotFound if there is none."""
    found = (dynasties.find_dynasty(dynasty), None) if dynasty else (None, dynasties.find_emperor(emperor))
    if not any(found):
        raise NotFound
    return found


def serialize(follower: Dynasty) -> dict[str, object]:
    """Return what a dynasty follows, and the news of it."""
    followed = list(people.list_followed(follower))
    return {
        "dynasties": [each.dynasty.code for each in followed if each.dynasty],
        "emperors": [each.emperor.code for each in followed if each.emperor],
        "fields": boards.list_followed(follower),
        "announced": [
            CardSerializer(listings.build_card(each)).data for each in lobby.list_followed(follower, ANNOUNCED)
        ],
        "news": NewsSerializer(people.list_news(follower, NEWS), many=True).data,
    }
