"""Pages on a phone: none is wider than it, in any language; and every order can be read and given on one."""

from typing import Any

import pytest

from dynasty.models import User
from tests import battle_pictures
from tests.security.world import open_client
from tests.site import every_page
from tests.site.beside import elsewhere
from tests.waiting import wait_until

pytestmark = pytest.mark.browser
PAGES = ("/rules/", "/ranking/", "/ranking/?people", "/play/", "/treasury/", "/account/email/")
LANGUAGES = ("en", "es", "ca")
WIDER = """() => document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth
  ? document.documentElement.scrollWidth : 0"""
ASKED = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const asked = document.querySelector("[data-question]"), bar = box("[data-order-bar]");
  const faults = [];
  if (asked.scrollWidth > asked.clientWidth || asked.clientWidth < 250) faults.push(`${asked.clientWidth} wide`);
  for (const part of ["[data-question]", "[data-yes]", "[data-no]"])
    if (box(part).top < bar.top || box(part).bottom > Math.min(bar.bottom, innerHeight)) faults.push(`${part} is cut`);
  for (const part of ["[data-yes]", "[data-no]"])
    if (box(part).height < 43.5 || box(part).height > 45 || box(part).width < 43.5) faults.push(`${part} is too small`);
  return faults;
}"""
"""What a finger or an eye would miss of the question before an order."""
PLAYABLE = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const board = box("battle-board svg.board"), bar = box("[data-order-bar]"), nav = box(".site-nav");
  const faults = [];
  if (board.top < 0 || board.bottom > bar.top + 1) faults.push(`the board: ${board.top} to ${board.bottom}`);
  if (bar.bottom > innerHeight + 1) faults.push(`the bar ends at ${bar.bottom}`);
  if (nav.top < innerHeight && nav.bottom > bar.top) faults.push(`the ways through the site: ${nav.top}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("too wide");
  return faults;
}"""

UNDER = """() => [...document.querySelectorAll(".choices label:has(input)")].flatMap(label => {
  const words = document.createRange(), box = label.querySelector("input").getBoundingClientRect();
  words.selectNodeContents(label);
  const text = [...words.getClientRects()].filter(each => each.left > box.right);
  return Math.min(...text.map(each => each.top)) < box.bottom ? [] : [label.textContent.trim()];
})"""
"""The words of choices that begin under their box."""


def prepare() -> str:
    """Fill the world; return the session of a dynasty with a long address."""
    every_page.people()
    user = User.objects.get(dynasty__name="Aurelia")
    user.email = "aurelia.of.the.seven.hills@mail.example.org"
    user.save()
    return str(open_client(user).cookies["session"].value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_is_wider_than_a_phone(site: str, browser: Any, language: str) -> None:
    session, found = elsewhere(prepare), dict[str, int]()
    with browser.new_context(locale=language, viewport={"width": 390, "height": 844}) as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        tab = context.new_page()
        for path in PAGES:
            for width in (320, 390):
                tab.set_viewport_size({"width": width, "height": 844})
                tab.goto(site + path, wait_until="load")
                wait_until(tab, f"innerWidth === {width}")
                if wide := tab.evaluate(WIDER):
                    found[f"{path} {width}"] = wide
    assert found == {}


def test_examples_that_are_not_laid_out_yet_take_height_and_no_width(site: str, page: Any) -> None:
    page.goto(f"{site}/rules/")
    style = "one => [getComputedStyle(one).containIntrinsicWidth, getComputedStyle(one).containIntrinsicHeight]"
    width, height = page.locator(".example").first.evaluate(style)
    assert "px" not in width and "px" in height


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_before_an_order_can_be_read(site: str, browser: Any, language: str) -> None:
    battle, session = elsewhere(battle_pictures.fight)
    with browser.new_context(locale=language, has_touch=True, is_mobile=True, reduced_motion="reduce") as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        context.add_init_script("localStorage.setItem('confirm-orders', 'always')")
        tab = context.new_page()
        for width in (320, 360, 390):
            tab.set_viewport_size({"width": width, "height": 640})
            tab.goto(f"{site}/tournament/{battle.code}/")
            for tile in ("C3", "C4"):
                tab.locator(f'.tile[data-tile="{tile}"]').tap()
            tab.locator("[data-question]").wait_for()
            assert tab.evaluate(ASKED) == [], width


@pytest.mark.parametrize("size", [(844, 390), (720, 450), (667, 375), (640, 360), (1024, 420)])
def test_the_whole_board_can_be_played_on_a_phone_held_sideways(site: str, browser: Any, size: tuple[int, int]) -> None:
    battle, session = elsewhere(battle_pictures.fight)
    window = {"width": size[0], "height": size[1]}
    with browser.new_context(viewport=window, has_touch=True, is_mobile=True, reduced_motion="reduce") as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        tab = context.new_page()
        tab.goto(f"{site}/tournament/{battle.code}/")
        tab.locator("battle-board .tile").first.wait_for()
        assert tab.evaluate(PLAYABLE) == []
        for tile in ("C3", "C4"):
            tab.locator(f'.tile[data-tile="{tile}"]').tap()
        tab.locator("[data-yes]").tap()
        tab.locator("[data-receipt-order]", has_text="C3-C4").wait_for()


def test_without_scripts_the_board_has_the_width_of_the_phone(site: str, browser: Any) -> None:
    battle, session = elsewhere(battle_pictures.fight)
    window = {"width": 390, "height": 844}
    with browser.new_context(viewport=window, java_script_enabled=False) as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        tab = context.new_page()
        tab.goto(f"{site}/tournament/{battle.code}/")
        assert tab.locator("battle-board").bounding_box()["width"] > 350
        assert tab.locator("battle-board svg").first.bounding_box()["width"] > 250


def test_the_name_of_the_own_emperor_has_room_beside_the_board(site: str, browser: Any) -> None:
    battle, session = elsewhere(battle_pictures.fight)
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        tab = context.new_page()
        tab.goto(f"{site}/tournament/{battle.code}/")
        name_there = tab.locator('[data-seat-row="a"] .who b')
        name_there.evaluate("one => (one.textContent = 'Dorothea')")
        assert name_there.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_need_two_lines_stand_beside_their_box(site: str, browser: Any, language: str) -> None:
    session = elsewhere(prepare)
    with browser.new_context(locale=language, viewport={"width": 390, "height": 844}) as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        tab = context.new_page()
        for path in ("/court/settings/tokens/", "/court/settings/webhooks/"):
            tab.goto(site + path, wait_until="load")
            assert tab.evaluate(UNDER) == [], path
