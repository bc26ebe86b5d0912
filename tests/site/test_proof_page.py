"""The proof of a battle, checked by a real browser: that it holds, what was tampered with, and its own receipts."""

import json
from typing import Any

import pytest

from tests import factories
from tests.accessibility import list_violations
from tests.site.test_talk_page import enter
from tests.tournaments.test_proofs import close
from tournaments.models import Tournament
from tournaments.services import rounds

pytestmark = pytest.mark.browser


def battle() -> Tournament:
    tournament, _emperors = factories.begin("honour", 20, 20, game="emperors", field="duel-2")
    return tournament


def finish(tournament: Tournament) -> None:
    factories.order(tournament, "a", "B3-B4")
    factories.order(tournament, "b", "abdicate")
    number = factories.again(tournament).round_no
    rounds.close_round(tournament_id=tournament.pk, round_no=number)
    assert factories.again(tournament).ended_at


def test_the_browser_agrees_and_holds_the_site_to_its_receipt(site: str, page: Any) -> None:
    tournament = battle()
    enter(page, site, tournament.entries.get(seat="a").dynasty)
    page.goto(f"{site}/tournament/{tournament.code}/")
    page.locator("[data-order-form] input[name=order]").fill("C3-C4")
    page.locator("[data-order-form] input[name=order]").press("Enter")
    page.locator("[data-receipt-proof]", has_text="seal").wait_for()
    close(tournament)
    finish(tournament)
    page.goto(f"{site}/tournament/{tournament.code}/proof")
    page.get_by_text("Checked in this browser: 2 rounds, and everything holds.").wait_for()
    page.get_by_text("The receipt that this browser kept was honoured.").wait_for()
    assert page.locator("[data-check]", has_text="✓").count() == 2 + 2 * 2
    assert list_violations(page) == []


def test_the_browser_finds_an_order_that_was_changed(site: str, page: Any) -> None:
    tournament = battle()
    factories.order(tournament, "a", "C3-C4")
    close(tournament)
    finish(tournament)

    def tamper(route: Any) -> None:
        proof = route.fetch().json()
        next(order for order in proof["rounds"][0]["orders"] if order[0] == "a")[1] = "B3-B4"
        route.fulfill(json=json.loads(json.dumps(proof)))

    page.route("**/proof.json", tamper)
    page.goto(f"{site}/tournament/{tournament.code}/proof")
    page.get_by_text("This battle is NOT proven.").wait_for()
    assert "the order of seat A is not the one that was sealed" in page.locator("[data-verdict]").inner_text()
    assert page.locator("[data-check='seals 1'][data-broken]").count() == 1
