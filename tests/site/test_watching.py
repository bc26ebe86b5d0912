"""A page that only watches is brought the result of a round, and asks for it where it missed one."""

from typing import Any

import pytest

from tests import factories
from tests.site.beside import elsewhere
from tests.site.test_battle_page import round_words, set_up, wait_for_round
from tournaments.models import Tournament
from tournaments.services import orders

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def duel(site: str) -> Tournament:
    """Begin a duel between two others; the browser is logged out."""
    return elsewhere(set_up)[0]


@pytest.fixture
def asked(page: Any) -> list[str]:
    """Return what the page asks the server for, by the end of the battle's address; empty for files."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url.partition("/tournament/")[2].partition("/")[2]))
    return found


def close(duel: Tournament, number: int, first: str, second: str) -> None:
    for seat, text in (("a", first), ("b", second)):
        elsewhere(lambda seat=seat, text=text: orders.give_order(
            tournament_id=duel.pk, round_no=number, seat=seat, text=text))  # fmt: skip
    wait_for_round(duel, number + 1)


def test_the_result_is_brought_and_nothing_asked_for(site: str, page: Any, asked: list[str], duel: Tournament) -> None:
    page.goto(f"{site}/tournament/{duel.code}/")
    page.locator('[data-connection="live"]').wait_for()
    page.locator("[data-votes-version]").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    del asked[:]
    close(duel, 1, "C3-C4", "B5-B4")
    round_words(page, "2")
    page.locator("[data-steps] li", has_text="C4").first.wait_for(state="attached")
    page.locator('.piece[data-tile="C4"][data-seat="a"]').wait_for()
    close(duel, 2, "-", "B4-B3")
    round_words(page, "3")
    assert [address for address in asked if address] == []


def test_a_round_that_was_missed_is_asked_for(site: str, page: Any, asked: list[str], duel: Tournament) -> None:
    def forgetful(opened: Any) -> None:
        server = opened.connect_to_server()
        server.on_message(lambda text: None if '"rounds_closed": 1' in text else opened.send(text))

    page.route_web_socket("**/ws/battle/**", forgetful)
    page.goto(f"{site}/tournament/{duel.code}/")
    page.locator('[data-connection="live"]').wait_for()
    page.wait_for_load_state("networkidle")
    del asked[:]
    close(duel, 1, "C3-C4", "B5-B4")
    close(duel, 2, "-", "-")
    round_words(page, "3")
    assert "state?since=0" in asked
    page.locator("[data-go=first]").click()
    page.locator("[data-steps] li", has_text="C4").first.wait_for(state="attached")
    assert "round/1" not in asked, "both came with the one answer"


def test_the_end_of_a_round_is_not_seen_before_what_plays_it_is_loaded(site: str, page: Any, duel: Tournament) -> None:
    waiting: list[Any] = []

    def hold(route: Any) -> None:
        waiting.append(route)

    page.route("**/round-player*.js", hold)
    page.goto(f"{site}/tournament/{duel.code}/")
    page.locator('[data-connection="live"]').wait_for()
    page.wait_for_load_state("networkidle")
    assert waiting == [], "who opens a page sees the present"
    with page.expect_request("**/round-player*.js"):
        close(duel, 1, "C3-C4", "B5-B4")
    page.wait_for_timeout(500)
    assert page.locator('.piece[data-tile="C3"][data-seat="a"]').count() == 1
    round_words(page, "1")
    waiting[0].continue_()
    page.locator('.piece[data-tile="C4"][data-seat="a"]').wait_for()
    round_words(page, "2")


def test_a_round_is_shown_as_news_where_what_plays_it_cannot_be_loaded(
    site: str, page: Any, page_errors: list[str], duel: Tournament
) -> None:
    page.route("**/round-player*.js", lambda route: route.abort())
    page.goto(f"{site}/tournament/{duel.code}/")
    page.locator('[data-connection="live"]').wait_for()
    close(duel, 1, "C3-C4", "B5-B4")
    page.locator('.piece[data-tile="C4"][data-seat="a"]').wait_for()
    round_words(page, "2")
    page.locator("[data-events] li").first.wait_for(state="attached")
    assert {"ERR_FAILED" in text for text in page_errors} == {True}
    page_errors.clear()


def test_the_next_battle_comes_when_the_one_that_is_watched_ends(site: str, page: Any, duel: Tournament) -> None:
    page.goto(f"{site}/watch/")
    page.locator(f'[data-battle="{duel.code}"]').wait_for()
    page.locator('[data-connection="live"]').wait_for()
    following = elsewhere(begin_another)
    elsewhere(lambda: [orders.give_order(tournament_id=duel.pk, round_no=1, seat=seat, text=text)
                       for seat, text in (("a", "C3-C4"), ("b", "abdicate"))])  # fmt: skip
    page.locator(f'[data-battle="{following.code}"]').wait_for()
    assert "won" in page.locator(".last-watched").inner_text()
    page.locator('[data-connection="live"]').wait_for()


def begin_another() -> Tournament:
    """Begin a second duel between two more."""
    return factories.begin("gift", 0, 0, game="emperors", field="duel-2")[0]
