"""A study in a real browser: its author steps through the rounds, and what was written is saved on the way."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import found
from tournaments.lab import state as lab_state
from tournaments.models import RoundComment
from tournaments.selectors.studies import sources
from tournaments.services.studies import chapters

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_comment_is_saved_before_the_next_round_is_shown(site: str, page: Any, page_errors: list[str]) -> None:
    author, client = found("Ming"), Client()
    client.force_login(author.user)
    lab = lab_state.give_order(lab_state.read({"b": "A_3/_4/_a2_b/_3B"}), "a.B3-D3")
    made = chapters.add_to_new(
        dynasty=author,
        description={"title": "A study", "words": "", "visibility": "link"},
        source=sources.read_source(f"/lab/?{lab_state.write_query(lab)}"),
    )
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
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
