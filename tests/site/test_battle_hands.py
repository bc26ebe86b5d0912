"""The battle page in the hand: a whole round with one thumb at 320 pixels; its film, its sounds, its stillness."""

import json
from typing import Any

import pytest

from tests.factories import play
from tests.site.beside import elsewhere, until
from tests.site.test_battle_page import answer, duel, open_view, order, round_words, set_up, visit  # noqa: F401
from tests.window import fits
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]
THUMB = 44
EAR = """window.heard = []; window.AudioContext = class { currentTime = 0; destination = {};
  createGain() { return {connect() {}, gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}}; }
  createOscillator() { return {connect() {}, frequency: {setValueAtTime() {}}, start: () => heard.push(1), stop() {}}; }
};"""
ENDLESS = """const wait = setTimeout;
  window.setTimeout = (act, delay, ...more) => delay === 2000 ? 0 : wait(act, delay, ...more);"""
SHIFTS = """new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const shift of list.getEntries())
  if (!shift.hadRecentInput) sum += shift.value; }).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 600); })"""


@pytest.fixture
def phone(browser: Any, site: str) -> Any:
    """Return a small phone, logged in as seat a of a duel."""
    tournament, session = elsewhere(set_up)
    context = browser.new_context(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True,
                                  reduced_motion="reduce", locale="en-GB")  # fmt: skip
    context.add_cookies([{"name": "session", "value": session, "url": site}])
    page = context.new_page()
    yield page, tournament
    context.close()


def small(page: Any, where: str) -> list[Any]:
    """Return the targets there that a thumb would miss."""
    return list(page.locator(where).evaluate_all(
        "(all, least) => all.filter(one => one.checkVisibility()).map(one => [one.outerHTML.slice(0, 80),"
        " ...(({width, height}) => [Math.round(width), Math.round(height)])(one.getBoundingClientRect())])"
        ".filter(([, width, height]) => Math.min(width, height) < least - 0.5)", THUMB))  # fmt: skip


def too_wide(page: Any) -> list[Any]:
    """Return what makes the page wider than the screen; parts that scroll by themselves do not."""
    if fits(page):
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
    assert small(page, ".battle-board .tile .whole, .rounds button, .order-bar button, .sheet-handle") == []
    tap(page, "C3")
    page.get_by_text("C3: choose where to").wait_for()
    page.locator("[data-sheet-handle]").tap()
    page.locator("[data-tile-facts]", has_text="Pawn of Ming").wait_for()
    page.locator("[data-sheet-handle]").tap()
    tap(page, "C4")
    page.get_by_text("Send the order C3 → C4?").wait_for()
    assert small(page, "[data-confirm] button") == []
    page.get_by_role("button", name="Cancel").tap()
    assert page.locator(".layer-order .arrow").count() == 0 and page.locator("[data-confirm]").is_hidden()
    tap(page, "C3")
    tap(page, "C4")
    page.locator("[data-yes]").tap()
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    answer(tournament, "B5-B4", 1)
    round_words(page, "2")
    page.locator('.piece[data-tile="C4"]').wait_for()
    page.reload()
    page.locator("[data-go=back]").tap()
    open_view(page)
    page.locator(".board-film button").first.wait_for()
    assert small(page, ".board-film button, .rounds button") == []
    assert too_wide(page) == []


def ready(tournament: Tournament) -> list[str]:
    return list(elsewhere(lambda: Round.objects.get(tournament=tournament, closed_at=None).ready))


