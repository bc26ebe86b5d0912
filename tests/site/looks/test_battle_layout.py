"""Every state of a battle page in four windows and three languages: nothing is cut, and nothing moves.

A run looks at each state in one of the languages.
"""

from typing import Any

import pytest

from tests import battle_pictures, sweeps
from tests.site.beside import elsewhere
from tests.site.looks.battle_layout import list_faults
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WINDOWS = ((1440, 900), (1024, 768), (390, 844), (320, 640))
STATES = sorted(battle_pictures.STATES.keys() - {"announced", "revealing"})
"""Of the announced there is no battle page yet, and a round is revealed in the room that the others leave."""
LANGUAGES = ("en", "es", "ca")


@pytest.mark.sweep
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_state_and_the_bar_stays(site: str, browser: Any, language: str) -> None:
    faults, bars = list[str](), dict[int, set[float]]()
    with browser.new_context(locale=language, reduced_motion="reduce", service_workers="block") as context:
        for state in sweeps.sample(STATES, len(LANGUAGES), LANGUAGES.index(language)):
            battle, session = elsewhere(battle_pictures.STATES[state])
            context.clear_cookies()
            if session:
                context.add_cookies([{"name": "session", "value": session, "url": site}])
            tab = context.new_page()
            tab.goto(f"{site}/tournament/{battle.code}/", wait_until="load")
            tab.locator("battle-board .tile").first.wait_for()
            for width, height in WINDOWS:
                tab.set_viewport_size({"width": width, "height": height})
                wait_until(tab, f"innerWidth === {width}")
                faults += [f"{state}, {width}: {each}" for each in list_faults(tab)]
                place = tab.locator("[data-order-bar]").evaluate("bar => bar.getBoundingClientRect().top")
                bars.setdefault(width, set()).add(place)
            tab.close()
    assert not faults, "\n".join(faults)
    assert all(len(places) == 1 for places in bars.values()), bars
