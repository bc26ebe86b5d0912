"""A whole game without eyes: from registration to victory with the keyboard alone, by what a screen reader is told.

Nothing here looks at the picture of the board, presses the mouse, or asks the server behind the page's back. It reads
the table of the board, names and roles, and what the live regions say; it goes from one thing to the next with Tab.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Error

from core import clock
from tests import factories
from tests.patience import PATIENCE
from tournaments.domain import terms
from tournaments.models import Tournament
from tournaments.services import announcements, house_players

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]
ROUNDS = 3
MAX_TABS = 120
LISTEN = """() => { window.heard = []; const keep = node => { const words = node.textContent.trim();
  if (words) window.heard.push(words); };
  new MutationObserver(changes => { for (const {target} of changes) {
    const element = target.nodeType === 1 ? target : target.parentElement;
    const region = element && element.closest('[aria-live]:not([aria-live=off]), [role=status], [role=alert]');
    if (region) keep(region); } }).observe(document, {subtree: true, childList: true, characterData: true}); }"""
FOCUSED = """() => { const here = document.activeElement; if (!here || here === document.body) return ['', '', ''];
  const label = here.getAttribute('aria-label') || (here.labels && here.labels[0] && here.labels[0].textContent)
    || here.textContent || here.value || '';
  return [here.tagName.toLowerCase(), here.getAttribute('name') || '', label.replace(/\\s+/g, ' ').trim()]; }"""


def elsewhere(work: Any) -> Any:
    def done() -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(done).result(20)


def set_up() -> Tournament:
    """Create a duel against a computer; a player with a piece left after three rounds wins."""
    house_players.found_houses()
    cup = announcements.announce(
        organiser=None, title="The Quiet Cup", type="gift", game="emperors", field="duel-2", seats=2,
        rules={"goals": [f"survive({ROUNDS},0)"], "leaderless": "fight_on"}, round_seconds=600,
        terms=terms.read({"prize": {"gold": 10}, "fill": "random"}), starts_at=clock.now() + factories.HOUR,
    )  # fmt: skip
    house_players.seat_house(cup, "b", "random")
    return cup


def until_over(cup: Tournament) -> None:
    """Wait for the end of the battle."""
    for _ in range(10 * PATIENCE):
        if Tournament.objects.get(pk=cup.pk).status == Tournament.Status.FINISHED:
            return
        time.sleep(0.1)
    raise AssertionError("the battle goes on")


class Reader:
    """A person who hears the page and has a keyboard."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.add_init_script(f"({LISTEN})()")

    def read_focus(self) -> tuple[str, str, str]:
        """Tag, name and what is read aloud of the element in focus."""
        try:
            return tuple(self.page.evaluate(FOCUSED))  # type: ignore[return-value]
        except Error:  # the page is just being left for the next one
            self.page.wait_for_load_state("load")
            return "", "", ""

    def to(self, *, words: str = "", name: str = "", key: str = "Tab") -> None:
        """Go on with Tab until something of that name is read."""
        for _ in range(MAX_TABS):
            self.page.keyboard.press(key)
            _tag, called, read = self.read_focus()
            if (name and called == name) or (words and words.lower() in read.lower()):
                return
        raise AssertionError(f"no way by keyboard to {words or name}; the last was {self.read_focus()}")

    def press(self, *, words: str) -> None:
        self.to(words=words)
        self.page.keyboard.press("Enter")

    def write(self, name: str, text: str) -> None:
        self.to(name=name)
        self.page.keyboard.type(text)

    def heard(self, words: str) -> None:
        """Wait until a live region has said it."""
        for _ in range(10 * PATIENCE):
            if any(words in each for each in self.page.evaluate("() => window.heard")):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"no live region has said {words}")

    def table(self) -> dict[str, str]:
        """Return the board as its table is read: what each tile holds."""
        found = self.page.locator("table.board-table td[data-tile]").evaluate_all(
            "cells => cells.map(cell => [cell.dataset.tile, cell.textContent.trim()])"
        )
        return dict(found)


