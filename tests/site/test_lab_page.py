"""The lab in a real browser: by mouse, by keyboard and without a script; nothing leaves the page but its address."""

from typing import Any

import pytest

from tests.accessibility import list_violations
from tests.window import fits

pytestmark = pytest.mark.browser
BOARD = "A_3/_4/_a2_b/_3B"


def tile(page: Any, name: str) -> Any:
    return page.locator(f'.tile[data-tile="{name}"]')


def test_orders_a_round_its_reasons_undo_and_the_outlook(site: str, page: Any) -> None:
    page.goto(f"{site}/lab/?b={BOARD}")
    tile(page, "B3").click()
    tile(page, "D3").click()
    page.locator(".lab-seats", has_text="B3-D3").wait_for()
    assert "o=a.B3-D3" in page.url
    assert page.locator(".layer-order .arrow.revealed[data-seat=a]").count() == 1
    page.get_by_role("link", name="What could happen to A").click()
    page.get_by_text("Exact: all").wait_for()
    assert page.locator(".outlook tbody tr").count() == 2
    page.get_by_role("link", name="Play the round").click()
    page.locator('.piece[data-tile="D3"][data-seat="a"]').wait_for()
    page.get_by_text("It was ordered to D3.").first.wait_for(state="attached")
    page.get_by_role("link", name="Undo").click()
    page.locator('.piece[data-tile="D3"][data-seat="b"]').wait_for()
    page.go_back()
    page.locator('.piece[data-tile="D3"][data-seat="a"]').wait_for()


def test_by_keyboard_and_notation_with_a_refusal(site: str, page: Any, page_errors: list[str]) -> None:
    page.goto(f"{site}/lab/?b={BOARD}")
    page.locator("#lab-give").fill("a1-a9")
    page.keyboard.press("Enter")
    page.get_by_text("That path leaves the board.").wait_for()
    page_errors.clear()
    page.locator("#lab-give").fill("a1-a2")
    page.keyboard.press("Enter")
    page.locator(".lab-seats", has_text="A1-A2").wait_for()
    tile(page, "D3").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.locator(".lab-seats", has_text="D3-D2").wait_for()


def test_pieces_are_set_up_by_hand_and_by_keyboard(site: str, page: Any, page_errors: list[str]) -> None:
    page.goto(f"{site}/lab/?b={BOARD}")
    page.get_by_text("Set up the pieces").click()
    tile(page, "B3").drag_to(tile(page, "B1"))
    page.locator('.piece[data-tile="B1"][data-seat="a"]').wait_for()
    page.locator("[name=brush][value=emperor]").check()
    page.locator("[name=brush-seat][value=c]").check()
    tile(page, "C2").focus()
    page.keyboard.press("Enter")
    page.locator('.piece[data-tile="C2"][data-seat="c"]').wait_for()
    assert "set=" not in page.url and "C" in page.url.split("b=")[1]
    page.locator("[name=brush][value=nothing]").check()
    tile(page, "B1").click()
    page.locator('.piece[data-tile="B1"]').wait_for(state="detached")
    page.get_by_text("Set up the pieces").click()
    page.locator("#lab-give").fill("c2-c1")
    page.keyboard.press("Enter")
    page.locator(".lab-seats", has_text="C2-C1").wait_for()
    assert page_errors == []


def test_setting_up_says_nothing_of_where_pieces_may_be_ordered(site: str, page: Any, page_errors: list[str]) -> None:
    page.goto(f"{site}/lab/?b={BOARD}")
    assert "can go to" in tile(page, "B3").get_attribute("aria-label")
    page.get_by_text("Set up the pieces").click()
    page.locator("battle-board[data-setup]").wait_for()
    labels = page.locator(".tile").evaluate_all("tiles => tiles.map((tile) => tile.ariaLabel).join()")
    assert "can go" not in labels and "pawn of A" in labels
    tile(page, "B3").click()
    page.locator("battle-board [aria-live]", has_text="B3 is in your hand. Choose the tile to put it on.").wait_for()
    page.get_by_text("Set up the pieces").click()
    page.locator('.tile[data-tile="B3"][aria-selected="false"][aria-label*="can go to"]').wait_for()


def test_without_a_script(site: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/lab/?b={BOARD}")
    page.locator("#lab-give").fill("b3-c3")
    page.get_by_role("button", name="Send order").click()
    page.get_by_role("link", name="Play the round").click()
    assert page.get_by_role("cell", name="pawn of A, experience 3").is_visible()
    assert page.get_by_text("A: B3 to C3.").is_visible()
    context.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing(site: str, browser: Any, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    for address in (f"/lab/?b={BOARD}&o=a.B3-C3;&look=a", "/cases/", "/cases/11.01/"):
        page.goto(f"{site}{address}")
        assert list_violations(page) == []
        assert fits(page), address
    context.close()
