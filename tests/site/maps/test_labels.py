"""Every map as it is drawn on phones, tablets and desks: what is written can be read, and room is kept for it."""

import itertools
import re
from typing import Any

import pytest

from campaign import atlas, map_catalog
from campaign.holdings import LETTERS
from tests import sweeps
from tests.site.test_campaign_page import play_now
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SAMPLED = 3
"""One of so many maps is looked at in a run."""
MAPS = sorted({name for fields in map_catalog.FIELDS.values() for name in fields} | set(atlas.names()))
WIDTHS = (1440, 768, 390)
IS_SCROLLED_TO_THE_RIGHT = "(frame => frame.scrollLeft + frame.clientWidth > frame.scrollWidth - 20)"
LEAST = 11
"""Pixels of the smallest letters."""
REPLACE = """async ({ data, scale }) => {
  document.getElementById("other")?.remove();
  const source = Object.assign(document.createElement("script"), { type: "application/json", id: "other" });
  source.textContent = JSON.stringify(data);
  document.body.append(source);
  const map = document.createElement("battle-map");
  const before = document.querySelector("battle-map");
  const facts = { id: "other-view", source: "other", sprite: before.getAttribute("sprite"),
    icons: before.getAttribute("icons"), "data-width": data.ground.width, "data-height": data.ground.height,
    "data-scale": scale };
  for (const [name, value] of Object.entries(facts)) map.setAttribute(name, value);
  before.replaceWith(map);
  await import("/static/js/components/map/coasts.js");
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
READ = """() => [...document.querySelectorAll(
    ".map-captions text, .map-army:not([data-empty]) :is(.map-number, .map-letter), .map-building")]
  .filter((text) => text.textContent)
  .map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const [scale, size] = [text.getScreenCTM().a, parseFloat(getComputedStyle(text).fontSize)];
    const lines = text.childElementCount || 0.75; // figures and capitals reach neither the top nor the bottom of a line
    const middle = (top + bottom) / 2, half = Math.min(bottom - top, size * scale * lines) / 2;
    return { text: text.textContent, kind: text.classList[0], pixels: size * scale, left, right, top: middle - half,
      bottom: middle + half };
  })"""


def draw_map(name: str) -> dict[str, Any]:
    """Return a map on which every seat holds something, with numbers of one, two and three figures."""
    ground = map_catalog.describe_map(name)
    pieces = [
        {"tile": each["id"], "seat": LETTERS[at % 6], "armies": (1, 12, 128)[at % 3]}
        for at, each in enumerate(ground["territories"])
    ]
    return {
        "ground": ground,
        "position": {"pieces": pieces, "round": 1, "to_act": []},
        "seats": [],
        "rounds": [],
        "you": None,
        "bonuses": True,
    }


def replace(page: Any, name: str) -> None:
    from tournaments.templatetags.maps import find_least_scale

    data = draw_map(name)
    page.evaluate(REPLACE, {"data": data, "scale": find_least_scale(data["ground"])})


def collisions(labels: list[dict[str, Any]]) -> list[str]:
    return [
        f"{one['text']} on {other['text']}"
        for one, other in itertools.combinations(labels, 2)
        if one["left"] + 0.5 < other["right"]
        and other["left"] + 0.5 < one["right"]
        and one["top"] + 0.5 < other["bottom"]
        and other["top"] + 0.5 < one["bottom"]
    ]


@pytest.mark.sweep
def test_labels_are_large_enough_and_never_collide(site: str, page: Any) -> None:
    play_now(page, site, "Classic campaign")
    for name, width in itertools.product(sweeps.sample(MAPS, SAMPLED), WIDTHS):
        page.set_viewport_size({"width": width, "height": 900})
        replace(page, name)
        labels = page.evaluate(READ)
        count = len(atlas.find(name).territories)
        kinds = [label["kind"] for label in labels]
        assert kinds.count("map-number") == kinds.count("map-letter") == count, (name, width)
        assert not [label for label in labels if label["pixels"] < LEAST], (name, width)
        assert not collisions(labels), (name, width, collisions(labels))
        least = 1 if width == 1440 else 0.85
        assert kinds.count("map-name") >= least * count, (name, width, kinds.count("map-name"))
        if width == 1440:
            assert kinds.count("map-title") == len(atlas.find(name).regions), name
        if width > min(WIDTHS):
            continue
        page.get_by_role("button", name="Larger").click()
        page.evaluate(DRAWN)
        larger = page.evaluate(READ)
        assert not collisions(larger), (name, width, collisions(larger))
        assert sum(label["kind"] == "map-name" for label in larger) >= kinds.count("map-name") - 1, (name, width)


def test_the_page_of_a_map_keeps_its_room_on_a_phone(site: str, page: Any) -> None:
    """Add up the layout shifts while a campaign opens."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const each of list.getEntries()) "
        "if (!each.hadRecentInput) window.shift += each.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    for name in ("Classic campaign", "Skirmish"):
        play_now(page, site, name)
        page.reload()
        page.locator(".map-name").first.wait_for(state="attached")
        page.wait_for_timeout(1_000)
        assert page.evaluate("window.shift") < 0.05, name


def test_regions_are_told_by_a_switch_a_list_and_the_text(site: str, page: Any) -> None:
    play_now(page, site, "Classic campaign")
    frame, switch = page.locator(".map-frame"), page.get_by_role("button", name="Show regions")
    assert frame.get_attribute("data-colours") == "owner"
    switch.click()
    assert frame.get_attribute("data-colours") == "region" and switch.get_attribute("aria-pressed") == "true"
    assert re.search(r"[ABC] \d.* / \d", page.locator(".map-title").first.text_content()), "who holds how much"
    page.reload()
    page.locator(".map-name").first.wait_for(state="attached")
    assert frame.get_attribute("data-colours") == "region", "the choice is remembered"
    region = page.locator("[data-regions] li").first
    region.get_by_role("button").click()
    lit = page.locator(".map-cell[data-lit]")
    assert lit.count() == 4 and region.get_by_role("button").get_attribute("aria-pressed") == "true"
    region.get_by_role("button").click()
    assert not lit.count()
    page.get_by_text("Map as text", exact=True).click()
    assert page.get_by_role("row", name=re.compile("^Icemoor.*Whalebone")).is_visible(), "the text names neighbours"
    assert page.get_by_role("row", name=re.compile(r"^The Frost Isles \+2 4")).is_visible()


def test_a_map_is_zoomed_and_the_small_map_shows_where(site: str, page: Any) -> None:
    play_now(page, site, "Classic campaign")
    small = page.locator(".map-mini")
    assert small.is_hidden(), "everything is in view"
    for _press in range(3):
        page.get_by_role("button", name="Larger").click()
    small.wait_for()
    box = small.bounding_box()
    small.click(position={"x": box["width"] - 3, "y": box["height"] - 3})
    wait_until(page, f"{IS_SCROLLED_TO_THE_RIGHT}(document.querySelector('.map-frame'))")
    for _press in range(3):
        page.get_by_role("button", name="Smaller").click()
    small.wait_for(state="hidden")
