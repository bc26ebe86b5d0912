"""Static files of the sites that tests serve: collected as for users, and searched once for all clients."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.conf import settings
from django.test import override_settings
from whitenoise.middleware import WhiteNoiseMiddleware


@cache
def make_folder() -> "tempfile.TemporaryDirectory[str]":
    """Return the folder in which this process collects; it is removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix="collected-")


@cache
def collect_once() -> None:
    """Collect into the folder that the settings name, and let this process's one site send what is there.

    A test that ran before may have set the site up without these files.
    """
    from config import asgi, storage

    storage.collect()
    asgi.pages.load_middleware(is_async=True)


@contextmanager
def collected() -> Iterator[None]:
    """Let pages name collected files meanwhile: a browser keeps those, and asks for each plain one on every page."""
    from config import storage

    with override_settings(STATIC_ROOT=make_folder().name, STATIC_COLLECTED=False):
        collect_once()
        storage.use_collected()
        yield


def search_once() -> None:
    """Let all test clients use what the first one found: each has its own WhiteNoise, which would look up every file.

    It took 30 ms for each client.
    """
    found: dict[tuple[Any, ...], dict[str, Any]] = {}

    def remember(search: Callable[..., None]) -> Callable[..., None]:
        def search_or_remember(self: Any, *where: Any, **named: Any) -> None:
            key = (search.__name__, *where, *named.values(), self.static_prefix, self.max_age,
                   settings.STATIC_COLLECTED, *settings.STATICFILES_DIRS)  # fmt: skip
            if key not in found:
                before = dict(self.files)
                search(self, *where, **named)
                found[key] = {url: file for url, file in self.files.items() if before.get(url) is not file}
            self.files.update(found[key])

        return search_or_remember

    for name in ("add_files", "add_files_from_finders"):
        setattr(WhiteNoiseMiddleware, name, remember(getattr(WhiteNoiseMiddleware, name)))
