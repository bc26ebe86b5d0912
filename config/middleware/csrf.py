"""CSRF protection: a token in every form, but the browser's Origin for forms on pages that everybody is shown alike."""

from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware

ORIGIN_CHECKED_VIEWS = {
    "set_language",
    "casual_now",
    "casual",
    "lab_record",
    "lab_room",
    "lab_rooms",
    "opponents",
    "review_record",
}
"""Views whose forms stand on cached pages (`config.middleware.public_pages`), which hold no token."""


class CsrfMiddleware(CsrfViewMiddleware):
    """Django's middleware, which takes the verified origin of a request for its token where forms have none.

    Every browser says with each POST from where it comes, and no page can make it say otherwise.
    """

    def _check_token(self, request: HttpRequest) -> None:
        """Raise unless the token is right, or none is needed: Django has compared the origin before."""
        match = request.resolver_match
        has_origin = (
            "HTTP_ORIGIN" in request.META or request.is_secure()
        )  # with HTTPS Django checks the Referer instead
        if match is None or match.view_name not in ORIGIN_CHECKED_VIEWS or not has_origin:
            super()._check_token(request)  # type: ignore[misc]
