"""How battles are shown, chosen on the page of one: kept in the account, for guests in the browser."""

import os
from pathlib import Path
from typing import Any

import pytest

from dynasty.models import User
from tests.factories import found
from tests.site.beside import until
from tests.site.test_campaign_looks import faults
from tests.site.test_campaign_page import play_now
from tests.site.test_talk_page import enter

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PICTURES = os.environ.get("DISPLAY_PICTURES", "")
COLOUR = "getComputedStyle(document.documentElement).getPropertyValue('--army-a')"
DICE = """() => {
  const dice = document.querySelector(".map-dice");
  dice.hidden = false; // as after a roll
  return getComputedStyle(dice).display !== "none";
}"""
USUAL, CLEAR = "#2358a5", "#1e3ccc"


def choose(page: Any, label: str, value: str) -> None:
    field = page.get_by_role("combobox", name=label)
    if not field.is_visible():
        page.get_by_text("Display and sound").click()
    field.select_option(value)


def shoot(page: Any, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("is_member", [True, False], ids=["account", "guest"])
def test_colours_and_dice_are_chosen_on_a_battle_and_come_again(site: str, page: Any, is_member: bool) -> None:
    page.emulate_media(reduced_motion="reduce")
    house = found("Reader")
    if is_member:
        enter(page, site, house)
    play_now(page, site, "Classic campaign")
    assert page.evaluate(COLOUR) == USUAL
    assert page.evaluate(DICE)
    choose(page, "Colours of the seats", "clear")
    choose(page, "Dice", "off")
    choose(page, "How rounds are played back", "fast")
    assert page.evaluate(COLOUR) == CLEAR and not page.evaluate(DICE)
    kept = {"palette": "clear", "speed": "fast", "dice": "off"} if is_member else {}
    until(lambda: User.objects.get(pk=house.user.pk).display == kept)
    stored = page.evaluate("['palette', 'dice', 'speed'].map(name => localStorage.getItem(name))")
    assert stored == ([None] * 3 if is_member else ["clear", "off", "fast"])
    page.reload()
    page.locator(".map-frame svg").wait_for()
    assert page.evaluate(COLOUR) == CLEAR and not page.evaluate(DICE)
    page.get_by_text("Display and sound").click()
    shown = page.locator("[data-remember]").evaluate_all(
        "all => Object.fromEntries(all.map(each => [each.dataset.remember, each.value]))"
    )
    assert shown == {"palette": "clear", "speed": "fast", "dice": "off"}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 900})
            assert not faults(page), (theme, width)
            shoot(page, f"{'member' if is_member else 'guest'}-{theme}-{width}")


def test_the_account_page_holds_them_all(site: str, page: Any) -> None:
    house = found("Reader")
    enter(page, site, house)
    page.goto(f"{site}/court/settings/")
    page.get_by_label("Preferred map").select_option(label="The Lake Country")
    page.get_by_label("Dice of campaigns").select_option("off")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert User.objects.get(pk=house.user.pk).display == {"dice": "off", "map": "lake"}
    shoot(page, "settings")
    page.goto(f"{site}/casual/?game=campaign.escalation")
    assert page.get_by_label("Battlefield").input_value() == "lake"
