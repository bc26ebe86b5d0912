"""The first path of somebody who has read nothing: home, a casual battle, an order, a round that is explained."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.newcomer import Newcomer
from tests.patience import PATIENCE
from tests.window import fits

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROUNDS = 40
"""More than a first battle takes."""
MAX_CLICKS = 4
"""Into the battle, a piece, its destination; and on a touch screen whether it is meant."""
IN_VIEW = """one => { const {top, bottom, height} = one.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) > Math.min(height, innerHeight) / 2; }"""


def in_view(locator: Any) -> bool:
    """Return whether more than half of it is in view, without scrolling."""
    return bool(locator.first.evaluate(IN_VIEW))


@pytest.fixture(params=[1440, 390])
def newcomer(browser: Any, request: Any) -> Any:
    """Open a browser for a first visit, with a mouse at a desk or with a thumb."""
    small = request.param < 700
    context = browser.new_context(viewport={"width": request.param, "height": 844}, has_touch=small, is_mobile=small,
                                  locale="en-GB", reduced_motion="reduce")  # fmt: skip
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    yield page
    context.close()


def test_from_home_to_the_first_explained_round_without_help(
    site: str, newcomer: Any, record_property: Callable[[str, object], None]
) -> None:
    """Count the clicks up to a sent order; its seconds go into the report of the run, where one is written."""
    page, clicks = newcomer, 0
    page.goto(site)
    began = time.monotonic()
    way = page.get_by_role("button", name="Play now").first
    assert in_view(way), "the way into a battle is seen at once"
    way.click()
    clicks += 1
    piece = page.locator("[data-battle] [data-tile][data-mine]").first
    piece.wait_for()
    hint = page.locator("[data-coach-text]")
    assert "Your goal is the Emperor on C7" in hint.inner_text() and in_view(hint), "the goal is stated"
    assert page.locator("[data-coach-mark]").get_attribute("data-tile") == "C7", "and pointed at on the board"
    goal = page.locator("[data-battle] [data-tile][data-legal]").first
    assert goal.count() == 0, "no piece is chosen before its player chooses one"
    piece.click()
    clicks += 1
    goal.wait_for()
    assert in_view(page.locator("battle-board .board")), "so is the board"
    assert page.locator("details[open] .helptext").count() == 0, "nothing asks to be read first"
    assert hint.inner_text().startswith("The marked tiles are in reach"), "the next thing to do is said when it comes"
    assert goal.is_visible(), "where the piece can go is marked"
    goal.click()
    clicks += 1
    if page.viewport_size["width"] < 700:  # a thumb is asked; its question comes with a script of its own
        page.locator("[data-confirm]").get_by_role("button", name="Send order").click()
        clicks += 1
    record_property("clicks to a sent order", clicks)
    record_property("seconds to a sent order", round(time.monotonic() - began, 1))
    if page.viewport_size["width"] < 700:  # its newest line lies above the bar, and a tap shows the whole story
        page.locator("[data-sheet-handle]").click()
    page.get_by_text(re.compile(r"What happened in round 1\b")).first.wait_for()
    assert page.locator("[data-events] li").first.is_visible(), "what the round comes to, in a sentence or more"
    page.get_by_text(re.compile("Your first (round|collision)")).wait_for(state="attached")
    steps = page.locator("[data-steps] li").all_text_contents()
    assert len(steps) >= 2, "the order of each seat, and what came of it"
    assert any(re.search(r"[A-E]\d", sentence) for sentence in steps)
    assert page.locator("[data-why] li").count() >= 2, "for every piece that was moved or met, why it is where it is"
    assert clicks <= MAX_CLICKS
    assert fits(page)


def test_the_first_battle_is_understood_to_its_end_without_help(
    site: str, newcomer: Any, record_property: Callable[[str, object], None]
) -> None:
    """Go from the first page to the result: whether it was won, why, and what comes next. No time is judged."""
    visitor = Newcomer(newcomer, site)
    visitor.begin()
    assert "Your goal is the Emperor" in visitor.read_goal()
    assert visitor.order() and visitor.wait_for_round(2)
    record_property("seconds to the first round that is told", visitor.seconds)
    assert visitor.read_story(), "what the first round came to is told without being asked for"
    rounds = visitor.play_to_the_end(ROUNDS)
    record_property("rounds, clicks and seconds to the result", (rounds, visitor.clicks, visitor.seconds))
    result = visitor.read_result()
    assert re.match(r"You (won|lost)\b|Draw\b", result) and re.search(r"\bround", result), "and why, in a sentence"
    assert in_view(newcomer.locator("#result-title")), "without scrolling"
    assert visitor.read_next_step().startswith(("Next", "Rematch", "Play")), "one button leads on"
    assert newcomer.locator("details[open] .helptext").count() == 0
    assert fits(newcomer)
