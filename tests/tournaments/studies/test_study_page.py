"""A study in a real browser: its author steps through rounds of boards and of campaigns, and comments on them."""

from typing import Any

import pytest
from django.test import Client

from dynasty.models import Dynasty
from tests.accessibility import list_violations
from tests.factories import found
from tests.site.every_page import play_campaign
from tests.window import fits
from tournaments.lab import state as lab_state
from tournaments.models import Chapter, RoundComment
from tournaments.selectors.studies import sources
from tournaments.services.studies import chapters, editing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


DESCRIPTION: editing.Description = {"title": "A study", "words": "", "visibility": "link"}


def enter(page: Any, site: str, author: Dynasty) -> None:
    """Let the page be that dynasty's."""
    client = Client()
    client.force_login(author.user)
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])


def test_a_comment_is_saved_before_the_next_round_is_shown(site: str, page: Any, page_errors: list[str]) -> None:
    author = found("Ming")
    lab = lab_state.give_order(lab_state.read({"b": "A_3/_4/_a2_b/_3B"}), "a.B3-D3")
    made = chapters.add_to_new(
        dynasty=author,
        description=DESCRIPTION,
        source=sources.read_source(f"/lab/?{lab_state.write_query(lab)}"),
    )
    enter(page, site, author)
    page.goto(f"{site}/study/{made.study.code}/")
    page.get_by_label("Your comment").fill("The pawn of B falls.")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Round 1", exact=True).wait_for()
    page.locator('.piece[data-tile="D3"][data-seat="a"]').wait_for()
    assert page.url.endswith("?round=1")
    assert RoundComment.objects.get().text == "The pawn of B falls."
    page.get_by_role("link", name="Previous round").click()
    page.get_by_role("button", name="Undo the last change").click()
    page.locator(".study-rounds", has_text="The pawn of B falls.").wait_for(state="detached")
    assert page.get_by_label("Your comment").input_value() == "" and page_errors == []


def test_the_turns_of_a_campaign_are_read_on_its_map(site: str, page: Any, browser: Any) -> None:
    over, author = play_campaign(), found("Ming")
    enter(page, site, author)
    page.goto(f"{site}/tournament/{over.code}/")
    page.get_by_role("link", name="Add to a study").click()
    page.get_by_role("button", name="Add").click()
    page.wait_for_url("**/study/**")
    made = Chapter.objects.get()
    assert made.battle == over.code
    page.locator(".map-cell").first.wait_for()
    page.get_by_label("Your comment").fill("Everybody waits.")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Placing armies", exact=True).wait_for()
    page.get_by_role("link", name="Next round").click()
    page.get_by_role("heading", name="Round 1", exact=True).wait_for()
    assert RoundComment.objects.get().text == "Everybody waits."
    over.delete()
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    reader = context.new_page()
    reader.goto(f"{site}/study/{made.study.code}/{made.code}/?round=3")
    reader.locator(".sentences", has_text="resign").wait_for()
    assert fits(reader) and not list_violations(reader)
    context.close()
