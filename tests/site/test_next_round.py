"""An order for the next round, pointed at on the board that opens if nobody else moves."""

from typing import Any

import pytest

from tests.site.beside import elsewhere, until
from tests.site.test_battle_page import answer, duel, order, round_words, visit  # noqa: F401
from tournaments.models import QueuedOrder, Round, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_next_order_is_pointed_at_and_given_when_its_round_opens(
    site: str,
    page: Any,
    page_errors: list[str],
    duel: Tournament,  # noqa: F811
) -> None:
    visit(page, site, duel)
    page.get_by_text("Queue next").click()
    page.get_by_text("Send this round’s order first").wait_for()
    order(page, "C3", "C4")
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    page.get_by_role("button", name="Show the next round on the board").click()
    page.locator(".next-round", has_text="Round 2, if nobody else moved").wait_for()
    order(page, "C4", "B4")
    page.get_by_text("Your order for the next round is saved.").wait_for()
    assert elsewhere(lambda: QueuedOrder.objects.get().texts) == ["C4-B4"]
    assert page.locator("[data-receipt-order]").inner_text() == "C3-C4", "this round’s order stands"
    page.get_by_role("button", name="Show the next round on the board").click()
    page.locator('.tile[data-tile="C3"][data-mine]').wait_for()  # the present again
    answer(duel, "-", 1)
    round_words(page, "Round 2")
    until(lambda: elsewhere(lambda: Round.objects.get(tournament=duel, number=2).ready) == ["a"])
    assert page_errors == []
