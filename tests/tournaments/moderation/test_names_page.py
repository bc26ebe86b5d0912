"""A name that is reported, taken away and chosen anew, as three people meet it in a real browser."""

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from dynasty.models import User
from tests import factories
from tests.accessibility import list_violations
from tests.factories import again
from tests.security.world import open_client

pytestmark = pytest.mark.browser


def enter(page: Any, site: str, user: User) -> None:
    """Let the page be that user's."""
    page.context.clear_cookies()
    value = open_client(user).cookies["session"].value
    page.context.add_cookies([{"name": "session", "value": value, "url": site}])


def test_from_the_report_to_the_new_name(site: str, page: Any, page_errors: list[str]) -> None:
    vile, nice = factories.found("Vile House"), factories.found("Nice")
    clerk = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    TOTP.activate(clerk, generate_totp_secret())

    enter(page, site, nice.user)
    page.goto(f"{site}/dynasty/{vile.code}/")
    page.get_by_role("link", name="Report this name").click()
    page.get_by_label("It insults or threatens someone.").check()
    assert list_violations(page) == []
    page.get_by_role("button", name="Report", exact=True).click()
    page.get_by_text("Thank you. The staff will look at it.").wait_for()

    enter(page, site, clerk)
    page.goto(f"{site}/moderation/")
    page.get_by_role("heading", name="The name of a dynasty: “Vile House”").wait_for()
    page.get_by_label("Your reason").first.fill("It insults a people")
    page.get_by_role("button", name="Take the name away").click()
    page.get_by_text("Done and recorded.").wait_for()
    page.get_by_role("heading", name="Names taken away").wait_for()
    assert list_violations(page) == []

    enter(page, site, vile.user)
    page.goto(f"{site}/notices/")
    page.get_by_text("took the name “Vile House” from your dynasty: It insults a people").click()
    page.get_by_role("heading", name="The name of your dynasty was taken away").wait_for()
    assert list_violations(page) == []
    page.get_by_role("link", name="Choose another one").click()
    page.get_by_label("Name of the dynasty").fill("vile house")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("took this name away, or one that looks just like it").first.wait_for()
    assert list_violations(page) == [] and all("422" in error for error in page_errors)
    page_errors.clear()
    page.get_by_label("Name of the dynasty").fill("Good House")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Good House", level=1).wait_for()
    assert again(vile).name == "Good House" and "Vile House" not in page.content()
