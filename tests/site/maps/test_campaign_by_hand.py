"""What a player who reads nothing meets on the page of a campaign: one way on at a time, in words."""

import re
from typing import Any

import pytest

from tests.site.test_campaign_looks import in_the_middle
from tests.site.test_campaign_page import place_armies, play_now
from tests.window import fits

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def count_primary(page: Any) -> int:
    return int(page.locator("[data-order-bar] .button.primary:visible").count())


@pytest.mark.parametrize("width", [1440, 390])
def test_while_an_order_can_be_undone_one_button_is_primary(site: str, page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    play_now(page, site, "Skirmish")
    place_armies(page)
    assert count_primary(page) == 1
    before = page.locator(".map-acts .primary").bounding_box()
    page.locator(".map-acts .primary").click()
    page.get_by_role("button", name="Send now").wait_for()
    assert count_primary(page) == 1 and fits(page)
    after = page.locator("[data-yes]").bounding_box()
    if width == 1440:
        assert abs(before["x"] + before["width"] - after["x"] - after["width"]) < 2, "a second tap there sends it"
    page.locator("[data-yes]").click()
    page.get_by_text(re.compile(r"Round 1\b")).first.wait_for()


def test_a_touch_on_a_button_that_names_the_order_is_not_asked_about(site: str, browser: Any) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()
    play_now(page, site, "Classic campaign")
    in_the_middle(page, "draft", pool=5)
    page.locator('.map-cell[data-at="icemoor"]').tap(force=True)
    title = page.locator("[data-bar-title]")
    title.get_by_text("Icemoor", exact=True).wait_for()
    page.get_by_role("button", name="Place on Icemoor").tap()
    page.locator("[data-stage]", has_text="To place: 4").wait_for()
    assert page.locator("[data-confirm]").is_hidden() and title.text_content() == "Your turn"
    page.get_by_text("Display and sound").tap()
    page.get_by_label("Confirm orders before they are sent").select_option("always")
    page.locator('.map-cell[data-at="icemoor"]').tap(force=True)
    page.get_by_role("button", name="Place on Icemoor").tap()
    page.get_by_text("Send this order?").wait_for()
    context.close()


def test_cards_are_traded_from_the_bar_by_choosing_them(site: str, page: Any) -> None:
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")
    play_now(page, site, "Classic campaign")
    in_the_middle(page, "draft", pool=3)
    page.get_by_role("button", name="Trade cards").click()
    tray = page.locator("[data-cards]")
    tray.get_by_text("A set: three equal symbols, or one of each.").wait_for()
    assert page.locator(".map-card").first.evaluate("card => card === document.activeElement")
    trade = "document.querySelector('battle-map').forms.find(({do: verb}) => verb === 'trade').cards"
    for card in page.evaluate(trade):
        tray.locator(f'[data-card="{card}"]').click()
    brings = tray.get_by_text(re.compile(r"^Brings \d+ armies\.$"))
    brings.wait_for()
    armies = 3 + int(re.findall(r"\d+", brings.text_content())[0])
    tray.get_by_role("button", name="Trade these three").click()
    stage = page.locator("[data-stage]", has_text=f"To place: {armies}")
    stage.wait_for()
    box = stage.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"], "back where they are placed"
    assert not page.get_by_role("button", name="Trade cards").count() and fits(page)


def test_without_a_script_the_bar_leads_to_where_orders_are_written(site: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/casual/")
    page.get_by_role("button", name="Classic campaign", exact=True).click()
    assert page.get_by_text("Choose a territory").is_hidden()
    page.locator("[data-order-bar]").get_by_role("link", name="Write your orders").click()
    page.locator("#order-text").wait_for(state="visible")
    context.close()
