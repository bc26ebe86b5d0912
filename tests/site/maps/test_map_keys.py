"""A campaign by keyboard alone: from a territory to what can be ordered there, and back, whatever is ordered."""

from typing import Any

import pytest

from tests.site.test_campaign_looks import in_the_middle
from tests.site.test_campaign_page import play_now, round_is
from tests.waiting import wait_until
from tournaments.models import Round

pytestmark = pytest.mark.browser
HERE = """() => { const here = document.activeElement;
  return here.closest("[data-at]")?.dataset.at ?? (here.closest("[data-map-actions]") ? here.textContent : ""); }"""
IS_ON_MAP = "document.activeElement.matches('[data-at]')"


def focus(page: Any, at: str) -> None:
    page.locator(f'.map-cell[data-at="{at}"]').focus()
    page.wait_for_load_state("networkidle")  # what handles the keys is loaded with the first focus


def press(page: Any, *keys: str) -> str:
    """Press keys one after the other; return the territory or the action in focus then."""
    for key in keys:
        page.keyboard.press(key)
    return str(page.evaluate(HERE))


def test_tab_leads_from_a_chosen_territory_to_its_actions_and_back(site: str, page: Any) -> None:
    play_now(page, site, "Skirmish")
    focus(page, "A1")
    assert press(page, "Enter", "Tab") == "Place on A1"
    assert press(page, "Shift+Tab") == "A1"
    assert press(page, "Tab", "Escape") == "A1"
    assert press(page, "Escape", "Tab") not in ("A1", "Place on A1"), "nothing is chosen: Tab goes on as everywhere"


def test_the_tab_key_enters_a_map_where_something_can_be_ordered(site: str, page: Any) -> None:
    play_now(page, site, "Classic campaign")
    places = in_the_middle(page, "draft", pool=5)
    in_the_middle(page, "draft", pool=5, board={name: ("b3", "a7", "c2")[at % 3] for at, name in enumerate(places)})
    stop = page.locator('.map-cell[tabindex="0"]')
    page.locator(".map-cell[data-mine]").first.wait_for()
    assert stop.count() == 1 and stop.get_attribute("data-mine") is not None
    focus(page, list(places)[3])
    page.keyboard.press("Enter")
    assert stop.get_attribute("data-at") == list(places)[3], "from then on it is where the reader is"


def test_a_battle_is_planned_and_sent_by_keyboard_alone(site: str, page: Any) -> None:
    play_now(page, site, "Skirmish")
    focus(page, "A1")
    press(page, "Enter", "Tab", "Tab", "ArrowUp")
    assert press(page, "Enter") == "A1", "who has planned an order is on the map again"
    assert page.locator("#order-text").input_value() == "place A1 2"
    assert press(page, "o") == "Send order"
    press(page, "Enter")
    round_is(page, 1)
    assert dict(Round.objects.get(number=1).orders)["a"] == "place A1 2"
    wait_until(page, IS_ON_MAP)


def test_the_key_o_leads_to_the_orders_and_the_focus_stays_with_the_reader(site: str, page: Any) -> None:
    play_now(page, site, "Classic campaign")
    mine = page.locator(".map-cell[data-mine]").first
    mine.wait_for()
    name = mine.get_attribute("data-at")
    focus(page, name)
    for _ in range(2):
        assert press(page, "Enter", "Tab").startswith("Place on")
        left = page.locator("[data-stage]").text_content()
        press(page, "Enter")
        wait_until(page, f"document.querySelector('[data-stage]').textContent !== {left!r}")
        wait_until(page, IS_ON_MAP)
        assert page.evaluate(HERE) == name


def test_the_keys_are_told_and_the_map_is_described_by_them(site: str, page: Any) -> None:
    play_now(page, site, "Skirmish")
    page.get_by_text("Display and sound").click()
    keys = page.get_by_text("O from any to your orders")
    keys.wait_for()
    described = page.locator(".map-frame").get_attribute("aria-describedby")
    assert page.locator(f"#{described}").text_content() == keys.text_content()


def test_the_drawing_of_a_map_is_no_stop_of_the_tab_key(site: str, page: Any) -> None:
    play_now(page, site, "Skirmish")
    page.locator(".map-frame").focus()
    assert press(page, "Tab") == "A1"
