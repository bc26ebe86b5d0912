"""From the sign-up to the first emperor, in a real browser; and the founding once more without scripts."""

from typing import Any

import pytest

from dynasty.models import Dynasty, Emperor

pytestmark = pytest.mark.browser
SECRET = "a long secret 7"


def sign_up(page: Any, site: str, email: str) -> None:
    page.goto(f"{site}/account/signup/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.get_by_label("Confirm password").fill(SECRET)
    page.get_by_role("button", name="Create the account").click()
    page.wait_for_url("**/found/")


def test_from_the_sign_up_to_the_first_emperor(site: str, page: Any) -> None:
    sign_up(page, site, "founder@example.org")
    page.get_by_label("Name of the dynasty").fill("House of the Crane")
    page.get_by_label("crane").check(force=True)
    page.get_by_text("in gold: crane").wait_for()
    page.get_by_role("button", name="Found the dynasty").click()
    page.wait_for_url("**/court/")
    page.get_by_text("The throne is empty").wait_for()
    page.get_by_label("Name", exact=True).fill("Livia")
    page.get_by_label("Birth date").fill("1402-05-07")
    page.get_by_role("button", name="Raise").click()
    page.get_by_role("link", name="Livia", exact=True).wait_for()
    assert Emperor.objects.get().dynasty.emblem["charge"] == "crane"
    page.get_by_role("link", name="Retire Livia").click()
    page.get_by_role("button", name="Retire for ever").click()
    page.get_by_text("Livia has retired").wait_for()
    assert not Emperor.objects.exists()


def test_founding_needs_no_script(site: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_up(page, site, "plain@example.org")
    page.get_by_label("Name of the dynasty").fill("House of Paper")
    page.get_by_label("tower").check(force=True)
    page.get_by_role("button", name="Preview emblem").click()
    page.get_by_text("in gold: tower").wait_for()
    page.get_by_role("button", name="Found the dynasty").click()
    page.wait_for_url("**/court/")
    context.close()
    assert Dynasty.objects.get().emblem["charge"] == "tower"
