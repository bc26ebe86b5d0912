"""API views of a dynasty's webhooks."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import DomainError
from core.limits import TOKEN_NAME_LENGTH, WEBHOOK_ADDRESS
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, parse_input, require_dynasty
from dynasty.domain.notification_types import CONFIGURABLE
from dynasty.models import Dynasty, Webhook
from dynasty.selectors import webhooks as read
from dynasty.services.webhooks import registration


class DeliveryShape(serializers.Serializer[Any]):
    id = serializers.CharField(source="code", help_text="As in the header `webhook-id`.")
    type = serializers.CharField(source="kind")
    at = serializers.DateTimeField()
    attempts = serializers.IntegerField()
    status = serializers.IntegerField(help_text="HTTP status of the last answer; 0: there was none.")
    trouble = serializers.CharField(help_text="Why there was none: timeout, unreachable, certificate, key; or blank.")
    result = serializers.CharField(help_text="Blank: it waits; sent; gave_up.")
    done_at = serializers.DateTimeField(allow_null=True)


class WebhookShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField(help_text="By which you tell it from others to the same host; may be blank.")
    host = serializers.CharField()
    format = serializers.ChoiceField(choices=Webhook.Format.choices)
    kinds = serializers.ListField(child=serializers.CharField())
    failures = serializers.IntegerField(help_text="Calls in a row that did not work.")
    made_at = serializers.DateTimeField()
    former_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when messages are signed with the former secret too; null: they are not."
    )
    switched_off_at = serializers.DateTimeField(allow_null=True)


class NewWebhookShape(WebhookShape):
    secret = serializers.CharField(help_text="What messages are signed with. Shown only once.")


class OneWebhookShape(WebhookShape):
    deliveries = DeliveryShape(many=True, help_text="The latest messages, the newest first.")


class ChoiceInput(serializers.Serializer[Any]):
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CONFIGURABLE), min_length=1, max_length=len(CONFIGURABLE)
    )
    active = serializers.BooleanField()
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=TOKEN_NAME_LENGTH[1], help_text="Stays as it is if absent."
    )


class SecretInput(serializers.Serializer[Any]):
    keep_former = serializers.BooleanField(
        default=True, help_text="Whether messages are signed with the former secret too for 24 hours."
    )


class WebhookInput(serializers.Serializer[Any]):
    name = serializers.CharField(default="", allow_blank=True, max_length=TOKEN_NAME_LENGTH[1])
    address = serializers.CharField(max_length=WEBHOOK_ADDRESS)
    format = serializers.ChoiceField(choices=Webhook.Format.choices, default=Webhook.Format.JSON)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=CONFIGURABLE), min_length=1, max_length=len(CONFIGURABLE)
    )


class Webhooks(ApiView):
    """Webhooks of your dynasty; POST creates one, and its reply alone holds the secret of the signatures."""

    permission_classes = [IsAuthenticated]
    stores_replies = False

    @document(responses=WebhookShape(many=True), operation_id="webhooks")
    def get(self, request: Request) -> Response:
        return build_private_response(WebhookShape(read.list_webhooks(require_dynasty(request)), many=True).data)

    @document(request=WebhookInput, responses={201: NewWebhookShape}, operation_id="create_webhook")
    def post(self, request: Request) -> Response:
        row, secret = registration.create(dynasty=require_dynasty(request), **parse_input(WebhookInput, request.data))
        return build_private_response(WebhookShape(row).data | {"secret": secret}, 201)


class OneWebhook(ApiView):
    """A webhook with its log; PUT chooses what it is sent and switches it on or off, DELETE deletes it."""

    permission_classes = [IsAuthenticated]

    @document(responses=OneWebhookShape, operation_id="webhook")
    def get(self, request: Request, code: str) -> Response:
        row = get_own_webhook(require_dynasty(request), code)
        deliveries = DeliveryShape([line.delivery for line in read.list_log(row)], many=True).data
        return build_private_response(WebhookShape(row).data | {"deliveries": deliveries})

    @document(request=ChoiceInput, responses=WebhookShape, operation_id="change_webhook")
    def put(self, request: Request, code: str) -> Response:
        fields = parse_input(ChoiceInput, request.data)
        return build_private_response(
            WebhookShape(registration.change(dynasty=require_dynasty(request), code=code, **fields)).data
        )

    @document(responses={204: None}, operation_id="delete_webhook")
    def delete(self, request: Request, code: str) -> Response:
        registration.delete(dynasty=require_dynasty(request), code=code)
        return Response(status=204)


class WebhookSecret(ApiView):
    """POST gives a webhook a new secret, and its reply alone holds it."""

    permission_classes = [IsAuthenticated]
    stores_replies = False

    @document(request=SecretInput, responses=NewWebhookShape, operation_id="renew_webhook_secret")
    def post(self, request: Request, code: str) -> Response:
        fields = parse_input(SecretInput, request.data)
        row, secret = registration.renew_secret(dynasty=require_dynasty(request), code=code, **fields)
        return build_private_response(WebhookShape(row).data | {"secret": secret})


class WebhookTest(ApiView):
    """POST sends a test to a webhook, at most one a minute."""

    permission_classes = [IsAuthenticated]

    @document(request=None, responses={202: None}, operation_id="test_webhook")
    def post(self, request: Request, code: str) -> Response:
        registration.send_test(dynasty=require_dynasty(request), code=code)
        return Response(status=202)


def get_own_webhook(dynasty: Dynasty, code: str) -> Webhook:
    """Return a webhook of this dynasty; raise DomainError if there is none."""
    row = read.find_webhook(dynasty, code)
    if row is None:
        raise DomainError("no_such_webhook", registration.NOT_FOUND)
    return row
