"""What the scaled mode answers while its static files are not collected: no page can be shown without them."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from core.error_status import HOUR

log = logging.getLogger("setup")
MISSING = "Missing staticfiles manifest entry"
"""How Django's error begins where a page names a file that was not collected."""


class UncollectedMiddleware:
    """The middleware that says what to do, instead of 500, where static files were to be collected and were not.

    Where they were, it is left out. What needs none of them, such as the API, is answered as ever.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.STATIC_COLLECTED or getattr(staticfiles_storage, "hashed_files", None):
            raise MiddlewareNotUsed
        self.get_response = get_response
        log.error("No page can be shown: run `manage.py collectstatic --no-input`, then start this process again.")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        except ValueError as error:  # of the page that should have told of another error
            answer = self.process_exception(request, error)
            if answer is None:
                raise
            return answer

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return what to do where a page could not name a file; None for any other error."""
        if not (isinstance(error, ValueError) and str(error).startswith(MISSING)):
            return None
        sentence = _(
            "This site is not set up yet: the files of its pages are missing. Whoever hosts it runs "
            "“manage.py collectstatic --no-input” and starts it again."
        )
        headers = {"Retry-After": str(HOUR), "Cache-Control": "private, no-store"}
        return HttpResponse(sentence, status=503, headers=headers, content_type="text/plain; charset=utf-8")
