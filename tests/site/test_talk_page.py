"""The talk and the bell in a real browser: live, and harmless."""

from typing import Any

import pytest
from django.test import Client

from dynasty.models import Dynasty
from dynasty.services import notifications
from tests import factories
from tests.accessibility import list_violations
from tests.site.beside import elsewhere
from tournaments.models import Message
from tournaments.services import chat

pytestmark = pytest.mark.browser
HARM = "<img src=x onerror=\"document.title='harmed'\">"


def enter(page: Any, site: str, dynasty: Dynasty) -> None:
    """Let the page be that dynasty's."""
    client = Client()
    client.force_login(dynasty.user)
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])


def test_what_is_said_and_told_appears_at_once(site: str, page: Any) -> None:
    cup = factories.announce("gift", game="emperors", field="duel-2", terms={"betting": True})
    reader, speaker = factories.found("Reader"), factories.found("Speaker")
    enter(page, site, reader)
    page.goto(f"{site}/tournament/{cup.code}/")
    page.wait_for_timeout(1000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site)))
    elsewhere(lambda: chat.post(tournament=cup, dynasty=speaker, room="public", text=f"Good morrow {HARM}"))
    elsewhere(lambda: notifications.notify(dynasty=reader, kind="offer", facts={"dynasty": "Speaker"}, key="one"))
    page.get_by_text("Good morrow").wait_for()
    page.locator("[data-unread-number]", has_text="1").wait_for()
    found = [path for path in asked if not path.startswith("/static/")]
    counts = ["/notices/count", "/your-turn/count?at=" + cup.code]
    assert sorted(found) == sorted([*counts, f"/tournament/{cup.code}/talk"])  # once each: told, and not looked for
    page.get_by_label("Send to everyone").fill("And to you")
    page.get_by_role("button", name="Send").click()
    page.locator(".lines", has_text="And to you").wait_for()
    assert page.title() != "harmed" and Message.objects.count() == 2


@pytest.mark.parametrize("path", ["/notices/", "/notices/settings/", "/talk/muted/"])
def test_pages_are_for_everybody(site: str, page: Any, path: str) -> None:
    reader = factories.found("Reader")
    notifications.notify(dynasty=reader, kind="offer", facts={"dynasty": "Speaker"}, key="one")
    enter(page, site, reader)
    page.goto(site + path)
    assert list_violations(page) == []
