"""API views of notices and notification settings."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from dynasty.api.base import ApiView
from dynasty.api.closed_fields import ClosedField, build_uniform_schema
from dynasty.api.documented import document
from dynasty.api.requests import parse_input, require_dynasty
from dynasty.domain.notification_types import CHANNELS, CONFIGURABLE
from dynasty.models import NoticeSetting
from dynasty.selectors import notifications as inbox
from dynasty.services import notification_settings, notifications, web_push


class NoticeShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    number = serializers.IntegerField(help_text="Give it as `before` for the page after this one.")
    kind = serializers.CharField()
    sentence = serializers.CharField()
    place = serializers.CharField(
        help_text="The code of the tournament, of the arena or series in news of those, or blank."
    )
    at = serializers.DateTimeField()
    read = serializers.BooleanField()


class NoticeQuery(serializers.Serializer[Any]):
    before = serializers.IntegerField(required=False, min_value=1, max_value=2**53)


class ReadInput(serializers.Serializer[Any]):
    code = serializers.CharField(required=False, default="", allow_blank=True, max_length=10, help_text="Blank: all.")


class ChannelsField(ClosedField):
    """The channels of each kind of notice: {"turn": ["page", "mail"]}."""

    SCHEMA = build_uniform_schema(CONFIGURABLE, {"type": "array", "maxItems": len(CHANNELS),
                            "items": {"type": "string", "enum": list(CHANNELS)}})  # fmt: skip
    child = serializers.ListField(child=serializers.CharField(), max_length=len(CHANNELS))


class SettingShape(serializers.Serializer[Any]):
    channels = ChannelsField()
    rhythm = serializers.ChoiceField(choices=NoticeSetting.Rhythm.choices)
    quiet_from = serializers.TimeField(allow_null=True)
    quiet_until = serializers.TimeField(allow_null=True)


class PushInput(serializers.Serializer[Any]):
    endpoint = serializers.CharField(max_length=600)
    p256dh = serializers.RegexField(r"^[A-Za-z0-9_=+/-]{80,120}$")
    auth = serializers.RegexField(r"^[A-Za-z0-9_=+/-]{16,60}$")
    browser = serializers.CharField(required=False, default="", allow_blank=True, max_length=80)


class PushEnd(serializers.Serializer[Any]):
    endpoint = serializers.CharField(max_length=600)


class Notices(ApiView):
    """Notifications of your dynasty, the latest first; POST marks one or all as read."""

    permission_classes = [IsAuthenticated]

    @document(parameters=[NoticeQuery], responses=NoticeShape(many=True), operation_id="notices")
    def get(self, request: Request) -> Response:
        query = parse_input(NoticeQuery, request.query_params)
        return Response(NoticeShape(inbox.list_latest(require_dynasty(request), query.get("before")), many=True).data)

    @document(request=ReadInput, responses={204: None}, operation_id="read_notices")
    def post(self, request: Request) -> Response:
        notifications.mark_read(dynasty=require_dynasty(request), code=parse_input(ReadInput, request.data)["code"])
        return Response(status=204)


class Settings(ApiView):
    """Notification settings: the channels of each type, the mails' rhythm and quiet hours; PUT changes them."""

    permission_classes = [IsAuthenticated]

    @document(responses=SettingShape, operation_id="notice_settings")
    def get(self, request: Request) -> Response:
        return Response(SettingShape(inbox.to_dict(inbox.get_setting(require_dynasty(request)))).data)

    @document(request=SettingShape, responses=SettingShape, operation_id="choose_notices")
    def put(self, request: Request) -> Response:
        setting = notification_settings.update(
            dynasty=require_dynasty(request), **parse_input(SettingShape, request.data)
        )
        return Response(SettingShape(inbox.to_dict(setting)).data)


class Push(ApiView):
    """POST subscribes a browser with what its push service gave it, DELETE ends that."""

    permission_classes = [IsAuthenticated]

    @document(request=PushInput, responses={201: None}, operation_id="subscribe_push")
    def post(self, request: Request) -> Response:
        web_push.subscribe(dynasty=require_dynasty(request), **parse_input(PushInput, request.data))
        return Response(status=201)

    @document(parameters=[PushEnd], responses={204: None}, operation_id="unsubscribe_push")
    def delete(self, request: Request) -> Response:
        web_push.unsubscribe(
            dynasty=require_dynasty(request), endpoint=parse_input(PushEnd, request.query_params)["endpoint"]
        )
        return Response(status=204)
