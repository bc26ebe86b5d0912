"""What a site leaves out of its memory."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

POSTGRESQL = "django.contrib.postgres"
"""With it comes PostgreSQL's driver, 10 MB."""
HTTP = "requests"
"""With all that it imports 5 MB; Django REST framework has it for a client of its own, which nothing here uses."""
YAML = "yaml"
"""2 MB; Celery and Django REST framework have it for what is written in JSON here."""


def import_libraries() -> None:
    """Import parts of Celery and of Django REST framework without what they need for features not used here."""
    drivers = [] if connection.vendor == "postgresql" else [POSTGRESQL]
    with hide(HTTP, YAML, *drivers):
        import kombu.serialization  # noqa: F401
        import rest_framework.compat  # noqa: F401


@contextmanager
def hide(*names: str) -> Iterator[None]:
    """Let modules that are not imported yet look as if they were not installed."""
    nothing: Any = None
    hidden = [name for name in names if name not in sys.modules]
    sys.modules |= dict.fromkeys(hidden, nothing)
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


def import_view(name: str) -> Callable[..., HttpResponseBase]:
    """Return a view that imports the one with this dotted name when it is asked for."""

    def view(request: HttpRequest, *arguments: Any, **parts: Any) -> HttpResponseBase:
        response: HttpResponseBase = import_string(name)(request, *arguments, **parts)
        return response

    return view
