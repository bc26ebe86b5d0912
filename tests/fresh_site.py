"""A site of its own with an empty database, and a browser to look at it: for pictures and measurements."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def open_fresh_site() -> Iterator[tuple[str, Any]]:
    """Set Django up on an empty, migrated database and serve the embedded site; yield its address and a browser.

    Whatever needs Django is imported in the block.
    """
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {
            "EMPERORS_VAR": var,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # Playwright keeps a loop running in this thread
        }
        import django

        django.setup()
        from django.core.management import call_command
        from playwright.sync_api import sync_playwright

        from tests import chromium
        from tests.conftest import serve

        call_command("migrate", verbosity=0)
        with serve() as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
            yield address, browser
            browser.close()
