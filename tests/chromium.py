"""The browser that tests, screenshots and benchmarks drive: where it is, and how it is started."""

import asyncio
import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import Any

FLAGS = [
    "--no-sandbox",  # which root needs
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
"""How it is called, the shell first: without the windows and pages of a browser's own it takes a third of the time."""
MISSING = "no Chromium on this machine (Debian: apt-get install chromium-headless-shell)"


def find() -> str | None:
    """Return the path of Chromium, None where there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def watch(page: Any, errors: list[str]) -> None:
    """Note every exception and every error in the console of this page."""
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda text: errors.append(text.text) if text.type == "error" else None)


class Running(contextlib.ExitStack):
    """A Chromium that is started once, and the loop of Playwright by which it is driven.

    Playwright keeps its loop running in this thread, waiting in a greenlet of its own, and no asynchronous test could
    run meanwhile. While nobody drives the browser the loop is hidden; it goes on where it was with the next call.
    """

    def __init__(self) -> None:
        super().__init__()
        self.playwright: Any = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.browser: Any = None
        self.callback(asyncio._set_running_loop, None)

    @contextlib.contextmanager
    def resume(self, executable: str) -> Iterator[Any]:
        """Yield the browser, started anew if there is none or if it has crashed."""
        asyncio._set_running_loop(self.loop)
        if self.loop is None:
            self.start()
        if self.browser is None or not self.browser.is_connected():
            self.browser = self.playwright.chromium.launch(executable_path=executable, args=FLAGS)
        try:
            yield self.browser
        finally:
            asyncio._set_running_loop(None)

    def start(self) -> None:
        """Start Playwright, which closes its browsers when it stops."""
        from playwright.sync_api import sync_playwright

        self.playwright = self.enter_context(sync_playwright())
        self.loop = asyncio.get_running_loop()
        self.callback(asyncio._set_running_loop, self.loop)
