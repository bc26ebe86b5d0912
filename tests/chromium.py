"""The browser that tests, screenshots and benchmarks drive: where it is, and how it is started."""

import os
import shutil
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
