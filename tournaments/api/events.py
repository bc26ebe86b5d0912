"""The API's stream of events over HTTP: one line of JSON each, for as long as the program listens."""

import json
from collections.abc import AsyncIterator
from functools import partial

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from core.errors import DomainError
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import get_user, parse_input
from dynasty.models import ApiToken
from tournaments.realtime import event_feed

NDJSON = "application/x-ndjson"
MAX_BATTLES = event_feed.MAX_WATCHED


class StreamQuery(serializers.Serializer[object]):
    since = serializers.CharField(
        required=False, default="", max_length=4000,
        help_text="Where you left off: stream:number, with commas between them. Other streams begin with what is new.",
    )  # fmt: skip
    battle = serializers.CharField(
        required=False, default="", max_length=11 * MAX_BATTLES,
        help_text="Codes of other battles to watch, with commas between them.",
    )  # fmt: skip

    def validate_since(self, text: str) -> dict[str, int]:
        try:
            return event_feed.parse_positions(text)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from error


class EventStream(ApiView):
    """Events of your dynasty as they happen: its notifications, its battles, and battles that you watch.

    Each line is an event, `{"stream", "number", "type", "body", "at"}`; or a heartbeat every ten seconds,
    `{"heads": {stream: number}, "now"}`; or the last one, `{"end": reason}`. The same flow comes over the
    WebSocket /ws/events/, with the token in the Authorization header there too.
    """

    permission_classes = [IsAuthenticated]

    @document(parameters=[StreamQuery], responses={(200, NDJSON): OpenApiTypes.STR}, operation_id="event_stream")
    def get(self, request: Request) -> StreamingHttpResponse:
        query = parse_input(StreamQuery, request.query_params)
        watched = [code for code in query["battle"].split(",") if code][:MAX_BATTLES]
        for code in event_feed.find_unknown_battles(watched):
            raise DomainError("no_such_tournament", _("There is no such battle: %(battle)s."), battle=code)
        flow = event_feed.EventFeed(get_user(request), watched, query["since"] or {}, build_rights_check(request))
        if not flow.slot.claim():
            raise DomainError("too_many_streams", _("You have as many streams open as allowed. Close one first."))
        headers = {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
        return StreamingHttpResponse(stream_lines(flow), content_type=NDJSON, headers=headers)


def build_rights_check(request: Request) -> event_feed.RightsCheck:
    """Return a function that tells whether this login is still valid."""
    if isinstance(request.auth, ApiToken):
        return partial(event_feed.is_token_valid, request.auth.pk)
    return partial(event_feed.is_session_valid, str(request.session.session_key), get_user(request).pk)


async def stream_lines(flow: event_feed.EventFeed) -> AsyncIterator[bytes]:
    async for line in flow.lines():
        yield json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
