"""Announcing a tournament in a real browser, with the contract beside the form as it is composed."""

from datetime import date
from typing import Any

import pytest

from dynasty import clock, emblems
from dynasty.models import User
from dynasty.services import chronicle, emperors, founding
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def log_in(page: Any, site: str) -> None:
    """A dynasty that fought once, logged in."""
    from django.test import Client

    user = User.objects.create_user("host@example.org", "a long password")
    host = founding.found_dynasty(user=user, name="Host", motto="", emblem=emblems.DEFAULT)
    emperors.raise_emperor(dynasty=host, name="Ada", gender="w", birth_date=date(1400, 1, 1))
    chronicle.record(key="fought:once", kind="fought", public=True, at=clock.now(), mentions=[(host, None)])
    client = Client()
    client.force_login(user)
    name, morsel = next((key, each) for key, each in client.cookies.items() if "session" in key)
    page.context.add_cookies([{"name": name, "value": morsel.value, "url": site}])


def test_a_gift_is_composed_and_announced(site: str, page: Any) -> None:
    log_in(page, site)
    page.goto(f"{site}/announce/")
    page.get_by_label("Title").fill("The Jade Cup")
    page.get_by_label("Gift", exact=False).first.check()
    contract = page.locator("#contract")
    contract.get_by_text("A gift tournament needs a prize.").wait_for()
    page.get_by_role("button", name="On", exact=True).last.click()
    page.get_by_role("heading", name="The stakes", exact=True).wait_for()
    page.wait_for_load_state("load")  # nobody types before the page's scripts are there
    page.get_by_label("Prize: gold coins").fill("250")
    page.get_by_label("Prize: gold coins").press("Tab")
    contract.get_by_text("The winners share 250 gold coins.").wait_for()
    for heading in ("The time", "Who is away", "The door", "The contract"):
        page.get_by_role("button", name="On", exact=True).last.click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    page.get_by_role("button", name="Announce it").click()
    page.get_by_role("heading", name="The Jade Cup").wait_for()
    made = Tournament.objects.get(title="The Jade Cup")
    assert made.terms["prize"] == {"gold": 250} and made.type == "gift"
