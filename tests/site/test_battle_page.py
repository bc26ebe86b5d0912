"""The battle page over good lines and bad ones, on the real site: two people fight, the tests give one's orders."""

import time
from datetime import date, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from core import clock
from dynasty.catalog import emblems
from dynasty.models import User
from dynasty.services import emperors, founding
from tests import factories
from tests.patience import PATIENCE
from tests.site.beside import elsewhere
from tests.site.served import measure_served
from tournaments.domain import terms
from tournaments.models import Tournament
from tournaments.services import announcements, entries, lifecycle, orders

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def set_up() -> tuple[Tournament, str]:
    """Begin a duel; return it and the session of the player on seat a."""
    duel = announcements.announce(
        organiser=None, title="The Quiet Duel", type="training", game="emperors", field="old-duel-2", rules={}, seats=2,
        terms=terms.read({}), round_seconds=600, starts_at=clock.now() + timedelta(hours=1))  # fmt: skip
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        user = User.objects.create_user(f"{name.lower()}@example.org", "a long password")
        dynasty = founding.found_dynasty(user=user, name=name, motto="", emblem=emblems.DEFAULT)
        emperor = emperors.raise_emperor(dynasty=dynasty, name=name, gender="w", birth_date=date(1400, 1, 1))
        entries.enter(tournament=duel, dynasty=dynasty, emperor=emperor, seat=seat)
    lifecycle.start_due()
    client = Client()
    client.force_login(User.objects.get(email="ming@example.org"), backend=settings.AUTHENTICATION_BACKENDS[0])
    return Tournament.objects.get(pk=duel.pk), client.cookies["session"].value


@pytest.fixture
def duel(site: str, page: Any) -> Tournament:
    """Log the browser in as seat a."""
    tournament, session = elsewhere(set_up)
    page.context.add_cookies([{"name": "session", "value": session, "url": site}])
    return tournament


def answer(duel: Tournament, text: str, number: int) -> None:
    """Seat b's order."""
    elsewhere(lambda: orders.give_order(tournament_id=duel.pk, round_no=number, seat="b", text=text))


def visit(page: Any, site: str, duel: Tournament) -> None:
    page.goto(f"{site}/tournament/{duel.code}/")
    page.locator(".tile[data-mine]").first.wait_for()


def order(page: Any, start: str, goal: str) -> None:
    page.locator(f'.tile[data-tile="{start}"]').click()
    page.locator(f'.tile[data-tile="{goal}"]').click()


def open_view(page: Any) -> None:
    """Open the menu with the steps of a round and what the board shows."""
    page.locator("[data-view-menu]:not([open]) > summary").click()


def round_words(page: Any, words: str) -> None:
    page.locator("[data-round-title]", has_text=words).wait_for()


def test_an_order_is_sealed_changed_and_refused(site: str, page: Any, page_errors: list[str], duel: Tournament) -> None:
    visit(page, site, duel)
    order(page, "B3", "B4")
    page.locator("[data-receipt-order]", has_text="B3-B4").wait_for()
    page.locator('[data-seat-row="a"][data-ready]').wait_for()
    page.locator("#order-text").fill("c3-c4")
    page.keyboard.press("Enter")
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    page.reload()
    page.locator("[data-receipt-order]", has_text="C3-C4").wait_for()
    assert page.locator(".layer-order .arrow").count() == 1
    page.locator("#order-text").fill("A1-A9")
    page.keyboard.press("Enter")
    page.locator("[data-receipt][data-refused]").wait_for()
    assert any("422" in error for error in page_errors)
    page_errors.clear()
    page.get_by_role("button", name="Hold").click()
    page.locator("[data-receipt]:not([data-refused])", has_text="hold").wait_for()


def test_a_round_closes_under_the_readers_eyes(site: str, page: Any, duel: Tournament) -> None:
    visit(page, site, duel)
    page.locator('[data-connection="live"]').wait_for()
    answer(duel, "B5-B4", 1)
    page.locator('[data-seat-row="b"][data-ready]').wait_for()
    assert "B5" not in page.locator("[data-events]").inner_text(), "what it ordered is sealed"
    order(page, "C3", "C4")
    round_words(page, "2")
    page.locator("[data-steps] li", has_text="C4").first.wait_for(state="attached")
    assert page.locator('.piece[data-tile="C4"]').get_attribute("data-seat") == "a"
    assert page.locator('.piece[data-tile="B4"]').get_attribute("data-seat") == "b"
    page.locator("[data-go=back]").click()
    page.locator("[data-shown-round]", has_text="1").wait_for()
    open_view(page)
    page.get_by_role("slider", name="Steps of the round").press("Home")
    assert page.locator('.piece[data-tile="C3"]').count() == 1
    page.locator("[data-go=now]").click()
    assert page.locator('.piece[data-tile="C3"]').count() == 0
    assert page.locator(".tile[data-mine]").count() > 0


