"""One viewed round decides what the whole battle page says: heading, seats, table, banner, description and arrows."""

from typing import Any

import pytest

from tests.site.beside import elsewhere
from tests.site.test_battle_page import answer, duel, open_view, order, round_words, visit  # noqa: F401
from tournaments.models import Tournament
from tournaments.services import orders, rounds

pytestmark = [pytest.mark.browser, pytest.mark.slow]
TAKE = (("C3-C4", "B5-B4"), ("C4-B4", "-"), ("-", "-"))
"""In the second round seat a takes a pawn of seat b."""


def fight(tournament: Tournament, *played: tuple[str, str]) -> None:
    """Play rounds on the server, from the first one on."""

    def give() -> None:
        for number, texts in enumerate(played, 1):
            for seat, text in zip("ab", texts, strict=True):
                orders.give_order(tournament_id=tournament.pk, round_no=number, seat=seat, text=text)
            rounds.close_round(tournament_id=tournament.pk, round_no=number)

    elsewhere(give)


def pieces(page: Any, seat: str) -> str:
    return str(page.locator(f'[data-seat-row="{seat}"] [data-pieces]').inner_text())


def cell(page: Any, tile: str) -> str:
    """Return what the board says of a tile as text."""
    page.locator(".board-text").evaluate("one => one.open = true")
    column, row = "ABCDE".index(tile[0]) + 1, int(tile[1:]) - 1
    return str(page.locator(".board-table tbody tr").nth(row).locator("td").nth(column - 1).text_content())


def test_heading_seats_and_table_follow_the_round_that_is_viewed(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    fight(duel, *TAKE)
    visit(page, site, duel)
    round_words(page, "Round 4")
    now = pieces(page, "a"), pieces(page, "b")
    assert "your pawn" in cell(page, "C4")
    page.locator("[data-go=first]").click()
    round_words(page, "Round 1")
    assert (pieces(page, "a"), pieces(page, "b")) == (str(int(now[0]) - 1), str(int(now[1]) + 1))
    assert "pawn of B" in cell(page, "B4") and "your pawn" in cell(page, "C4")
    page.locator('[data-seat-row="b"] .waiting').wait_for(state="hidden")
    open_view(page)
    page.get_by_role("slider", name="Steps of the round").press("Home")
    assert "pawn of B" in cell(page, "B5") and "your pawn" in cell(page, "C3")
    page.locator("[data-go=now]").click()
    round_words(page, "Round 4")
    assert (pieces(page, "a"), pieces(page, "b")) == now and "pawn" not in cell(page, "B5")


@pytest.mark.parametrize("width", [390, 1440])
def test_a_link_to_a_round_lands_on_it(site: str, page: Any, duel: Tournament, width: int) -> None:  # noqa: F811
    fight(duel, *TAKE, ("-", "abdicate"))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site}/tournament/{duel.code}/?round=1")
    page.locator("[data-shown-round]", has_text="Round 1").wait_for()
    assert page.locator("[data-round-title]").inner_text() == "Round 1"
    box = page.locator("battle-board .board").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] / 2 < 844, "the board is in view"
    assert page.locator("[data-result]").is_hidden()
    page.locator("[data-go=now]").click()
    assert page.locator("[data-result]").is_visible()


def test_without_a_script_the_page_shows_the_round_as_well(site: str, browser: Any, duel: Tournament) -> None:  # noqa: F811
    fight(duel, *TAKE, ("-", "abdicate"))
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{site}/tournament/{duel.code}/?round=1")
    assert page.locator("[data-round-title]").inner_text() == "Round 1"
    assert pieces(page, "a") == pieces(page, "b")
    board, result = (page.locator(each).bounding_box() for each in ("battle-board", "[data-result]"))
    assert board["y"] < result["y"]
    context.close()


def test_what_is_said_of_a_tile_stays_true(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    page.emulate_media(reduced_motion="no-preference")
    visit(page, site, duel)
    order(page, "C3", "C4")
    page.locator("[data-tile-facts]", has_text="Nobody stands here").wait_for()
    answer(duel, "B5-B4", 1)
    page.locator("[data-tile-facts]", has_text="Pawn of Ming").wait_for()
    page.locator("[data-go=first]").click()
    open_view(page)
    page.get_by_role("slider", name="Steps of the round").press("Home")
    page.locator("[data-tile-facts]", has_text="Nobody stands here").wait_for()
    page.locator("[data-go=now]").click()
    page.locator("[data-tile-facts]", has_text="Pawn of Ming").wait_for()


def test_an_own_arrow_has_the_colour_of_its_seat(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    visit(page, site, duel)
    order(page, "C3", "C4")
    page.locator(".layer-order .arrow.own").wait_for()
    own, other = page.evaluate("""() => {
        const arrow = document.querySelector(".layer-order .arrow.own");
        const own = getComputedStyle(arrow).fill;
        arrow.dataset.seat = "b";
        return [own, getComputedStyle(arrow).fill];
    }""")  # in one step, as news replace the arrow
    assert own and other and own != other


def test_the_arrow_of_an_order_stays_while_it_is_on_its_way(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    visit(page, site, duel)
    sent: list[Any] = []
    page.route(f"**/tournament/{duel.code}/order", lambda route, _: sent.append(route))
    order(page, "C3", "C4")
    answer(duel, "B5-B4", 1)
    page.locator('[data-seat-row="b"][data-ready]').wait_for()
    assert page.locator(".layer-order .arrow.own").count() == 1, "news of others come without the order"
    sent[0].continue_()
    page.locator("[data-confirm]").wait_for()  # it would end the round now
    assert page.locator(".layer-order .arrow.own").count() == 1


def test_what_is_shared_can_be_copied_by_eye_and_its_frame_fits(site: str, page: Any, duel: Tournament) -> None:  # noqa: F811
    fight(duel, *TAKE)
    visit(page, site, duel)
    page.get_by_text("Share or try this round").click()
    link = page.get_by_label("Link")
    assert link.evaluate("one => getComputedStyle(one).textTransform") == "none", "codes are told by their case"
    frame = page.locator("#share-frame").input_value()
    page.set_content(frame)
    inside = page.frame_locator("iframe")
    inside.locator(".piece").first.wait_for()
    fits = "(({scrollHeight, scrollWidth}) => scrollHeight <= innerHeight && scrollWidth <= innerWidth)"
    framed = page.frames[1]
    framed.wait_for_load_state("networkidle")
    assert framed.evaluate(fits + "(document.documentElement)")
    assert inside.locator(".board").bounding_box()["height"] > 450
