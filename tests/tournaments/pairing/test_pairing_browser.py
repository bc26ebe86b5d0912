"""Two browsers find each other: the one that waits says so in its title, and is taken to the battle by itself."""

import re
from typing import Any

import pytest

from tests.waiting import wait_until

pytestmark = pytest.mark.browser


def test_whoever_waits_is_taken_to_the_battle(site: str, page: Any, browser: Any) -> None:
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{site}/play/")
    page.get_by_label("Pace").select_option("calm")
    page.get_by_role("button", name="Find an opponent").click()
    page.get_by_role("heading", name="Looking for an opponent").wait_for()
    wait_until(page, "document.title.startsWith('Waiting')")
    context = browser.new_context()
    other = context.new_page()
    other.goto(f"{site}/play/")
    other.get_by_role("button", name=re.compile("^Play")).press("Enter")
    other.wait_for_url("**/tournament/**")
    page.wait_for_url("**/tournament/**")
    assert page.url == other.url and any(url.endswith("/ws/opponents/") for url in sockets)
    page.locator("[data-battle]").first.wait_for()
    assert "/abdicate" in page.content() and "Leave this battle" not in page.content()
    context.close()
