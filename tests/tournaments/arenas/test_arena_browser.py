"""Two people in an arena: both are taken to their battle, and from its end back to the arena."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from dynasty.models import Dynasty
from tests.factories import found
from tests.site.beside import elsewhere
from tests.tournaments.arenas.test_arenas import win
from tournaments.models import Arena, Tournament
from tournaments.services.arenas import announcing

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def open_page(browser: Any, site: str, dynasty: Dynasty, width: int) -> Any:
    """Return a page of a browser in which this dynasty's player is logged in."""
    client = Client()
    assert dynasty.user is not None
    client.force_login(dynasty.user)
    context = browser.new_context(viewport={"width": width, "height": 800}, locale="en-GB")
    context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    return context.new_page()


def test_two_meet_fight_and_come_back(site: str, browser: Any) -> None:
    host, guest = found("Ming"), found("Inca")
    starts = clock.now() + timedelta(minutes=2)
    arena = announcing.announce(
        organiser=host,
        title="The Friday Arena",
        field="duel-2",
        preset="classic",
        round_seconds=60,
        starts_at=starts,
        minutes=20,
    )
    one, other = open_page(browser, site, host, 1440), open_page(browser, site, guest, 390)
    for page in (one, other):
        page.goto(f"{site}/arena/{arena.code}/")
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("heading", name="You have entered").wait_for()
    Arena.objects.update(starts_at=clock.now() - timedelta(seconds=1))
    for page in (one, other):
        page.wait_for_url("**/tournament/**")
    assert one.url == other.url
    elsewhere(lambda: win(Tournament.objects.get(), "Inca"))
    other.get_by_role("link", name="Back to the arena").click()
    other.get_by_role("row", name="Inca").get_by_text("1/1").wait_for()
    for page in (one, other):
        page.context.close()
