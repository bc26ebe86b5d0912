"""API views by which apps of third parties get their tokens, and give them back. Errors are those of RFC 6749."""

import json
from collections.abc import Callable
from typing import Any

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.parsers import FormParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.services.apps import grants

NEVER_STORED = {"Cache-Control": "private, no-store", "Pragma": "no-cache"}


class TokenInput(serializers.Serializer[Any]):
    grant_type = serializers.ChoiceField(["authorization_code", "refresh_token"])
    client_id = serializers.CharField(required=False, help_text="Unless the Authorization header has it.")
    client_secret = serializers.CharField(
        required=False, help_text="Of an app with a secret, unless the header has it."
    )
    code = serializers.CharField(required=False)
    redirect_uri = serializers.CharField(required=False, help_text="With a code: the address that it was sent to.")
    code_verifier = serializers.CharField(required=False, help_text="With a code: what the challenge is the hash of.")
    refresh_token = serializers.CharField(required=False)
    scope = serializers.CharField(required=False, help_text="With a refresh token: fewer scopes for the next token.")


class AppTokens(serializers.Serializer[Any]):
    access_token = serializers.CharField()
    token_type = serializers.CharField(help_text="Bearer.")
    expires_in = serializers.IntegerField(help_text="Seconds.")
    scope = serializers.CharField(help_text="With spaces between them.")
    refresh_token = serializers.CharField(help_text="Takes the place of the one that was shown.")


class RevocationInput(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="An access token or a refresh token; both end.")
    client_id = serializers.CharField(required=False)
    client_secret = serializers.CharField(required=False)


class AppView(ApiView):
    """A view for apps, which show their own secret, and no token."""

    authentication_classes = ()
    permission_classes = [AllowAny]
    parser_classes = [FormParser]
    stores_replies = False

    def respond(self, request: Request, act: Callable[..., tuple[int, str]]) -> Response:
        """Return what a service answers to the form that was sent."""
        data = request.data if isinstance(request.data, QueryDict) else QueryDict()
        sent = [(name, value) for name, values in data.lists() for value in values]
        status, body = act(sent=sent, authorization=request.headers.get("Authorization", ""))
        headers = NEVER_STORED | ({"WWW-Authenticate": "Basic"} if status == 401 else {})
        return Response(json.loads(body) if body else None, status=status, headers=headers)


class Tokens(AppView):
    """Exchange a code, or a refresh token, for tokens. Each works once; shown twice, what it belongs to ends."""

    @document(request={"application/x-www-form-urlencoded": TokenInput}, responses=AppTokens, operation_id="app_token")
    def post(self, request: Request) -> Response:
        return self.respond(request, grants.give_tokens)


class Revocation(AppView):
    """End what a token belongs to. A token that is none is no error."""

    @document(
        request={"application/x-www-form-urlencoded": RevocationInput}, responses={200: None}, operation_id="app_revoke"
    )
    def post(self, request: Request) -> Response:
        return self.respond(request, grants.end)
