"""Installable, and readable without a network: replays that were opened, and a page that says what is missing."""

import html
import json
import struct
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.site import every_page
from tests.site.test_talk_page import elsewhere
from tests.waiting import wait_until

STATIC = Path(__file__).resolve().parents[2] / "static"


def manifest() -> dict[str, Any]:
    return dict(json.loads((STATIC / "manifest.webmanifest").read_text()))


def test_the_site_can_be_installed() -> None:
    text = manifest()
    assert text["id"] == text["start_url"] == text["scope"] == "/"
    assert text["display"] == "standalone" and text["name"] and text["short_name"]
    purposes = {icon.get("purpose", "any") for icon in text["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in text["icons"]:
        drawing = (STATIC / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawing[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon["sizes"] for icon in text["icons"]} >= {"192x192", "512x512"}


@pytest.mark.django_db
def test_its_shortcuts_lead_somewhere() -> None:
    assert [link["url"] for link in manifest()["shortcuts"] if Client().get(link["url"]).status_code != 200] == []


@pytest.mark.django_db
def test_what_other_apps_share_opens_a_battle_or_the_lab(client: Client) -> None:
    target = manifest()["share_target"]
    assert target["method"] == "GET" and set(target["params"]) == {"title", "text", "url"}
    over = every_page.play_finished()
    shared = {"text": f"Look at this: http://testserver/tournament/{over.code}/?round=2"}
    assert client.get(target["action"], shared)["Location"] == f"/tournament/{over.code}/review"
    record = client.get(f"/tournament/{over.code}/record").content.decode().strip()
    page = client.get(target["action"], {"text": record, "title": "A battle"})
    assert page.status_code == 200 and record.splitlines()[0] in html.unescape(page.content.decode())
    foreign = {"url": f"https://example.org/tournament/{over.code}/"}
    assert client.get(target["action"], foreign).status_code == 200, "another site's battles are not ours"
    assert client.get(target["action"])["Location"] == "/lab/"


def test_the_worker_comes_from_the_root_and_is_asked_for_anew() -> None:
    answer = Client().get("/worker.js")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_worker_keeps_nothing_of_an_account() -> None:
    source = (STATIC / "js/workers/service-worker.js").read_text()
    kept = source[source.index("CACHED_FILES =") :].split("\n", 1)[0]
    assert not any(word in kept for word in ("court", "account", "state", "api", "order"))
    assert 'credentials: "omit"' in source
    assert 'credentials: "omit"' in (STATIC / "js/components/offline-replays.js").read_text()


@pytest.mark.browser
@pytest.mark.slow
def test_a_battle_that_was_read_is_read_again_without_a_network(site: str, browser: Any) -> None:
    found: list[Any] = []
    elsewhere(lambda: found.append(every_page.play_finished()))
    battle = f"{site}/tournament/{found[0].code}/"
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.goto(battle)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # so that its scripts come through the worker
    wait_until(page, f"caches.open('replays').then(kept => kept.match('{battle}')).then(Boolean)")
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.goto(battle)
    assert "The Short Quarrel" in page.locator("h1").inner_text()
    page.locator(".piece").first.wait_for()
    page.locator("[data-go=back]").click()
    page.locator("[data-shown-round]", has_text="2").wait_for()
    page.locator("[data-go=back]").click()
    page.locator("[data-shown-round]", has_text="1").wait_for()
    page.goto(f"{site}/play/")
    assert "No connection" in page.locator("h1").inner_text()
    page.locator("[data-replays] a", has_text="The Short Quarrel").wait_for()
    context.close()


@pytest.mark.browser
@pytest.mark.slow
def test_lessons_and_rules_are_read_without_a_network_from_the_second_view_on(site: str, browser: Any) -> None:
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.goto(site)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    pages = {"/rules/": "h1", "/learn/": "h1", "/learn/escape/": ".piece"}
    titles = {}
    for path in pages:
        page.goto(site + path)
        page.wait_for_load_state("networkidle")
        titles[path] = page.locator("h1").first.inner_text()
        wait_until(page, f"caches.match('{path}').then(Boolean)")
    context.set_offline(True)
    for path, part in pages.items():
        page.goto(site + path)
        page.locator(part).first.wait_for()
        assert page.locator("h1").first.inner_text() == titles[path] != "No connection"
    context.close()
