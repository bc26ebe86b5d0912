"""What is written on a map can be told from what it stands on: on every map, for every seat, light and dark."""

import itertools
from typing import Any

import pytest

from campaign.holdings import LETTERS
from tests import sweeps
from tests.site.maps.test_labels import MAPS, REPLACE, SAMPLED, draw_map
from tests.site.test_campaign_page import play_now
from tournaments.templatetags.maps import find_least_scale

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LEAST = 4.5
"""Of small text: success criterion 1.4.3 of WCAG 2.2."""
READ = """() => {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (...colours) => {
    for (const colour of colours) { brush.fillStyle = colour; brush.fillRect(0, 0, 1, 1); }
    return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((n) => n / 255).map((n) => (n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const land = getComputedStyle(document.querySelector(".map-cell path")).fill;
  const grounds = { "map-number": ".map-medal-ground", "map-letter": ".map-letter-ground" };
  const shown = ".map-captions text, .map-army:not([data-empty]) :is(.map-number, .map-letter)";
  return [...document.querySelectorAll(shown)].filter((text) => text.textContent).map((text) => {
    const kind = text.classList[0], style = getComputedStyle(text);
    const under = grounds[kind] ? getComputedStyle(text.parentElement.querySelector(grounds[kind])).fill : style.stroke;
    const ground = paint(land, under), ink = paint(land, under, style.fill);
    const [light, dark] = [luminance(ground), luminance(ink)].sort((a, b) => b - a);
    return { kind, text: text.textContent, contrast: (light + 0.05) / (dark + 0.05) };
  });
}"""


@pytest.mark.sweep
def test_what_is_written_on_a_map_has_contrast(site: str, page: Any) -> None:
    play_now(page, site, "Classic campaign")
    for theme, name in itertools.product(("light", "dark"), sweeps.sample(MAPS, SAMPLED, 1)):
        page.emulate_media(color_scheme=theme)
        data = draw_map(name)
        for at, piece in enumerate(data["position"]["pieces"]):
            piece["seat"] = LETTERS[at % len(LETTERS)]
        page.evaluate(REPLACE, {"data": data, "scale": find_least_scale(data["ground"])})
        texts = page.evaluate(READ)
        assert {text["kind"] for text in texts} >= {"map-number", "map-letter", "map-name"}, (name, theme)
        assert not [text for text in texts if not (text["contrast"] or 0) >= LEAST], (name, theme)
