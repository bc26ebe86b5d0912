"""The API view of friends: who they are, which of them show that they are here, and what one shows."""

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, parse_input, require_dynasty
from dynasty.api.serializers import DynastyName
from dynasty.models import Dynasty, SocialSetting
from dynasty.services import social
from tournaments.selectors.people import friends as selected

Strict = serializers.Serializer[object]


class FriendSerializer(Strict):
    dynasty = DynastyName()
    online = serializers.BooleanField(help_text="Here in the last minutes; false as well where it does not show that.")


class SocialInput(Strict):
    shows_online = serializers.BooleanField(help_text="Whether your friends see that you are here.")
    first_messages = serializers.ChoiceField(
        choices=SocialSetting.FirstMessages.choices, help_text="Who may write to you first."
    )


class FriendsSerializer(SocialInput):
    friends = FriendSerializer(many=True)


class Friends(ApiView):
    """The dynasties that you follow and that follow you; PUT chooses what they see, and who may write to you."""

    permission_classes = [IsAuthenticated]

    @document(responses=FriendsSerializer, operation_id="friends")
    def get(self, request: Request) -> Response:
        return build_private_response(serialize(require_dynasty(request)))

    @document(request=SocialInput, responses=FriendsSerializer, operation_id="choose_friends_settings")
    def put(self, request: Request) -> Response:
        dynasty = require_dynasty(request)
        social.choose(dynasty=dynasty, **parse_input(SocialInput, request.data))
        return build_private_response(serialize(dynasty))


def serialize(dynasty: Dynasty) -> dict[str, object]:
    """Return the friends of a dynasty, and what it chose."""
    setting = selected.get_setting(dynasty)
    return {
        "shows_online": setting.shows_online,
        "first_messages": setting.first_messages,
        "friends": FriendSerializer(selected.list_friends(dynasty), many=True).data,
    }