def test_a_game_from_registration_to_victory_without_eyes(site: str, page: Any) -> None:
    cup = elsewhere(set_up)
    reader = Reader(page)
    register(reader, site)
    enter(reader, site, cup)
    for number in range(1, ROUNDS + 1):
        play(reader, number)
    elsewhere(lambda: until_over(cup))
    page.goto(f"{site}/tournament/{cup.code}/")
    assert "Livia" in page.locator("#result").inner_text()
    assert "a" in Tournament.objects.get(pk=cup.pk).outcome["winners"]


def register(reader: Reader, site: str) -> None:
    """Go from the first page to a dynasty with an Emperor."""
    reader.page.goto(site)
    reader.press(words="Found your dynasty")
    reader.page.wait_for_url("**/signup/**")
    reader.write("email", "livia@example.org")
    reader.write("password1", "nine red lanterns")
    reader.write("password2", "nine red lanterns")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/found/")
    reader.write("name", "House Aurelia")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/court/**")
    reader.write("name", "Livia")
    reader.to(name="gender")
    reader.page.keyboard.press("Space")
    reader.to(name="birth_date")
    reader.page.keyboard.type("05071402")
    reader.page.keyboard.press("Enter")
    reader.page.get_by_text("Livia").first.wait_for()


def enter(reader: Reader, site: str, cup: Tournament) -> None:
    """Go to the tournament, found by its title among the announced ones."""
    reader.page.goto(f"{site}/play/")
    reader.press(words="The Quiet Cup")
    reader.page.wait_for_url(f"**/tournament/{cup.code}/")
    reader.to(name="emperor")
    reader.to(words="Enter")
    reader.page.keyboard.press("Enter")
    reader.page.locator("[data-order-form]").wait_for()


def play(reader: Reader, number: int) -> None:
    """Play one round: read the board, find an own piece and where it can go, order it, and hear the result."""
    page = reader.page
    page.locator("[data-round-title]", has_text=f"Round {number}").wait_for()
    page.locator("table.board-table", has_text="your ").wait_for(state="attached")
    mine = [tile for tile, words in reader.table().items() if "your " in words]
    assert mine, "the table says which pieces are the reader's"
    page.locator("#main").focus()
    if number == 2:
        reader.to(name="order")
        first = page.locator("#order-list option").first.get_attribute("value")
        page.keyboard.press("Control+A")
        page.keyboard.type(first)
        page.keyboard.press("Enter")
    else:
        find_board(reader)
        order_on_the_board(reader)
    reader.heard("is sealed")
    if number < ROUNDS:
        page.locator("[data-round-title]", has_text=f"Round {number + 1}").wait_for()
        assert page.locator("[data-events] li").count() > 0


def find_board(reader: Reader) -> None:
    """Press Tab until the one tile of the board that Tab reaches."""
    for _ in range(MAX_TABS):
        reader.page.keyboard.press("Tab")
        if reader.page.evaluate("document.activeElement.matches('.tile')"):
            return
    raise AssertionError("Tab does not reach the board")


def order_on_the_board(reader: Reader) -> None:
    """Walk over the board with the arrows until a piece that can go somewhere is read; choose it, go there, order."""
    page = reader.page
    tile = walk(reader, lambda words: "your " in words and "can go to" in words)
    goals = tile.split("can go to ", 1)[1].split(", ")
    page.keyboard.press("Enter")
    reader.heard("selected. It can go to")
    walk(reader, lambda words: words.split(",")[0] in goals and "can go here" in words)
    page.keyboard.press("Enter")


def walk(reader: Reader, wanted: Any) -> str:
    """Walk row by row through the board; return what is read of the first tile that fits."""
    page = reader.page
    for _ in range(12):
        page.keyboard.press("ArrowUp")
    for row in range(12):
        page.keyboard.press("Home")
        for _ in range(12):
            words = str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
            if wanted(words):
                return words
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert row < 11, "no such tile is read"
    raise AssertionError
