"""The base of all API views: scopes for writing, and idempotency keys."""

import hashlib
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from dynasty.api.requests import get_user
from dynasty.domain import tokens
from dynasty.services import idempotency
from dynasty.services.idempotency import Reply

KEY_HEADER = "Idempotency-Key"
KEY_PATTERN = re.compile(r"[!-~]{1,64}")
REPLAYED_HEADER = "Idempotency-Replayed"


class BadKey(exceptions.ParseError):
    default_code = "bad_idempotency_key"
    default_detail = _("An Idempotency-Key has 1 to 64 characters of ASCII without spaces.")


class ApiView(APIView):
    """A view of the API."""

    write_scope = tokens.PLAY
    """The scope without which a token may not write here."""
    stores_replies = True
    """Whether replies may be stored; False if a reply holds a secret that is shown once."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Run all checks of the viewer, then route a request with an idempotency key through the stored replies."""
        super().initial(request, *args, **kwargs)
        key = request.headers.get(KEY_HEADER)
        method = str(request.method)
        if key is None or method in SAFE_METHODS or not self.stores_replies or not request.user.is_authenticated:
            return
        if not KEY_PATTERN.fullmatch(key):
            raise BadKey
        name = method.lower()
        handler = getattr(self, name, self.http_method_not_allowed)
        setattr(self, name, partial(handle_once, handler, key))


def handle_once(
    handler: Callable[..., HttpResponseBase], key: str, request: Request, *args: Any, **kwargs: Any
) -> Response:
    """Run the handler, or return the stored reply if this request was sent before."""

    def act() -> Reply:
        answer = handler(request, *args, **kwargs)
        assert isinstance(answer, Response)
        return Reply(answer.status_code, render_json(answer.data))

    reply = idempotency.run_once(user=get_user(request), key=key, request_hash=hash_request(request), act=act)
    headers = {"Cache-Control": "private, no-store"} | ({REPLAYED_HEADER: "true"} if reply.again else {})
    return Response(json.loads(reply.body) if reply.body else None, status=reply.status, headers=headers)


def render_json(data: Any) -> str:
    """Render a response's data as JSON; blank if there is none."""
    return "" if data is None else JSONRenderer().render(data).decode()


def hash_request(request: Request) -> str:
    """Return a hash of the request's method, address and body."""
    body = json.dumps(request.data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(f"{request.method} {request.get_full_path()}\n{body}".encode()).hexdigest()
