"""Every page of the site: nothing for axe to find, nothing that runs out of the window, nothing over its budget.

By default each page is looked at in one of the four looks (two widths, two themes), in turn; EMPERORS_LOOKS=all takes
all four of each.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests import page_budgets
from tests.accessibility import list_violations
from tests.page_budgets import Scales
from tests.site import every_page
from tests.site.every_page import Page, World

PARTS = 2
"""In so many tests: all pages in one take minutes, and a busy machine longer than a test may."""
WIDTHS, THEMES = (1440, 390), ("light", "dark")
LOOKS = [(width, theme) for width in WIDTHS for theme in THEMES]
OTHERS_PAGES = ("/api/docs/", "/account/2fa/webauthn/")
"""Drawn by a library, with faults of its own; they are looked at for layout alone."""


def looks(number: int) -> list[tuple[int, str]]:
    return LOOKS if os.environ.get("EMPERORS_LOOKS") == "all" else [LOOKS[number % len(LOOKS)]]


@pytest.mark.django_db
def test_every_address_with_a_part_is_looked_at_somewhere() -> None:
    assert every_page.strangers(every_page.people()) == []


@pytest.fixture
def world(transactional_db: None) -> World:
    return every_page.people()


def open_page(browser: Any, site: str, world: World, who: str, width: int, theme: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme, reduced_motion="reduce",
                                  locale="en-GB", timezone_id="UTC", service_workers="block")  # fmt: skip
    if who != "nobody":
        context.add_cookies([{"name": "session", "value": world.sessions()[who], "url": site}])
    context.add_init_script(f"({page_budgets.WATCH})()")
    yield context.new_page()
    context.close()


def faults(tab: Any, site: str, page: Page, width: int, scales: Scales, *, frame: bool) -> list[str]:
    """Return what axe, a ruler and a pair of scales find on a page. `frame`: whether axe looks at its frame too."""
    tab.goto(site + page.path, wait_until="load")
    tab.wait_for_timeout(100)
    wide = tab.evaluate("document.documentElement.scrollWidth")
    found = [f"{wide} px wide in a window of {width}"] if wide > width else []
    if page.path in OTHERS_PAGES:
        return found
    return found + scales.list_excesses(tab, page.path) + list_violations(tab, frame=frame)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_in_every_look(world: World, site: str, browser: Any, part: int) -> None:
    pages = list(every_page.every_page(world))
    assert len(pages) > 100
    pages = [page for number, page in enumerate(pages) if number // len(LOOKS) % PARTS == part]
    found: dict[str, list[str]] = {}
    scales = Scales()
    for who in world.clients:
        for width, theme in LOOKS:
            wanted = [page for number, page in enumerate(pages) if page.who == who and (width, theme) in looks(number)]
            for tab in open_page(browser, site, world, who, width, theme):
                for page in wanted:
                    if text := faults(tab, site, page, width, scales, frame=page is wanted[0]):
                        found[f"{page.path} {width} {theme}"] = text
    assert found == {}
