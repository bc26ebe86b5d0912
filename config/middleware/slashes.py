"""Addresses without the slash at their end."""

from django.http import HttpRequest
from django.middleware.common import CommonMiddleware

from config import problems


class SlashMiddleware(CommonMiddleware):
    """Django's middleware, which sends a browser on to the address with a slash, but no program that writes.

    A client that is sent on asks again with GET, and what it wrote is lost.
    """

    def should_redirect_with_slash(self, request: HttpRequest) -> bool:
        """Return whether to send this request on."""
        is_lost = request.method not in problems.READ and request.path.startswith(problems.API)
        return not is_lost and super().should_redirect_with_slash(request)
