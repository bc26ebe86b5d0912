"""Checks of every text of a request: the path, the query, forms, cookies, and those of WebSockets.

JSON bodies are read by `core.incoming_text.read_json`, which checks them in the same way.
"""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl

from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import Http404, HttpRequest, HttpResponse, QueryDict, parse_cookie

from config import problems
from config.middleware.csrf import CsrfMiddleware
from core.incoming_text import BadText, check_text

Handler = Callable[[HttpRequest], HttpResponse]
Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
MAX_DIGITS = 18
"""Of the number of a row; a larger one is refused by the databases, each in its own way."""
UNREADABLE, UNKNOWN_ADDRESS = 4400, 4404


class IncomingTextMiddleware:
    """The middleware; it stands before the session, which is looked up by the text of a cookie."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Drop cookies that cannot be ours."""
        for name, value in list(request.COOKIES.items()):
            if not is_clean(name, value):
                del request.COOKIES[name]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, arguments: Any, named: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse bad characters in the address, the query or a form; return None to let the request pass."""
        if not all(is_valid_name(value) for value in (*arguments, *named.values())):
            raise Http404
        is_form = request.method == "POST" and request.content_type in FORMS
        try:
            check_text(*list_texts(request.GET))
            if is_form:
                check_text(*list_texts(request.POST))
        except BadText as bad:
            is_known = is_form and self.is_from_own_form(request, view, arguments, named)
            can_resend = request.method in problems.READ or (is_known and is_clean(*list_texts(request.GET)))
            return problems.answer_bad_text(request, bad, problems.build_resend(request) if can_resend else None)
        return None

    def is_from_own_form(self, request: HttpRequest, view: Any, arguments: Any, named: dict[str, Any]) -> bool:
        """Return whether a form of this site was sent, without files.

        What another site sends is never offered to be sent again, and files cannot be.
        """
        if getattr(view, "csrf_exempt", False) or request.FILES:
            return False
        return CsrfMiddleware(self.get_response).process_view(request, view, arguments, named) is None


def is_valid_name(value: Any) -> bool:
    """Return whether a part of an address can name something: a clean text, or a number within a row id's range."""
    text = str(value)
    return is_clean(text) and not (text.isdecimal() and len(text) > MAX_DIGITS)


def list_texts(fields: QueryDict) -> Iterator[str]:
    """Return the names and values of a query or a form; a file is no text."""
    for name, values in fields.lists():
        yield name
        yield from (value for value in values if isinstance(value, str))


def is_clean(*texts: str) -> bool:
    """Return whether all of these can be stored and shown."""
    try:
        check_text(*texts)
    except BadText:
        return False
    return True


class UnknownAddressConsumer(AsyncWebsocketConsumer):
    """A consumer that closes the WebSocket of an unknown address; it is opened first so that the code is readable."""

    channel_layer_alias = ""
    code = UNKNOWN_ADDRESS

    async def connect(self) -> None:
        await self.accept()
        await self.close(self.code)


class BadTextConsumer(UnknownAddressConsumer):
    """A consumer that closes a WebSocket whose address or cookies hold a refused character."""

    code = UNREADABLE


def check_sockets(application: Application) -> Application:
    """Return the WebSocket application wrapped in the check of every text."""
    reject = BadTextConsumer.as_asgi()

    async def checked(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await (application if is_clean(*list_scope_texts(scope)) else reject)(scope, receive, send)

    return checked


def list_scope_texts(scope: dict[str, Any]) -> Iterator[str]:
    """Return the texts of a WebSocket's handshake: path, query and cookies."""
    yield scope["path"]
    for pair in parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True):
        yield from pair
    for name, value in scope["headers"]:
        if name == b"cookie":
            yield from parse_cookie(value.decode("latin-1")).values()
