"""A room of the lab in two browsers: orders, rounds and pointing reach the other at once, by mouse, finger and keys."""

from typing import Any

import pytest

from tests.accessibility import list_violations
from tests.window import fits

pytestmark = pytest.mark.browser
BOARD = "A_3/_4/_a2_b/_3B"
POINTED = ".layer-pointers [data-pointed]"


def tile(page: Any, name: str) -> Any:
    return page.locator(f'.tile[data-tile="{name}"]')


def is_live(page: Any) -> None:
    page.locator("[data-lab-connection]", has_text="Live").wait_for()


def test_two_look_at_one_position_together(site: str, page: Any, browser: Any, page_errors: list[str]) -> None:
    page.goto(f"{site}/lab/?b={BOARD}")
    page.get_by_role("button", name="Look at this with me").click()
    page.wait_for_url("**/lab/rooms/*/")
    is_live(page)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    other = context.new_page()
    other.goto(page.locator("#room-link").input_value())
    is_live(other)
    page.locator("[data-lab-people]", has_text="Guest 2").wait_for()
    other.locator("[data-lab-people]", has_text="Guest 1").wait_for()
    tile(page, "D3").hover()
    other.locator('.layer-pointers [data-pointed="D3"]', has_text="Guest 1").wait_for()
    tile(other, "B3").tap()
    page.locator('.layer-pointers [data-pointed="B3"]', has_text="Guest 2").wait_for()
    tile(other, "B2").tap()
    page.locator(".lab-seats", has_text="B3-B2").wait_for()
    tile(page, "D3").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    other.locator(".lab-seats", has_text="D3-D2").wait_for()
    assert "B3-B2" in other.locator(".lab-seats").inner_text()
    page.get_by_role("link", name="Play the round").click()
    other.locator("h2", has_text="What happened in round 1").wait_for()
    other.locator('.piece[data-tile="D2"][data-seat="b"]').wait_for()
    late = context.new_page()
    late.goto(page.url)
    late.locator("h2", has_text="What happened in round 1").wait_for()
    late.close()
    other.get_by_role("link", name="What could happen to A").click()
    other.locator(".outlook tbody tr").first.wait_for()
    assert page.locator(".outlook tbody tr").count() == 0, "a question is the reader’s own"
    context.close()
    page.locator("[data-lab-people]", has_text="Guest 2").wait_for(state="detached")
    assert page.locator(POINTED).count() == 0
    page.get_by_role("link", name="Go on alone").click()
    page.wait_for_url(lambda url: "/lab/?b=" in url)
    page.get_by_role("button", name="Look at this with me").wait_for()
    assert page_errors == []


def test_pieces_are_set_up_together_and_a_lost_connection_comes_back(site: str, page: Any, browser: Any) -> None:
    page.goto(f"{site}/lab/?b={BOARD}")
    page.get_by_role("button", name="Look at this with me").click()
    is_live(page)
    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    is_live(other)
    context.set_offline(True)
    page.get_by_text("Set up the pieces").click()
    tile(page, "B3").drag_to(tile(page, "B1"))
    page.locator('.piece[data-tile="B1"][data-seat="a"]').wait_for()
    context.set_offline(False)
    other.locator('.piece[data-tile="B1"][data-seat="a"]').wait_for()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_while_somebody_points(site: str, browser: Any, scheme: str) -> None:
    contexts = [
        browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce", color_scheme=scheme)
        for width in (320, 1280)
    ]
    narrow, wide = (context.new_page() for context in contexts)
    wide.goto(f"{site}/lab/?b={BOARD}")
    wide.get_by_role("button", name="Look at this with me").click()
    is_live(wide)
    narrow.goto(wide.url)
    is_live(narrow)
    tile(wide, "C2").hover()
    narrow.locator(POINTED).wait_for()
    tile(narrow, "B3").focus()
    wide.locator(POINTED).wait_for()
    for page in (narrow, wide):
        assert list_violations(page) == []
        assert fits(page)
    for context in contexts:
        context.close()
