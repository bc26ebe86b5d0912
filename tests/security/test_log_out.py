"""What a browser keeps of somebody who has logged out, in a real one."""

from typing import Any

import pytest
from django.conf import settings

from tests import factories
from tests.security.world import open_client

pytestmark = pytest.mark.browser


def test_receipts_leave_the_browser_at_a_log_out(site: str, page: Any) -> None:
    cookie = open_client(factories.found("Aurelia").user).cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])
    page.goto(f"{site}/account/logout/")
    page.evaluate("localStorage.setItem('receipts', '[{}]'); localStorage.setItem('theme', 'dark')")
    page.goto(f"{site}/account/sessions/")
    assert page.evaluate("localStorage.getItem('receipts')") == "[{}]"
    page.goto(f"{site}/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.wait_for_url(f"{site}/")
    assert page.evaluate("[localStorage.getItem('receipts'), localStorage.getItem('theme')]") == [None, "dark"]
