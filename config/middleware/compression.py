"""Compressed responses."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

STREAMED = "application/x-ndjson"


class Compression(GZipMiddleware):
    """Django's gzip with its random padding against BREACH; streams of events are left uncompressed.

    Each line of a stream would be a gzip member of its own, and many clients read the first member alone.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").startswith(STREAMED):
            return response
        return super().process_response(request, response)
