"""Whole campaigns in a real browser, every ruleset to its end, by clicking the map; one of them on one screen."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Error

from campaign.presets import PRESETS
from tests import sweeps
from tests.window import fits
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TIMEOUT = 300
SHORT = {
    "campaign.classic": {"assign": "deal", "win_percent": 60, "round_limit": 2, "starting_armies": 6},
    "campaign.escalation": {"assign": "deal", "win_percent": 60, "round_limit": 1, "starting_armies": 5},
    "campaign.simultaneous": {"start": "dealt", "win_percent": 70, "round_limit": 3},
    "campaign.skirmish": {"win_percent": 60, "round_limit": 3},
}


@pytest.fixture(autouse=True)
def short_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, rules in SHORT.items():
        title, sentence, _rules = PRESETS[name]["short"]
        monkeypatch.setitem(PRESETS[name], "short", (title, sentence, rules))


def compose(page: Any, site: str, game: str, people: int, computers: int) -> None:
    page.add_init_script("localStorage.setItem('last-order', 'never')")
    page.goto(f"{site}/casual/?game={game}")
    page.get_by_label("Several people at this screen" if people > 1 else "Against computer players").check()
    if people > 1:
        page.get_by_label("People", exact=True).fill(str(people))
    page.get_by_label("Computer players", exact=True).fill(str(computers))
    page.get_by_label("Battlefield").select_option("grid4x4" if game == "campaign.skirmish" else "seven")
    page.locator("#preset").select_option("short")
    page.get_by_label("Name of your Emperor").fill("Ann, Ben"[: None if people > 1 else 3])
    page.get_by_role("button", name="Set up the board").click()
    page.locator(".map-frame svg").wait_for()


def forms(page: Any) -> tuple[int, list[dict[str, Any]]]:
    """Return the open round as the page knows it and what may be ordered; ask again while the page is being left."""
    asked = "[Number(document.querySelector('[data-order-step]')?.value), document.querySelector('battle-map')?.forms]"
    for _attempt in range(20):
        try:
            number, found = page.evaluate(asked)
        except Error as left:
            assert "navigation" in str(left)
            page.wait_for_load_state()
        else:
            return number, found or []
    raise AssertionError("the page is always being left")


def is_over(page: Any) -> bool:
    return Tournament.objects.values_list("status", flat=True).get() == Tournament.Status.FINISHED


def click_cell(page: Any, at: str) -> None:
    page.locator(f'.map-cell[data-at="{at}"]').click(force=True)


def choose(page: Any, form: dict[str, Any]) -> None:
    """Order what a form stands for, by clicking where a hand would click."""
    if "at" in form:
        click_cell(page, form["at"])
    elif "from" in form:
        click_cell(page, form["from"])
        click_cell(page, form["to"])
    act = page.locator("[data-map-actions] .map-act").last
    number = act.locator("input")
    if number.count() and number.get_attribute("max"):
        number.fill(number.get_attribute("max"))
    act.locator("button:not([type=button])").click()


def attacking(found: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return an attack with many dice, if there is one."""
    strong = [form for form in found if form["do"] == "attack" and form["optional"]["dice"][1] == 3]
    return strong[0] if strong else None


def take_turn(page: Any, found: list[dict[str, Any]]) -> None:
    """Give one order of a game in turns."""
    by_verb = {form["do"]: form for form in found}
    wanted = by_verb.get("place") or by_verb.get("occupy") or attacking(found) or by_verb["done"]
    choose(page, wanted)


def write_sheet(page: Any, found: list[dict[str, Any]]) -> None:
    """Place what can be placed, or write a line for the reserve or the coins and an attack; then send the orders."""
    wanted = [next((form for form in found if form["do"] in verbs), None)
              for verbs in (("place", "reinforce", "build"), ("attack",))]  # fmt: skip
    for form in filter(None, wanted):
        if form["do"] in ("reinforce", "attack") or "at" in form:
            choose(page, form)
    page.locator("[data-findings] li").first.wait_for()
    wrong = page.locator('[data-findings] li[data-level="error"]').all_inner_texts()
    assert not wrong, (wrong, page.locator("#order-text").input_value())
    page.locator(".map-acts button.primary").click()


def hand_over(page: Any) -> bool:
    """Pass the device on, if the page asks for it."""
    for name in (re.compile("^I am "), re.compile("^Done: hand over to ")):
        button = page.get_by_role("button", name=name)
        if button.count() and button.first.is_visible():
            button.first.click()
            page.wait_for_load_state()
            return True
    return False


def play(page: Any, act: Any) -> None:
    """Act once in every round that asks for it, until the battle is over."""
    done, end = 0, time.monotonic() + TIMEOUT
    while not is_over(page):
        assert time.monotonic() < end, page.locator("main").inner_text()
        if hand_over(page):
            continue
        round_no, found = forms(page)
        if not found or round_no == done:
            page.wait_for_timeout(80)
            continue
        act(page, found)
        done = round_no
    page.locator("#result").wait_for()


WIDTHS = (390, 1440)
GAMES: list[tuple[str, tuple[int, int], Any]] = [
    ("campaign.classic", (1, 2), take_turn),
    ("campaign.escalation", (2, 0), take_turn),  # on one screen
    ("campaign.simultaneous", (1, 1), write_sheet),
    ("campaign.skirmish", (1, 1), write_sheet),
]
CAMPAIGNS = [(width, *game) for at, game in enumerate(GAMES) for width in sweeps.sample(WIDTHS, len(WIDTHS), at)]
"""In a run each game is played in one of the widths."""


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("width", "game", "seats", "act"), CAMPAIGNS, ids=[f"{each[1]}-{each[0]}" for each in CAMPAIGNS]
)
def test_a_whole_campaign_by_hand(
    site: str, page: Any, width: int, game: str, seats: tuple[int, int], act: Any
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    compose(page, site, game, *seats)
    play(page, act)
    assert fits(page)
    over = Tournament.objects.get()
    assert over.game == game and over.outcome["by"] in ("round_limit", "domination", "last_standing")
    given = [order for one in Round.objects.order_by("number") for order in one.orders or [] if order[0] == "a"]
    assert any(text not in ("-", "done") for _seat, text in given)
    if game == "campaign.skirmish":
        assert page.get_by_text("A skirmish has no dice").is_visible() and not page.locator("[data-proof]").count()
        return
    page.get_by_text("Dice: check them yourself").click()
    page.get_by_role("button", name="Check the dice in this browser").click()
    verdict = page.locator("[data-verdict]")
    verdict.filter(has_text=re.compile(r"[.]$")).wait_for()
    assert re.match(
        r"The seed is the one that was sealed, and every die matches it. Dice checked: \d+", verdict.inner_text()
    )