def test_nothing_is_in_hand_at_first_and_an_order_is_taken_back(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    visit(page, site, duel)
    assert page.locator(".tile[data-legal]").count() == 0
    page.locator('.tile[data-tile="C4"]').click()
    assert page.locator("[data-confirm]").is_hidden() and ready(duel) == []
    order(page, "C3", "C4")
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    assert ready(duel) == ["a"]
    page.get_by_role("button", name="Take back").click()
    page.locator("[data-receipt]").wait_for(state="hidden")
    page.locator('[data-seat-row="a"]:not([data-ready])').wait_for()
    assert ready(duel) == [] and page.locator(".layer-order .arrow").count() == 0
    assert page.evaluate("localStorage.getItem('receipts')") == "[]"
    order(page, "C3", "C4")
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    page.reload()
    page.get_by_role("button", name="Take back").wait_for()


def test_a_tap_that_ends_the_round_can_be_undone(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    visit(page, site, duel)
    answer(duel, "B5-B4", 1)
    order(page, "C3", "C4")
    page.get_by_text("C3 → C4 ends the round: it is sent in two seconds.").wait_for()
    assert ready(duel) == ["b"]
    page.get_by_role("button", name="Undo").click()
    assert page.locator(".layer-order .arrow").count() == 0
    order(page, "B3", "B4")
    page.get_by_text("B3 → B4 ends the round").wait_for()
    page.locator('.tile[data-tile="C3"]').click()  # anything else takes it back, and chooses anew
    assert page.locator("[data-confirm]").is_hidden() and ready(duel) == ["b"]
    page.locator('.tile[data-tile="C4"]').click()
    round_words(page, "2")  # without a word it is sent
    assert elsewhere(lambda: dict(Round.objects.get(tournament=duel, number=1).orders)) == {"b": "B5-B4", "a": "C3-C4"}


def test_an_order_that_waits_for_its_two_seconds_is_sent_as_the_page_is_left(
    site: str,
    page: Any,
    duel: Tournament,  # noqa: F811
) -> None:
    page.add_init_script(ENDLESS)
    visit(page, site, duel)
    answer(duel, "B5-B4", 1)
    order(page, "C3", "C4")
    page.get_by_text("C3 → C4 ends the round: it is sent in two seconds.").wait_for()
    page.route(f"**/tournament/{duel.code}/", lambda route: None)  # what is sent when it is there may be lost
    page.evaluate("setTimeout(() => location.reload())")
    until(lambda: elsewhere(lambda: Round.objects.get(tournament=duel, number=1).closed_at is not None))


def test_an_order_without_a_connection_goes_out_when_there_is_one(
    site: str,
    page: Any,
    page_errors: list[str],
    duel: Tournament,  # noqa: F811
) -> None:
    visit(page, site, duel)
    page.context.set_offline(True)
    order(page, "C3", "C4")
    page.locator("[data-refused]", has_text="Not sent yet").wait_for()
    assert page.locator(".layer-order .arrow").count() == 1 and ready(duel) == []
    page.context.set_offline(False)
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    assert ready(duel) == ["a"] and page.locator("[data-refused]").count() == 0
    page.locator('.tile[data-tile="B3"]').click()
    page.locator("[data-tile-facts]", has_text="Pawn of Ming").wait_for()  # its panel could not be loaded before
    page_errors[:] = [error for error in page_errors if "ERR_INTERNET_DISCONNECTED" not in error]


def test_an_order_that_found_no_connection_in_its_round_is_said_to_be_lost(
    site: str,
    page: Any,
    page_errors: list[str],
    duel: Tournament,  # noqa: F811
) -> None:
    visit(page, site, duel)
    page.route("**/order", lambda route: route.abort())
    order(page, "C3", "C4")
    page.locator("[data-refused]", has_text="Not sent yet").wait_for()
    elsewhere(lambda: play(duel, {"a": "B3-B4", "b": "B5-B4"}))
    page.locator("[data-refused]", has_text="closed before your order could be sent").wait_for()
    page_errors[:] = [error for error in page_errors if "ERR_FAILED" not in error]


def test_a_double_click_sends_one_order_and_asks_for_no_other(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    visit(page, site, duel)
    page.evaluate("addEventListener('invalid', () => document.body.dataset.asked = '', true)")
    for number, typed in enumerate(("C3-C4", "C4-C5"), 1):
        answer(duel, "-", number)
        page.locator('[data-seat-row="b"][data-ready]').wait_for()
        page.locator("#order-text").fill(typed)
        page.locator("[data-order-form] button").dblclick(delay=60)
        round_words(page, str(number + 1))
    assert page.locator("[data-asked]").count() == 0 and page.locator("[data-refused]").count() == 0
    page.wait_for_timeout(500)
    page.locator("[data-order-form] button").click()
    page.locator("[data-asked]").wait_for()


def test_a_second_tap_confirms_where_that_is_chosen_and_keys_do_not_wait(
    site: str,
    page: Any,
    duel: Tournament,  # noqa: F811
) -> None:
    visit(page, site, duel)
    page.get_by_text("Display and sound").click()
    page.get_by_label("When an order from the board would end the round").select_option("tap")
    answer(duel, "B5-B4", 1)
    order(page, "C3", "C4")
    page.get_by_text("C3 → C4 ends the round: tap the tile again, or send it.").wait_for()
    page.locator('.tile[data-tile="C4"]').click()
    round_words(page, "2")
    answer(duel, "-", 2)
    page.locator('.tile[data-tile="B3"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    round_words(page, "3")


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_shifts_while_the_page_opens(site: str, browser: Any, duel: Tournament, page: Any, width: int) -> None:  # noqa: F811
    page.set_viewport_size({"width": width, "height": 800})
    for found in range(2):
        visit(page, site, duel)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(SHIFTS) < 0.02, "once with an empty cache, once with a full one" if found else "at first"


def test_the_whole_battle_is_a_film_with_an_address_for_each_round(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    visit(page, site, duel)
    for number, (own, other) in enumerate((("C3-C4", "B5-B4"), ("C4-B4", "-")), 1):
        order(page, *own.split("-"))
        page.locator("[data-receipt-order]", has_text=own).wait_for()
        answer(duel, other, number)
        round_words(page, str(number + 1))
    open_view(page)
    page.get_by_role("button", name="Play the whole battle").click()
    page.locator("[data-shown-round]", has_text="Round 1").wait_for()
    assert page.url.endswith("?round=1")
    page.locator("[data-shown-round]", has_text="Round 2").wait_for()
    page.locator('[data-go=play-all][aria-pressed="false"]').wait_for()
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
    page.get_by_text("Display and sound").click()
    button = page.get_by_role("button", name="Sounds")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    assert json.loads(page.evaluate("JSON.stringify(heard)")) == [], "this reader wants little motion"
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    page.get_by_text("Display and sound").click()
    assert button.get_attribute("aria-pressed") == "true"
    order(page, "B3", "B4")
    page.evaluate("new Promise(done => { const look = () => heard.length ? done() : setTimeout(look, 50); look(); })")
    button.click()
    assert button.get_attribute("aria-pressed") == "false"


COVERED = """() => {
  const bar = document.querySelector('[data-confirm]').getBoundingClientRect();
  const tiles = [...document.querySelectorAll('.tile[data-tile]')].filter(tile => {
    const at = tile.getBoundingClientRect();
    return at.bottom > bar.top + 0.5 && at.top < bar.bottom - 0.5 && at.right > bar.left && at.left < bar.right;
  }).map(tile => tile.dataset.tile);
  const buttons = [...document.querySelectorAll('[data-confirm] button')].filter(button => {
    const at = button.getBoundingClientRect();
    return document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2) !== button;
  }).length;
  return [tiles, buttons];
}"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (320, 640)])
def test_the_question_before_an_order_covers_no_tile(
    site: str,
    page: Any,
    duel: Tournament,  # noqa: F811
    size: tuple[int, int],
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script("localStorage.setItem('confirm-orders', 'always')")
    visit(page, site, duel)
    for scrolled in (0, 400):
        page.evaluate(f"scrollTo(0, {scrolled})")
        order(page, "C3", "C4")
        page.get_by_text("Send the order C3 → C4?").wait_for()
        assert page.evaluate(COVERED) == [[], 0], "no tile under it, and nothing over its buttons"
        page.get_by_role("button", name="Cancel").click()
    height = page.locator("[data-order-bar]").bounding_box()["height"]
    page.evaluate("localStorage.setItem('confirm-orders', 'never')")
    order(page, "B3", "B4")
    page.locator("[data-yes]").click()
    page.locator("[data-receipt-order]", has_text="B3-B4").wait_for()
    assert page.locator("[data-order-bar]").bounding_box()["height"] == height, "what is sent makes the bar no higher"


CUT = """() => {
  const card = document.querySelector('.result'), at = card.getBoundingClientRect();
  const cut = [];
  for (let one = card; one; one = one.parentElement)
    if (getComputedStyle(one).overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1)
      cut.push(one.className);
  const story = document.querySelector('.story').getBoundingClientRect();
  const isApart = !story.height || story.top >= at.bottom || story.bottom <= at.top || story.left >= at.right;
  return [cut.filter((name) => name !== ''), isApart];
}"""


def test_the_result_is_shown_whole_beside_the_story(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    for number in range(1, 5):
        elsewhere(lambda number=number: play(duel, {"a": f"C{number + 2}-C{number + 3}"}))
    page.goto(f"{site}/tournament/{duel.code}/")
    for width, height in ((1440, 900), (1280, 720), (1024, 768), (390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [[], True], (width, height)
        assert too_wide(page) == []
