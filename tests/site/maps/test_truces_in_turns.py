"""Truces in a game in turns, in a real browser: chosen in the form, accepted and offered by hand, told to everybody."""

from typing import Any

import pytest

from tests.site.test_campaign_looks import faults, in_the_middle
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_truce_is_accepted_and_another_one_offered(site: str, page: Any, theme: str) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    address = f"{site}/casual/?game=campaign.classic&field=archipelago&rules=own&rule_assign=deal&rule_truces=kept"
    page.goto(address)
    page.get_by_label("Computer players", exact=True).fill("2")
    page.get_by_role("button", name="Set up the board").click()
    page.locator(".map-frame svg").wait_for()
    assert Tournament.objects.get().rules["truces"] == "kept"
    board = in_the_middle(page, "draft", pool=5, offers={"ba": [3, 9]})
    truces = page.locator("[data-truces]")
    truces.get_by_text("a truce for 3 rounds").wait_for()
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert not faults(page), width
    truces.get_by_role("button", name="Accept").click()
    truces.get_by_text("have a truce until the end of round 6.").wait_for()
    state = Round.objects.get(closed_at=None).state
    assert (state["truces"], state["phase"], state["pool"]) == ({"ab": 6}, "draft", 5)
    truces.get_by_role("combobox", name="With whom").select_option("c")
    truces.get_by_role("button", name="Offer a truce").click()
    truces.get_by_text("a truce for 3 rounds").wait_for()
    assert Round.objects.get(closed_at=None).state["offers"] == {"ac": [3, 4]}
    assert not truces.get_by_role("button", name="Offer a truce").count(), "everybody has one or was offered one"
    in_the_middle(page, "attack", truces={"ab": 6}, offers={})
    targets = page.evaluate("document.querySelector('battle-map').forms.flatMap(({to}) => to ?? [])")
    assert targets and {board[name][0] for name in targets} == {"c"}, "nobody attacks a partner"
