"""What a browser shows of treaties once the battle is over: one that was broken and one that was paid."""

from typing import Any

import pytest

from tests import factories
from tests.accessibility import list_violations
from tests.tournaments.negotiation.test_treaties import accept, begin, conclude, propose
from tests.window import fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def battle(transactional_db: None) -> Any:
    """Let Aaa break its peace with Bbb by a capture, and win, for which it pays Ccc."""
    tournament = begin(game="emperors", field="cross-4", title="The Broken Word")
    conclude(tournament, kind="peace", to=["b"], until=2)
    accept(propose(tournament, kind="tribute", to=["c"], amount=20), "Ccc")
    resign = dict.fromkeys("bcd", "abdicate")
    return factories.play(tournament, {"a": "E2-E3"}, {"a": "E3-F3"}, {"a": "-", **resign})


@pytest.mark.parametrize("width", [1440, 390])
def test_everybody_reads_who_broke_one_and_who_was_paid(battle: Any, site: str, page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site}/tournament/{battle.code}/")
    ends = page.locator("[data-result] li", has=page.locator("b"))
    ends.filter(has_text="broken").get_by_text("Aaa broke it.").wait_for()
    assert ends.filter(has_text="kept").filter(has_text="If one of us wins alone").count() == 1
    page.get_by_role("link", name="Stakes and payments").click()
    page.get_by_text("The stake of Aaa went to Bbb.").wait_for()
    assert page.get_by_text("The stake of Aaa went to Ccc.").is_visible()
    assert fits(page) and not list_violations(page)
