"""Announcing a tournament in a real browser, with the contract beside the form as it is composed."""

from datetime import date
from typing import Any

import pytest

from core import clock
from dynasty.catalog import emblems
from dynasty.models import User
from dynasty.services import chronicle, emperors, founding
from tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def log_in(page: Any, site: str) -> None:
    """Log in a dynasty that fought once."""
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
    page.get_by_label("Prize", exact=False).first.check()
    contract = page.locator("#contract")
    contract.get_by_text("A prize tournament needs a prize.").wait_for()
    page.get_by_role("button", name="Continue", exact=True).last.click()
    page.get_by_role("heading", name="The stakes", exact=True).wait_for()
    page.wait_for_load_state("load")  # nobody types before the page's scripts are there
    page.get_by_label("Prize: gold coins").fill("250")
    page.get_by_label("Prize: gold coins").press("Tab")
    contract.get_by_text("The winners share 250 gold coins.").wait_for()
    for heading in ("The time", "Absences", "Who can join", "The contract"):
        page.get_by_role("button", name="Continue", exact=True).last.click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("heading", name="The Jade Cup").wait_for()
    made = Tournament.objects.get(title="The Jade Cup")
    assert made.terms["prize"] == {"gold": 250} and made.type == "gift"


def test_back_leads_to_the_step_before_with_what_was_entered(site: str, page: Any) -> None:
    log_in(page, site)
    page.goto(f"{site}/announce/")
    page.get_by_label("Title").fill("The Jade Cup")
    for heading in ("The time", "Absences", "Who can join", "The contract"):
        page.get_by_role("button", name="Continue", exact=True).last.click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()
        if heading == "The time":
            page.wait_for_load_state("load")
            page.get_by_label("Time for a round").select_option("300")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("heading", name="The Jade Cup").wait_for()
    for heading in ("The contract", "Who can join", "Absences", "The time"):
        page.go_back()
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    assert page.get_by_label("Time for a round").input_value() == "300"
    page.go_back()
    page.get_by_role("heading", name="The battle", exact=True).wait_for()
    assert page.get_by_label("Title").input_value() == "The Jade Cup"
    page.go_forward()
    page.get_by_role("heading", name="The time", exact=True).wait_for()


def list_options(select: Any) -> list[str]:
    return list(select.locator("option").evaluate_all("options => options.map(({ value }) => value)"))


def test_a_campaign_is_announced_with_the_rules_that_fit_its_map(site: str, page: Any) -> None:
    log_in(page, site)
    page.goto(f"{site}/announce/")
    page.wait_for_load_state("load")
    page.get_by_label("Title").fill("The Long War")
    rules = page.get_by_label("Rules", exact=True)
    page.get_by_label("Battlefield", exact=True).select_option("campaign.classic:archipelago")
    assert list_options(rules) == [
        *(f"campaign.classic:{name}" for name in ("classic", "board", "hold", "capitals", "short", "teams")),
        "composed",
    ]
    contract = page.locator("#contract")
    contract.locator("battle-map svg").first.wait_for()
    contract.get_by_text("Classic campaign").first.wait_for()
    rules.select_option("campaign.classic:short")
    contract.get_by_text("After round 8 the territories are counted, then the armies.").wait_for(state="attached")
    page.get_by_label("Battlefield", exact=True).select_option("emperors:delta-3")
    assert "emperors:crossing" not in list_options(rules) and "emperors:throne" in list_options(rules)
    page.get_by_label("Battlefield", exact=True).select_option("campaign.classic:archipelago")
    rules.select_option("campaign.classic:short")
    page.get_by_role("button", name="Continue", exact=True).last.click()
    page.get_by_role("heading", name="The time", exact=True).wait_for()
    assert page.get_by_label("Seats", exact=True).input_value() == "6", "as many as the map has"
    assert page.get_by_label("Seats", exact=True).locator("option").first.inner_text() == "2 and 1 house player"
    assert page.get_by_label("It takes place with at least").input_value() == "2", "house players complete the table"
    for heading in ("Absences", "Who can join", "The contract"):
        page.get_by_role("button", name="Continue", exact=True).last.click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("heading", name="The Long War").wait_for()
    made = Tournament.objects.get(title="The Long War")
    assert (made.game, made.field, made.seats) == ("campaign.classic", "archipelago", 6)


def test_zones_are_searched_and_the_contract_says_what_changed(site: str, page: Any) -> None:
    log_in(page, site)
    page.goto(f"{site}/announce/")
    page.wait_for_load_state("load")
    page.get_by_label("Title").fill("The Long War")
    page.get_by_role("button", name="Continue", exact=True).last.click()
    page.get_by_role("heading", name="The time", exact=True).wait_for()
    page.wait_for_load_state("load")
    contract, zone = page.locator("#contract"), page.get_by_label("Time zone", exact=True)
    before = page.get_by_label("It starts", exact=True).input_value()
    page.get_by_label("Search for a city").press_sequentially("buenos")
    contract.get_by_text("-03").first.wait_for()
    assert zone.input_value() == "America/Argentina/Buenos_Aires"
    assert page.get_by_label("It starts", exact=True).input_value() != before, "the same moment by other clocks"
    page.get_by_role("button", name="Use this browser’s time zone").click() if zone.input_value() != "UTC" else None
    page.get_by_label("Time for a round").select_option("300")
    page.locator(".contract-news").get_by_text("A round lasts 5 minutes at most").wait_for()
    assert contract.locator("li.fresh").count() >= 1


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("path", ["/announce/", "/series/new/", "/court/settings/"])
def test_the_search_for_zones_stands_above_their_list(site: str, page: Any, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    log_in(page, site)
    page.goto(f"{site}{path}")
    page.wait_for_load_state("load")
    if path == "/announce/":
        page.get_by_label("Title").fill("The Long War")
        page.get_by_role("button", name="Continue", exact=True).last.click()
        page.get_by_role("heading", name="The time", exact=True).wait_for()
    search = page.get_by_label("Search for a city")
    search.wait_for()
    above, below = search.bounding_box(), page.locator("[data-time-zones] select").bounding_box()
    assert above["y"] + above["height"] <= below["y"] and above["width"] == below["width"]
