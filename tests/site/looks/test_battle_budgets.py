"""What the pages of a battle may cost, measured without a clock: bytes, movement, what is drawn before a script runs,
and the work that an input makes.

Times depend on the machine and its other work. So the work of an input is compared with drawing words of a fixed number
in the same page (`CALIBRATION`), both by the browser's own count of what its main thread did.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import pytest

from tests import page_budgets
from tests.battle_pictures import MARCH_OF_A, Played, fight, play_sent
from tests.page_budgets import Scales
from tests.site.beside import elsewhere, until
from tournaments.models import Review
from tournaments.services import reviews

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WIDTHS = (390, 1440)
LOADS = 3
"""How often a page is loaded: what a busy machine draws in pieces moves at one time and not at another."""
CALIBRATION = """() => {
  const host = document.body.appendChild(document.createElement("div"));
  const list = host.attachShadow({ mode: "open" }).appendChild(document.createElement("ul"));
  for (let n = 0; n < 3000; n += 1) list.appendChild(document.createElement("li")).textContent = `word ${n}`;
  list.getBoundingClientRect();
  host.remove();
}"""
"""Draws three thousand words where no style of the site reaches them. A loop that only counts is no measure: a machine
whose memory is slow draws at half its speed and counts as fast."""
MAX_WORK = 0.5
"""Of that. Measured on a machine with a slow memory: 0.01 to 0.3."""
CLICK_AND_DRAW = """async (button) => {
  document.querySelector(button).click();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Clicks a button and waits until what it changed is drawn. A click of Playwright makes more work than this page does:
it looks where the button is, frame by frame, and moves a pointer there."""
INPUTS, TIMES = 6, 3
"""How many inputs are made, and how often all of them: the best of each counts, as other work makes it only slower."""
LARGEST = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const { element, url } = list.getEntries().at(-1);
    done(element && { tag: element.tagName, text: element.textContent.replace(/\\s+/g, " ").trim().slice(0, 60), url });
  }).observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => done(null), 3000);
})"""
"""The largest part of the first view: its tag, and how its text begins."""
IN_DOCUMENT = """([html, { tag, text }]) => {
  const there = new DOMParser().parseFromString(html, "text/html").querySelectorAll(tag);
  return [...there].some((each) => each.textContent.replace(/\\s+/g, " ").trim().startsWith(text.slice(0, 30)));
}"""


def play_won() -> Played:
    return fight(*MARCH_OF_A)


def play_under_way() -> Played:
    return fight({"a": "C3-C4", "b": "B5-B4"})


def play_reviewed() -> Played:
    battle, session = play_won()
    reviews.ask(tournament=battle, address="10.0.0.1")
    until(lambda: reviews.review_due() == 0 and Review.objects.get(tournament=battle).done_at is not None)
    return battle, session


def press_tab(tab: Any, _number: int) -> None:
    tab.keyboard.press("Tab")


def choose_piece(tab: Any, number: int) -> None:
    tab.locator("g.tile[data-mine]").nth(number % 3).click()


def step_back(tab: Any, number: int) -> None:
    tab.evaluate(CLICK_AND_DRAW, "[data-go=back]" if number % 2 else "[data-go=on]")


Act = Callable[[Any, int], None]
PAGES: dict[str, tuple[Callable[[], Played] | None, str, Act]] = {
    "first page": (None, "/", press_tab),
    "play": (None, "/play/", press_tab),
    "before": (fight, "/tournament/{code}/", choose_piece),
    "sent": (play_sent, "/tournament/{code}/", choose_piece),
    "under way": (play_under_way, "/tournament/{code}/", choose_piece),
    "won": (play_won, "/tournament/{code}/", press_tab),
    "replay": (play_won, "/tournament/{code}/?round=1", step_back),
    "review": (play_reviewed, "/tournament/{code}/review", press_tab),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light_stands_still_shows_itself_without_scripts_and_answers_soon(
    site: str, browser: Any, name: str
) -> None:
    """Look at all of it in one window: to play a battle and to open its page takes most of the time."""
    _play, _path, act = PAGES[name]
    with open_page(site, browser, name) as (tab, path, address):
        check_bytes_and_movement(tab, path, address)
        check_largest_part(tab, path, address)
        check_work(tab, path, act)


@contextmanager
def open_page(site: str, browser: Any, name: str) -> Iterator[tuple[Any, str, str]]:
    """Open a page in a window of its own: on a phone and at a desk in turn; yield it, its path and its address."""
    play, path, _act = PAGES[name]
    battle, session = elsewhere(play) if play else (None, "")
    width = WIDTHS[list(PAGES).index(name) % 2]
    context = browser.new_context(
        viewport={"width": width, "height": 844}, reduced_motion="reduce", locale="en-GB", service_workers="block"
    )
    if session:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
    context.add_init_script(f"({page_budgets.WATCH})()")
    tab = context.new_page()
    address = site + (path.format(code=battle.code) if battle else path)
    tab.goto(address, wait_until="networkidle")
    yield tab, path.format(code=battle.code) if battle else path, address
    context.close()


def check_bytes_and_movement(tab: Any, path: str, address: str) -> None:
    scales, shifts = Scales(), list[float]()
    limits = page_budgets.find_limits(path)
    for _load in range(LOADS):
        found = scales.measure(tab)
        assert found["document"] <= limits["document"] and found["bytes"] <= limits["bytes"], found
        shifts.append(found["shift"])
        if found["shift"] < page_budgets.SHIFT:
            return
        tab.goto(address, wait_until="networkidle")
    pytest.fail(f"it moves whenever it is loaded: {shifts}")


def check_largest_part(tab: Any, path: str, address: str) -> None:
    """Check that the largest part of the first view is there before a script runs."""
    html = tab.request.get(address).text()
    largest = tab.evaluate(LARGEST)
    assert largest, "something is drawn"
    assert largest["url"] or tab.evaluate(IN_DOCUMENT, [html, largest]), largest
    if path.startswith("/tournament/"):
        pieces = (
            "html => new DOMParser().parseFromString(html, 'text/html').querySelectorAll('battle-board svg').length"
        )
        assert tab.evaluate(pieces, html), "so is the board"


def check_work(tab: Any, path: str, act: Act) -> None:
    """Check that an input makes little work."""
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable")
    act(tab, 1)  # loads what is loaded on demand
    tab.wait_for_load_state("networkidle")
    words, works = list[float](), [list[float]() for _input in range(INPUTS)]
    for _time in range(TIMES):
        words.append(measure_work(session, lambda: tab.evaluate(CALIBRATION)))
        for number, taken in enumerate(works):
            taken.append(measure_work(session, lambda number=number: act(tab, number)))
    best = [round(min(taken) / min(words), 3) for taken in works]
    assert median(best) < MAX_WORK, (path, best, words, works)


def measure_work(session: Any, do: Callable[[], object]) -> float:
    """Return for how long the page's main thread worked while something was done."""
    before = get_work(session)
    do()
    return get_work(session) - before


def get_work(session: Any) -> float:
    return float(
        next(
            each["value"]
            for each in session.send("Performance.getMetrics")["metrics"]
            if each["name"] == "TaskDuration"
        )
    )
