"""Waiting for a page of the browser tests."""

import time
from typing import Any

from playwright.sync_api import TimeoutError as TimedOut

from tests.patience import PATIENCE

PAUSE = 0.05
"""Seconds between two looks."""


def wait_until(page: Any, expression: str, seconds: float = PATIENCE) -> None:
    """Wait until a JavaScript expression is true on a page, or raise Playwright's time-out.

    `page.wait_for_function` evaluates it within the page from its second look on, which the site's content security
    policy refuses; `page.evaluate` does so from outside.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        if time.monotonic() > end:
            raise TimedOut(f"after {seconds} seconds it is not true: {expression}")
        time.sleep(PAUSE)
