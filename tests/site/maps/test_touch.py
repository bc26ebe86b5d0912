"""A map under fingers: pinched, dragged, held for details, and several territories chosen by tapping."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.campaign.test_platform import begin, play_on
from tests.site.test_campaign_looks import faults
from tests.site.test_campaign_page import play_now
from tournaments.services import task_queue

pytestmark = pytest.mark.browser
Point = tuple[float, float]


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True,
                                  reduced_motion="reduce", locale="en-GB", service_workers="block")  # fmt: skip
    page = context.new_page()
    yield page
    context.close()


def touch(page: Any, *steps: tuple[Point, ...], hold: int = 0) -> None:
    """Move as many fingers as each step has points from step to step, and lift them."""
    client = page.context.new_cdp_session(page)
    for number, points in enumerate(steps):
        fingers = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        client.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": fingers}
        )
        page.wait_for_timeout(30)
    page.wait_for_timeout(hold)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Any, selector: str) -> Point:
    """Return the middle of a part, after scrolling to where no bar lies over it."""
    page.locator(selector).first.evaluate("part => part.scrollIntoView({block: 'center', inline: 'center'})")
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scroll(page: Any) -> list[float]:
    found: list[float] = page.locator(".map-frame").evaluate("frame => [frame.scrollLeft, frame.scrollTop]")
    return found


def test_a_pinch_enlarges_the_map_and_a_finger_moves_it(site: str, phone: Any) -> None:
    phone.goto(f"{site}/maps/world/")
    phone.locator(".map-cell").first.wait_for()
    x, y = middle(phone, ".map-frame")
    width = "() => document.querySelector('.map-frame svg').getBoundingClientRect().width"
    before = phone.evaluate(width)
    pinch = [((x - apart, y), (x + apart, y)) for apart in range(30, 95, 8)]
    touch(phone, *pinch)
    if phone.evaluate(width) == before:
        touch(phone, *pinch)  # what zooms had not come yet
    assert phone.evaluate(width) > 1.5 * before
    assert phone.evaluate("visualViewport.scale") == 1, "the map grows, not the page"
    at = scroll(phone)
    touch(phone, *[((x - far, y - far),) for far in range(0, 121, 10)])
    phone.wait_for_timeout(200)
    assert scroll(phone)[0] > at[0] + 50 and scroll(phone)[1] > at[1] + 20
    assert phone.locator(".map-mini .map-view").count() == 1
    assert not phone.locator("dialog[open]").count(), "what moves is no long press"
    touch(phone, *pinch[::-1])
    touch(phone, *pinch[::-1])
    assert phone.evaluate(width) == pytest.approx(before, rel=0.02)


def test_a_territory_that_is_held_tells_what_is_known_of_it(site: str, phone: Any) -> None:
    play_now(phone, site, "Skirmish")
    place = phone.locator('.map-cell[data-at="A1"]')
    touch(phone, (middle(phone, '.map-cell[data-at="A1"]'),), hold=650)
    dialog = phone.locator("dialog[open]")
    dialog.get_by_role("heading", name="A1").wait_for()
    neighbours = dialog.locator("li b").all_text_contents()
    assert sorted(neighbours) == ["A2", "B1"]
    assert re.search(r"army|armies|nobody", dialog.inner_text())
    assert not faults(phone)
    assert not phone.locator(".map-cell[data-chosen]").count(), "nothing is chosen by it"
    dialog.get_by_role("button", name="Close").tap()
    dialog.wait_for(state="detached")
    place.tap()
    assert phone.locator(".map-cell[data-chosen]").count() == 1, "a tap still chooses"


def test_several_territories_are_chosen_by_holding_one_and_tapping_others(site: str, phone: Any) -> None:
    play_now(phone, site, "Simultaneous campaign")
    phone.locator(".map-group, .map-acts button", has_text="Select several").first.wait_for()
    cells = phone.locator('.map-cell[data-seat="a"]')
    first, second = (cells.nth(at).get_attribute("data-at") for at in range(2))
    army = '.map-cell[data-at="%s"]'
    touch(phone, (middle(phone, army % first),), hold=650)
    phone.locator("dialog[open]").get_by_role("button", name="Select several").tap()
    phone.locator(army % second).tap(force=True)
    assert phone.locator(".map-cell[data-chosen]").count() == 2
    phone.get_by_role("button", name="Share out new armies").tap()
    lines = phone.locator("#order-text").input_value().split("\n")
    assert sorted(line.split()[1] for line in lines) == sorted([first, second])


def test_the_other_button_of_the_mouse_and_a_key_tell_it_too(site: str, page: Any) -> None:
    page.goto(f"{site}/maps/world/")
    page.locator('.map-cell[data-at="alaska"]').click(button="right")
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("heading", name="Alaska").wait_for()
    assert dialog.get_by_text("around the edge").count() == 1
    assert dialog.get_by_text(re.compile(r"North America \+5")).count() == 1
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.locator('.map-cell[data-at="brazil"]').focus()
    assert page.evaluate("Boolean(document.querySelector('battle-map').details)")
    page.keyboard.press("i")
    dialog.get_by_role("heading", name="Brazil").wait_for()


SMALL = """() => [...document.querySelectorAll('main a, main button, main summary, main select')].filter((part) => {
  const { width, height } = part.getBoundingClientRect();
  return width && height && height < 44 && getComputedStyle(part).visibility !== 'hidden' && !part.closest('p, svg');
}).map((part) => part.textContent.trim())"""


def test_everything_beside_a_map_is_large_enough_and_the_map_as_wide_as_a_phone(site: str, phone: Any) -> None:
    play_now(phone, site, "Simultaneous campaign")
    phone.locator(".map-regions button").first.wait_for()
    assert phone.evaluate(SMALL) == []
    frame = phone.locator(".map-frame").bounding_box()
    assert (frame["x"], frame["width"]) == (0, 390)
    assert not faults(phone)


def test_the_final_standings_begin_with_the_name_and_its_figures_below(
    site: str, phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, _emperors = begin("skirmish", rules={"round_limit": 2})
    with monkeypatch.context() as alone:
        alone.setattr(task_queue, "_enqueue", lambda task, arguments: None)  # the site would close the rounds first
        play_on(tournament)
    phone.goto(f"{site}/tournament/{tournament.code}/")
    row = phone.locator(".standings tbody tr").first
    name, place, until = (row.locator(part).bounding_box() for part in ("th", "td >> nth=0", "td >> nth=-1"))
    assert name["x"] == place["x"] == until["x"] and name["y"] < place["y"] < until["y"]
    start = "cell => getComputedStyle(cell).textAlign"
    assert {row.locator(part).first.evaluate(start) for part in ("th", "td")} == {"start"}
