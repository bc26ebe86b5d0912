"""Refusal of API calls over plain HTTP where the site uses HTTPS.

A redirect would let a program work for years that shows its token to everybody in between each time it calls.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from config.middleware.api_rate_limits import API_ROOT
from dynasty.api.problem_details import CONTENT_TYPE

Handler = Callable[[HttpRequest], HttpResponse]


def require_https(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith(API_ROOT) and not request.is_secure():
            return build_plain_http_response()
        return get_response(request)

    return middleware


def build_plain_http_response() -> HttpResponse:
    """Return the problem, which a program's author sees at the first call."""
    sentence = _("Use https. What was sent over http could be read on its way: revoke any token that was in it.")
    body = {"type": "about:blank", "title": sentence, "status": 403, "code": "https_only"}
    return JsonResponse(body, status=403, content_type=CONTENT_TYPE)
