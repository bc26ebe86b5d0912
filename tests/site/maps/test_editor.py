"""The map editor in a real browser: a map is drawn from another one, published, measured, and played on to the end."""

import json
import re
from typing import Any

import pytest

from campaign.presets import PRESETS
from tests.site.beside import elsewhere
from tests.site.test_campaign_games import SHORT, play, write_sheet
from tests.site.test_wizard import log_in
from tournaments.models import DrawnMap, MapBalance, Round, Tournament
from tournaments.services.maps import measurement

pytestmark = pytest.mark.browser


def click_on_map(page: Any, x: float, y: float) -> None:
    """Click on a point of the sheet, in units of the map."""
    box = page.locator("[data-canvas] > svg").bounding_box()
    scale = box["width"] / 1068
    page.mouse.click(box["x"] + (x + 34) * scale, box["y"] + (y + 34) * scale)


def test_a_variant_is_drawn_published_measured_and_played(
    site: str, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measurement, "MAP_BATTLES", (1, 1))
    title, sentence, _rules = PRESETS["campaign.skirmish"]["short"]
    monkeypatch.setitem(PRESETS["campaign.skirmish"], "short", (title, sentence, SHORT["campaign.skirmish"]))
    page.add_init_script("localStorage.setItem('last-order', 'never')")
    log_in(page, site)
    page.goto(f"{site}/maps/new/?like=lake")
    page.locator("[data-ready]").wait_for()
    click_on_map(page, 30, 30)
    page.locator("[data-counts]", has_text="13 territories").wait_for()
    page.locator("[data-objections] li").first.wait_for()
    page.locator("[data-canvas]").focus()
    page.keyboard.press("Control+z")
    page.locator("[data-counts]", has_text="12 territories").wait_for()
    page.locator("[data-regions] [type=number]").first.fill("4")
    page.locator("#d-title").fill("Lake of trials")
    page.locator("[data-ready]").wait_for()
    page.locator("[data-save]").click()
    page.get_by_text("trying the map out").wait_for()
    drawn = elsewhere(lambda: DrawnMap.objects.get(title="Lake of trials"))
    assert drawn.after_included == "lake" and '"bonus": 4' in drawn.drawing
    elsewhere(lambda: [measurement.measure_due() for _game in range(3)])
    page.get_by_text("1 battle of").first.wait_for()
    assert elsewhere(lambda: not MapBalance.objects.filter(done_at=None).exists())
    page.get_by_role("link", name="Skirmish").click()
    page.wait_for_url(re.compile("field=drawn"))
    page.locator("#preset").select_option("short")
    page.get_by_role("button", name="Set up the board").last.click()
    page.locator("battle-map .map-cell").first.wait_for()
    play(page, write_sheet)
    over = elsewhere(Tournament.objects.get)
    assert over.casual and over.field == f"drawn:{drawn.code}" and over.status == Tournament.Status.FINISHED
    assert over.outcome["by"] in ("round_limit", "domination", "last_standing")
    rounds = elsewhere(lambda: list(Round.objects.order_by("number").values_list("orders", flat=True)))
    own = [text for orders in rounds for seat, text in orders or [] if seat == "a"]
    assert any(text not in ("-", "done") for text in own), "somebody played on the map"


def test_a_route_around_the_edge_leaves_on_one_side_and_enters_on_the_other(site: str, page: Any) -> None:
    page.set_viewport_size({"width": 1440, "height": 1200})
    page.goto(f"{site}/maps/new/?like=lake")
    page.locator("[data-ready]").wait_for()
    drawing = json.loads(page.locator("[name=drawing]").input_value())
    west, *_others, east = sorted(drawing["territories"], key=lambda each: float(each["x"]))
    page.get_by_text("Around the edge").click()
    for place in (east, west):
        click_on_map(page, place["x"], place["y"])
    page.locator("[data-counts]", has_text=f"{len(drawing['routes']) + 1} routes").wait_for()
    added = json.loads(page.locator("[name=drawing]").input_value())["routes"][-1]
    assert added == {"a": east["id"], "b": west["id"], "kind": "sea", "wraps": True}
    assert page.locator(".map-routes path[marker-end]").count() == 2
    page.locator("[data-ready]").wait_for()
    page.locator("[data-canvas]").focus()
    page.keyboard.press("8")
    middle = (west["y"] + east["y"]) / 2
    click_on_map(page, 2, middle + (west["y"] - middle) / 16)
    page.locator("[data-counts]", has_text=f"{len(drawing['routes'])} routes").wait_for()
