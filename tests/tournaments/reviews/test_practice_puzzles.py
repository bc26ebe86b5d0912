"""Puzzles for practice: their solutions are in the page, so nothing of them counts, and none that counts is there."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from battlefield import game
from tests import sweeps
from tests.tournaments.reviews.test_order_puzzles import make, member
from tests.tournaments.test_proofs import fight
from tests.waiting import wait_until
from tournaments.domain import practice_puzzles as domain
from tournaments.domain.puzzle_themes import THEMES
from tournaments.models import OrderPuzzle, PuzzleAttempt, PuzzleSkill

DOZENS = range(1, domain.count_dozens() + 1)
SCRIPT = re.compile(r'<script id="judgements" type="application/json">(.*?)</script>', re.DOTALL)
TITLES = {"en-GB": "Practice", "es-ES": "Práctica", "ca-ES": "Pràctica"}


@pytest.mark.parametrize("number", DOZENS)
def test_every_order_that_can_be_given_has_its_value(number: int) -> None:
    for each in domain.list_dozen(number):
        legal = game.legal(game.read(each.state), each.seat)
        assert set(each.chances) == {"-"} | {f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals}
        assert each.key.is_puzzle(each.bad_order) and each.theme in THEMES and set(each.often) <= set(each.chances)


def test_the_puzzles_differ_and_the_clear_ones_come_first() -> None:
    puzzles = domain.load()
    assert len({json.dumps(each.state) for each in puzzles}) == len(puzzles) == domain.DOZEN * len(DOZENS) >= 36
    clear = [domain.measure_clearness(each) for each in puzzles]
    assert clear == sorted(clear, reverse=True)


def test_a_dozen_is_kept_and_read_again(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dozen = domain.list_dozen(1)
    monkeypatch.setattr(domain, "PATH", tmp_path / "practice.json")
    domain.keep(dozen)
    try:
        assert domain.load() == tuple(dozen)
    finally:
        domain.load.cache_clear()


@pytest.mark.django_db
def test_a_page_holds_a_dozen_with_what_each_order_is_worth() -> None:
    page = Client().get("/puzzles/practice/1/").content.decode()
    shown, *judged = [json.loads(text) for text in SCRIPT.findall(page)]
    assert shown == judged[0], "the first is there before any script runs"
    assert len(judged) == domain.DOZEN
    for orders, puzzle in zip(judged, domain.list_dozen(1), strict=True):
        right = {order for order, each in orders.items() if each["right"]}
        assert right == {option.order for option in puzzle.key.good}
    assert "neither for your puzzle rating nor for your days in a row" in html.unescape(page)
    assert [Client().get(f"/puzzles/practice/{number}/").status_code for number in (0, DOZENS.stop)] == [404, 404]


@pytest.mark.django_db
def test_no_puzzle_that_counts_is_in_it_and_nothing_is_counted() -> None:
    counting = make(fight({"a": "D3-D4", "b": "abdicate"}))
    client, _dynasty = member("Ming")
    page = client.get("/puzzles/practice/1/")
    assert counting.code not in page.content.decode() and OrderPuzzle.objects.count() == 1
    assert client.post("/puzzles/practice/1/", {"order": "-"}).status_code == 405
    assert not PuzzleAttempt.objects.exists() and not PuzzleSkill.objects.exists()
    assert "/puzzles/practice/1/" in client.get("/puzzles/").content.decode()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("locale", sweeps.sample(list(TITLES), 3, 1))
def test_a_dozen_is_solved_without_a_network(site: str, browser: Any, locale: str) -> None:
    context = browser.new_context(reduced_motion="reduce", locale=locale, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{site}/puzzles/")  # the page for practice itself is not opened before
    wait_until(page, "caches.match('/puzzles/practice/1/').then(Boolean)")
    context.set_offline(True)
    page.goto(f"{site}/play/")
    page.locator("[data-practice-links] a").click()
    assert page.locator("h1").inner_text() == TITLES[locale]
    page.locator("battle-board [role=gridcell]").first.wait_for()
    first = domain.list_dozen(1)[0]
    wrong = next(order for order in first.chances if not first.key.is_right(order) and order != "-")
    page.locator("#order-text").fill("Z9-Z8")
    page.keyboard.press("Enter")
    page.locator("[data-wrong]").wait_for()
    solve(page, wrong)
    assert page.locator("[data-not-right]").is_visible() and not page.locator("[data-right]").is_visible()
    page.locator("[data-again-puzzle]").click()
    solve(page, first.key.good[0].order)
    assert page.locator("[data-place='1'][data-solved]").count() == 1
    page.locator("[data-next]").press("Enter")
    assert page.locator("[data-place='2']").get_attribute("aria-current") == "true"
    second = domain.list_dozen(1)[1].key.good[0].order
    if second != "-":  # by keys on the board
        origin, goal = second.split("-")
        for tile in (origin, goal):
            page.locator(f"battle-board [data-tile='{tile}'][role=gridcell]").focus()
            page.keyboard.press("Enter")
        assert page.locator("#order-text").input_value() == second
    for number in range(2, domain.DOZEN + 1):
        solve(page, domain.list_dozen(1)[number - 1].key.good[0].order)
        page.locator("[data-next]").click()
    page.locator("[data-all-solved]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.set_offline(False)
    page.goto(f"{site}/puzzles/")
    wait_until(page, "caches.match('/puzzles/practice/2/').then(Boolean)")
    context.close()


def solve(page: Any, order: str) -> None:
    """Answer the puzzle that is open with an order."""
    page.locator("#order-text").fill(order)
    page.keyboard.press("Enter")
    page.locator("[data-solution] h2").wait_for()