def facts(page: Any) -> str:
    return str(page.locator("[data-tile-facts]").inner_text())


def test_who_could_come_is_shown_and_told(site: str, page: Any, duel: Tournament) -> None:
    visit(page, site, duel)
    page.locator(".reach summary").click()
    assert page.locator('[data-reach-of="b"]').inner_text() == "B4, A5, C4, D4, E5"
    page.locator('.tile[data-tile="B2"]').focus()
    assert page.locator(".comer").count() == 0
    page.keyboard.press("d")
    page.locator('.layer-danger .comer[data-seat="b"]').first.wait_for()
    assert page.locator('.comer[data-seat="a"]').count() == 0, "one's own pieces are no danger"
    assert page.locator("[data-danger-toggle]").get_attribute("aria-pressed") == "true"
    threatened = page.locator(".tile[data-danger]").first
    assert threatened.get_attribute("aria-label").endswith("in reach of B")
    open_view(page)
    page.get_by_role("button", name="Threats next round").click()
    page.locator(".comer").first.wait_for(state="detached")


def test_a_tile_is_described_and_why_a_piece_is_there(site: str, page: Any, duel: Tournament) -> None:
    visit(page, site, duel)
    page.locator('.tile[data-tile="C3"]').click()
    page.get_by_text("Pawn of Ming").wait_for()
    assert "Experience" in facts(page)
    page.locator('.tile[data-tile="C4"]').click()
    answer(duel, "B5-B4", 1)
    round_words(page, "2")
    page.locator("[data-why] li").first.wait_for(state="attached")
    page.locator('.tile[data-tile="C4"]').focus()
    page.locator("[data-tile-facts]", has_text="It was ordered to C4.").wait_for()
    page.get_by_text("Why is each piece where it is?").click()
    assert "It was ordered to B4." in page.locator('[data-why] [data-piece="B5"]').inner_text()


def test_without_a_socket_the_page_asks(site: str, page: Any, duel: Tournament) -> None:
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    visit(page, site, duel)
    page.locator('[data-connection="polling"]').wait_for()
    answer(duel, "B5-B4", 1)
    order(page, "C3", "C4")
    round_words(page, "2")
    page.locator('.piece[data-tile="C4"]').wait_for()


def test_what_was_missed_is_made_up_for(site: str, page: Any, page_errors: list[str], duel: Tournament) -> None:
    """Close two rounds while the page has neither socket nor network."""
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    visit(page, site, duel)
    page.route("**/state*", lambda route: route.abort())
    page.locator('[data-connection="lost"]').wait_for()
    for number in (1, 2):
        answer(duel, "-", number)
        elsewhere(lambda number=number: orders.give_order(tournament_id=duel.pk, round_no=number, seat="a", text="-"))
        wait_for_round(duel, number + 1)
    page.unroute("**/state*")
    round_words(page, "3")
    page.locator("[data-go=first]").click()
    page.locator("[data-shown-round]", has_text="1").wait_for()
    page_errors[:] = [error for error in page_errors if "ERR_FAILED" not in error]  # the line that the test cut


def wait_for_round(duel: Tournament, number: int) -> None:
    timeout = time.monotonic() + PATIENCE
    while elsewhere(lambda: Tournament.objects.get(pk=duel.pk).round_no) < number:
        assert time.monotonic() < timeout
        time.sleep(0.1)


def test_the_battle_page_is_light(site: str, page: Any, duel: Tournament) -> None:
    """Weigh all scripts and styles as served: within 52 kB, so that the wire carries 60."""
    loaded: dict[str, str] = {}

    def note(response: Any) -> None:
        if response.request.resource_type in ("script", "stylesheet"):
            loaded[response.url] = response.text()

    page.on("response", note)
    visit(page, site, duel)
    page.wait_for_load_state("networkidle")
    assert any("board" in url for url in loaded)
    sizes = measure_served(loaded)
    assert sum(sizes.values()) < 52_000, sorted(sizes.items(), key=lambda one: one[1])


def test_the_result_is_closed_and_opened_again(site: str, page: Any, page_errors: list[str], duel: Tournament) -> None:
    """Close the result by its button and by Escape, and open it from the bar each time, all by the keyboard."""
    elsewhere(lambda: factories.play(duel, *({"a": text} for text in ("C3-C4", "C4-C5", "C5-C6", "C6-C7"))))
    page.goto(f"{site}/tournament/{duel.code}/")
    result, again = page.locator("[data-result]"), page.locator("[data-open-result] button")
    for close in (lambda: page.locator("[data-close-result]").click(), lambda: page.keyboard.press("Escape")):
        expect(result).to_be_visible()
        close()
        expect(result).to_be_hidden()
        expect(again).to_be_focused()
        again.press("Enter")
    expect(result).to_be_visible()
    assert page_errors == []
