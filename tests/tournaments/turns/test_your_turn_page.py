"""Battles that wait, in a real browser: the number at the top, and the way from one battle to the next."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests import factories
from tests.tournaments.casual.test_casual import ANN, BEN, by_link, sit
from tests.waiting import wait_until
from tests.window import fits
from tournaments.access import viewers
from tournaments.models import Tournament

pytestmark = pytest.mark.browser
ENDS = """() => [".wordmark", ".site-tools", "[data-your-turn]", "[data-notifications]", ".enter"]
  .map((each) => document.querySelector(each).getBoundingClientRect().right)
  .toSpliced(1, 1)"""
"""Where the parts of the header end, from left to right."""


def hold_key(page: Any, site: str) -> None:
    """Give the browser the key with which ANN sits."""
    holder = viewers.set_token_cookie(viewers.HttpResponse(), ANN.token)
    value = holder.cookies[viewers.COOKIE_NAME].value
    page.context.add_cookies([{"name": viewers.COOKIE_NAME, "value": value, "url": site}])


def play_two() -> list[Tournament]:
    battles = [by_link(), by_link()]
    for battle in battles:
        sit(battle, "b", BEN)
    return battles


@pytest.mark.parametrize("width", [390, 1440])
def test_after_an_order_the_next_battle_that_waits_is_offered(site: str, page: Any, width: int) -> None:
    first, second = play_two()
    hold_key(page, site)
    page.add_init_script("navigator.setAppBadge = async (n) => { window.badge = n; };")
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site}/tournament/{first.code}/")
    count, offer = page.locator("[data-your-turn]"), page.locator("[data-next-battle] a")
    assert count.inner_text() == "2" and offer.is_hidden(), "this one waits itself"
    assert page.evaluate("window.badge") == 2
    page.locator("[data-hold-form] button").click()
    offer.wait_for()
    assert count.inner_text() == "1" and offer.inner_text().split()[-1] == "1"
    assert fits(page)
    offer.click()
    page.wait_for_url(f"**/tournament/{second.code}/")
    page.locator("[data-hold-form] button").click()
    count.wait_for(state="hidden")
    assert offer.is_hidden() and page.evaluate("window.badge") == 0


def test_an_order_that_is_taken_back_waits_again(site: str, page: Any) -> None:
    first, _second = play_two()
    hold_key(page, site)
    page.goto(f"{site}/tournament/{first.code}/")
    page.locator("[data-hold-form] button").click()
    page.locator("[data-next-battle] a").wait_for()
    page.locator("[data-cancel-order] button").click()
    page.locator("[data-next-battle] a").wait_for(state="hidden")
    assert page.locator("[data-your-turn]").inner_text() == "2"


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_the_number_has_room_at_the_top_of_a_phone(site: str, page: Any, language: str) -> None:
    battle, _emperors = factories.begin("gift", 0, 0, game="emperors", field="duel-2", round_seconds=86_400)
    client = Client()
    client.force_login(factories.Dynasty.objects.get(name="Aaa").user)
    session = client.cookies["session"].value
    for name, value in (("session", session), (settings.LANGUAGE_COOKIE_NAME, language)):
        page.context.add_cookies([{"name": name, "value": value, "url": site}])
    for path, widths in ((f"/tournament/{battle.code}/", (360, 390)), ("/seats/", (768, 1000, 1200, 1280, 1380))):
        page.set_viewport_size({"width": widths[0], "height": 844})
        page.goto(site + path)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 844})
            wait_until(page, f"innerWidth === {width}")
            assert page.locator("[data-your-turn]").is_visible() and page.locator("[data-notifications]").is_visible()
            rights = page.evaluate(ENDS)
            assert max(rights) <= width and rights == sorted(rights), (width, rights)
