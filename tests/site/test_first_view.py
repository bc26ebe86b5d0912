"""The first view of the first page: light, still, and complete without a script; and the way from it into a battle."""

import gzip
import re
from typing import Any

import pytest
from django.test import Client

from tests.site import every_page
from tests.site.test_talk_page import elsewhere

BYTES = 150_000
REQUESTS = 40
SHIFT = 0.1
"""What Lighthouse calls good."""
NOTICE_SHIFT = """() => { window.shift = 0; new PerformanceObserver(list => { for (const each of list.getEntries())
  if (!each.hadRecentInput) window.shift += each.value; }).observe({type: 'layout-shift', buffered: true}); }"""


@pytest.mark.django_db
def test_nothing_holds_the_first_paint_up() -> None:
    page = Client().get("/").content.decode()
    head = page[: page.index("</head>")]
    blocking = [tag for tag in re.findall(r"<script[^>]*>", head) if "defer" not in tag and "module" not in tag]
    assert len(blocking) == 1 and "theme" in blocking[0], "the theme alone is decided before anything is drawn"
    assert head.count('rel="preload"') == 2, "the two faces that the first view is set in"
    assert "http://" not in head and "//fonts" not in head
    assert page.index("<h1>") < page.index("<battle-board") if "<battle-board" in page else True


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 1440])
def test_the_first_view_is_light_and_stands_still(site: str, browser: Any, width: int) -> None:
    elsewhere(every_page.people)
    context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce",
                                  service_workers="block")  # fmt: skip
    page = context.new_page()
    loaded: dict[str, int] = {}

    def weigh(response: Any) -> None:
        if response.status == 200 and response.url.startswith(site):
            body = response.body()
            text = response.headers.get("content-type", "").split(";")[0] not in ("font/woff2", "image/png")
            loaded[response.url.removeprefix(site)] = len(gzip.compress(body, 9)) if text else len(body)

    page.on("response", weigh)
    page.add_init_script(f"({NOTICE_SHIFT})()")
    page.goto(site, wait_until="networkidle")
    assert sum(loaded.values()) < BYTES, sorted(loaded.items(), key=lambda each: -each[1])[:12]
    assert len(loaded) < REQUESTS, len(loaded)
    assert page.evaluate("window.shift") < SHIFT
    fold = page.locator(".tidings").bounding_box() if width > 1000 else page.locator(".first-ways").bounding_box()
    assert fold and fold["y"] + fold["height"] <= 900, "seen without scrolling"
    context.close()


@pytest.mark.browser
@pytest.mark.slow
def test_from_the_first_page_to_the_first_explained_round(site: str, page: Any) -> None:
    page.goto(site)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/tournament/*/")
    mine = page.locator(".tile[data-mine]").first
    mine.wait_for()
    mine.click()
    page.locator(".tile[data-legal]").first.click()
    page.locator("[data-round-title]", has_text="2").wait_for()
    found = page.locator("[data-events] li")
    found.first.wait_for()
    assert found.count() >= 1, "what happened is told without being asked for"
