"""The browser that tests, screenshots and benchmarks drive: where it is, and how it is started."""

import os
import shutil

FLAGS = [
    "--no-sandbox",  # which root needs
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = "no Chromium on this machine (Debian: apt-get install chromium)"


def find() -> str | None:
    """Return the path of Chromium, None where there is none."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
