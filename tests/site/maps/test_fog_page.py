"""Fog of war in a real browser: chosen in casual play, drawn on the map, told as text, and lifted at the end."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.site.test_campaign_looks import faults
from tests.waiting import wait_until
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PICTURES = os.environ.get("FOG_PICTURES", "")
LIFTED = """!document.querySelector(".map-fog path") && new Set(
  [...document.querySelectorAll(".map-army:not([data-empty])")].map((one) => one.dataset.seat)).size > 1"""
"""Whether nothing is hidden and armies of several seats stand on the map."""


def begin(page: Any, site: str, game: str = "campaign.skirmish", field: str = "rivers", **more: Any) -> None:
    """Begin a casual battle in fog against computers, by the form."""
    address = f"{site}/casual/?game={game}&field={field}&rules=own&rule_fog=on"
    page.goto(address + "".join(f"&{name}={value}" for name, value in more.items()))
    assert page.get_by_label(re.compile("Fog of war: you see")).is_checked()
    page.get_by_role("button", name="Set up the board").click()
    page.locator(".map-frame svg .map-fog path").first.wait_for(state="attached")


def shoot(page: Any, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_shows_what_is_not_seen(site: str, page: Any, theme: str) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    begin(page, site)
    tournament = Tournament.objects.get()
    assert tournament.rules["fog"] == "on"
    hidden = page.locator(".map-fog path").count()
    assert 0 < hidden == page.locator(".map-unknown").count() < page.locator(".map-cell").count()
    unseen = page.locator('.map-cell[aria-label$=": not seen"]')
    unseen.nth(hidden - 1).wait_for(state="attached")  # a script names them
    assert unseen.count() == hidden
    assert page.locator(".map-text td", has_text="not seen").count() == hidden
    assert page.locator("[data-standings] li", has_text="not seen").count() >= 1
    assert "?" in page.locator("[data-pieces]").all_text_contents()
    assert not page.get_by_text("Record of this battle").count()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert not faults(page), width
        shoot(page, f"battle-{theme}-{width}")


def test_the_fog_lifts_at_the_end(site: str, page: Any) -> None:
    """See the round whole that was played in the fog, without loading the page again."""
    page.emulate_media(reduced_motion="reduce")
    begin(page, site, "campaign.simultaneous", "rivers", rule_round_limit=1)
    page.get_by_text("Type your orders", exact=True).click()
    page.locator("#order-text").fill("colonize eagle_pass 3")
    page.get_by_role("button", name="Send order").first.click()
    page.locator("[data-status=finished]").first.wait_for()
    page.locator(".map-fog path").first.wait_for(state="detached")
    shoot(page, "over")
    page.locator("[data-go=back]").first.click()
    wait_until(page, LIFTED)
    page.reload()
    page.get_by_text("Record of this battle").wait_for()


def test_the_form_says_which_campaigns_have_fog(site: str, page: Any) -> None:
    page.goto(f"{site}/casual/?game=campaign.classic&rules=own")
    page.get_by_text("Fog of war is an option of the simultaneous campaign and of skirmish alone").wait_for()
    assert not page.get_by_label(re.compile("Fog of war: you see")).count()
    page.goto(f"{site}/rules/#campaigns")
    page.get_by_text("Fog of war is an option of the simultaneous campaign and of skirmish alone").wait_for()
