"""Casual play in a real browser: three clicks to a first order, one screen for two, a link to a friend."""

import re
from typing import Any

import pytest

from tests.window import fits
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.browser


def compose(page: Any, site: str, choice: str, names: str) -> None:
    page.goto(f"{site}/casual/")
    page.get_by_label(choice).check()
    page.get_by_label("Name of your Emperor").fill(names)
    page.get_by_role("button", name="Set up the board").click()


def click_a_goal(page: Any) -> None:
    """Choose a piece, and the first tile to which it may go."""
    page.locator("[data-battle] [data-tile][data-mine]").first.click()
    page.locator("[data-battle] [data-tile][data-legal]").first.click()


def round_is(page: Any, number: int) -> None:
    page.get_by_text(re.compile(rf"Round {number}\b")).first.wait_for()


def test_from_home_to_a_first_order_in_three_clicks(site: str, page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(site)
    page.get_by_role("button", name="Play now").first.click()
    click_a_goal(page)
    round_is(page, 2)  # the computer has ordered too, so the round is over
    given = dict(Round.objects.get(number=1).orders)
    assert re.fullmatch(r"[A-E]\d-[A-E]\d", given["a"])
    assert fits(page)


def test_without_a_script_it_is_two_clicks_as_well(site: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    page.get_by_role("button", name="Play now").first.click()
    page.locator("button[name=order]").first.click()
    assert page.get_by_text("Your order is sealed").count() or page.get_by_text("Round 2").count()
    assert Tournament.objects.get().casual
    context.close()


def test_two_people_at_one_screen_finish_a_round(site: str, page: Any) -> None:
    compose(page, site, "Several people at this screen", "Ann, Ben")
    page.get_by_role("button", name="I am Ann").click()
    click_a_goal(page)
    page.get_by_text("is sealed.").wait_for()
    order = page.locator("[data-receipt-order]").inner_text()
    page.get_by_role("button", name="Done: hand over to Ben").click()
    page.get_by_role("heading", name="Pass the device to Ben").wait_for()
    assert order not in page.content()
    page.go_back()  # what the browser remembers of Ann's page is asked for anew, and hidden
    page.get_by_role("heading", name="Pass the device to Ben").wait_for()
    assert order not in page.content()
    page.get_by_role("button", name="I am Ben").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Hold").click()
    page.get_by_text("You hold; it is sealed.").wait_for()
    assert order not in page.content()
    page.get_by_role("button", name="Done: close the round").click()
    round_is(page, 2)
    page.get_by_role("button", name="I am Ann").wait_for()
    assert Round.objects.get(number=1).orders == [["a", order], ["b", "-"]]


def test_a_friend_comes_by_link(site: str, page: Any, browser: Any) -> None:
    compose(page, site, "With friends, by link", "Ann")
    link = page.locator("[data-link-text]").first.input_value()
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    friend = context.new_page()
    friend.goto(link)
    friend.get_by_label("Name of your Emperor").fill("Ben")
    friend.get_by_role("button", name="Take this seat").click()
    friend.get_by_role("button", name="Hold").click()
    friend.get_by_text("You hold; it is sealed.").wait_for()
    page.get_by_role("button", name="Hold").click()  # her page has noticed that it began
    for each in (page, friend):
        round_is(each, 2)
    friend.goto(link)
    friend.get_by_role("heading", name="This seat is taken").first.wait_for()
    context.close()
