"""The battle page in the hand: a whole round with one thumb at 320 pixels; its film, its sounds, its stillness."""

import json
from typing import Any

import pytest

from tests.site.test_battle_page import answer, duel, order, round_words, set_up, visit  # noqa: F401
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]
THUMB = 44
EAR = """window.heard = []; window.AudioContext = class { currentTime = 0; destination = {};
  createGain() { return {connect() {}, gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}}; }
  createOscillator() { return {connect() {}, frequency: {setValueAtTime() {}}, start: () => heard.push(1), stop() {}}; }
};"""
SHIFTS = """new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const shift of list.getEntries())
  if (!shift.hadRecentInput) sum += shift.value; }).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 600); })"""


@pytest.fixture
def phone(browser: Any, site: str) -> Any:
    """A small phone, logged in as seat a of a duel."""
    from tests.site.test_battle_page import elsewhere

    tournament, session = elsewhere(set_up)
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True,
                                  reduced_motion="reduce", locale="en-GB")  # fmt: skip
    context.add_cookies([{"name": "session", "value": session, "url": site}])
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page, tournament
    context.close()


def small(page: Any, where: str) -> list[Any]:
    """The targets there that a thumb would miss."""
    return list(page.locator(where).evaluate_all(
        "(all, least) => all.filter(one => one.checkVisibility()).map(one => [one.outerHTML.slice(0, 80),"
        " ...(({width, height}) => [Math.round(width), Math.round(height)])(one.getBoundingClientRect())])"
        ".filter(([, width, height]) => Math.min(width, height) < least - 0.5)", THUMB))  # fmt: skip


def too_wide(page: Any) -> list[Any]:
    """What makes the page wider than the screen; parts that scroll by themselves do not."""
    if page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        return []
    return list(page.locator("body *").evaluate_all(
        "all => all.filter(one => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 0.5)"
        ".map(one => one.outerHTML.slice(0, 90)).slice(0, 6)"))  # fmt: skip


def tap(page: Any, name: str) -> None:
    page.locator(f'.tile[data-tile="{name}"]').tap()


def test_a_whole_round_with_one_thumb_at_320_pixels(site: str, phone: Any) -> None:
    page, tournament = phone
    visit(page, site, tournament)
    assert too_wide(page) == []
    assert small(page, ".battle-board .tile .whole, .rounds button, .order-card button, .board-controls button") == []
    page.get_by_text("Settings of this browser").tap()
    page.get_by_label("Confirm orders before they are given").select_option("touch")
    tap(page, "C3")
    page.locator("[data-tile-facts]", has_text="Pawn of Ming").wait_for()
    tap(page, "C4")
    page.get_by_text("Give the order C3-C4?").wait_for()
    assert small(page, "[data-confirm] button") == []
    page.get_by_role("button", name="Not yet").tap()
    assert page.locator(".layer-order .arrow").count() == 0 and page.locator("[data-confirm]").is_hidden()
    tap(page, "C3")
    tap(page, "C4")
    page.locator("[data-yes]").tap()
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    answer(tournament, "B5-B4", 1)
    round_words(page, "2")
    page.locator('.piece[data-tile="C4"]').wait_for()
    page.reload()
    assert page.evaluate("localStorage.getItem('confirm-orders')") == "touch"
    page.locator("[data-go=back]").tap()
    page.locator(".board-film button").first.wait_for()
    assert small(page, ".board-film button, .rounds button") == []
    assert too_wide(page) == []


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_shifts_while_the_page_opens(site: str, browser: Any, duel: Tournament, page: Any, width: int) -> None:  # noqa: F811
    page.set_viewport_size({"width": width, "height": 800})
    for seen in range(2):
        visit(page, site, duel)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(SHIFTS) < 0.05, "once with an empty cache, once with a full one" if seen else "at first"


def test_the_whole_battle_is_a_film_with_an_address_for_each_round(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    visit(page, site, duel)
    for number, (own, other) in enumerate((("C3-C4", "B5-B4"), ("C4-B4", "-")), 1):
        order(page, *own.split("-"))
        page.locator("[data-receipt-order]", has_text=own).wait_for()
        answer(duel, other, number)
        round_words(page, str(number + 1))
    page.get_by_role("button", name="Play the whole battle").click()
    page.locator("[data-shown-round]", has_text="Round 1").wait_for()
    assert page.url.endswith("?round=1")
    page.locator("[data-shown-round]", has_text="Round 2").wait_for()
    page.locator('[data-go=film][aria-pressed="false"]').wait_for()
    page.get_by_role("slider", name="Rounds").press("ArrowLeft")
    page.locator("[data-shown-round]", has_text="Round 1").wait_for()
    page.get_by_text("Share or try this round").click()
    assert page.get_by_label("Link").input_value() == f"{site}/tournament/{duel.code}/?round=1"
    page.goto(page.get_by_label("Link").input_value())
    page.locator("[data-shown-round]", has_text="Round 1").wait_for()
    page.locator('.tile[data-tile="C4"]').focus()
    page.keyboard.press("PageDown")
    page.locator("[data-shown-round]", has_text="Round 2").wait_for()
    page.locator("[data-go=now]").click()
    assert "round=" not in page.url


def test_sounds_are_made_only_where_they_are_wanted(site: str, browser: Any, duel: Tournament, page: Any) -> None:  # noqa: F811
    page.add_init_script(EAR)
    visit(page, site, duel)
    order(page, "C3", "C4")
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    page.get_by_text("Settings of this browser").click()
    button = page.get_by_role("button", name="Sounds")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    assert json.loads(page.evaluate("JSON.stringify(heard)")) == [], "this reader wants little motion"
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.get_by_text("Settings of this browser").click()
    assert button.get_attribute("aria-pressed") == "true"
    order(page, "B3", "B4")
    page.evaluate("new Promise(done => { const look = () => heard.length ? done() : setTimeout(look, 50); look(); })")
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
