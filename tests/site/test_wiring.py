"""What holds for every page, whoever made it: headers, health, languages, time zones, live messages, jobs."""

import asyncio
import re
import threading
from datetime import UTC, datetime
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from celery import shared_task
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from config import environment
from config.embedded.worker import EmbeddedChannelLayer
from config.middleware import request as request_module
from tests.patience import PATIENCE


@pytest.mark.django_db
@pytest.mark.races
def test_healthz_tells_how_it_is(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


@pytest.mark.django_db
def test_metrics_need_the_token(client: Client, settings: Any) -> None:
    refused = client.get("/metrics")
    assert (refused.status_code, refused["Content-Type"]) == (404, "text/plain")
    settings.METRICS_TOKEN = "a-long-token"
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 404
    shown = client.get("/metrics", headers={"Authorization": "Bearer a-long-token"})
    assert shown.status_code == 200
    assert b"emperors_rounds_overdue 0.0" in shown.content


@pytest.mark.django_db
def test_every_page_forbids_what_we_never_use(client: Client) -> None:
    headers = client.get("/account/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "camera=()" in headers["Permissions-Policy"]
    assert "no-store" in headers["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("given, kept", [("abcdef-123456", True), ("short", False), ("a b; c<script>", False)])
def test_a_request_id_is_kept_if_it_is_proper(client: Client, given: str, kept: bool) -> None:
    answer = client.get("/healthz", headers={"X-Request-ID": given})
    assert (answer.headers["X-Request-ID"] == given) is kept


@pytest.mark.django_db
@pytest.mark.parametrize("language, word", [("en", "Password"), ("es", "Contraseña"), ("ca", "Contrasenya")])
def test_the_browser_s_language_is_spoken(client: Client, language: str, word: str) -> None:
    answer = client.get("/account/login/", headers={"Accept-Language": language})
    assert answer.headers["Content-Language"] == language
    assert word.lower() in answer.content.decode().lower()


@pytest.mark.parametrize(
    "zone, shown",
    [("Europe/Madrid", "14:00"), ("", "12:00"), ("Nowhere/At_All", "12:00"), ("../etc", "12:00")],
)
def test_times_are_shown_in_the_user_s_zone(zone: str, shown: str) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(timezone.localtime(datetime(2026, 7, 1, 12, tzinfo=UTC)).strftime("%H:%M"))

    request = RequestFactory().get("/")
    request.user = type("Somebody", (), {"time_zone": zone})()
    assert request_module.set_time_zone(view)(request).content.decode() == shown


def test_a_secret_key_is_made_once(tmp_path: Any) -> None:
    first = environment.get_secret_key("", True, tmp_path)
    assert len(first) > 50
    assert environment.get_secret_key("", True, tmp_path) == first
    assert environment.get_secret_key("given", True, tmp_path) == "given"


async def test_a_message_from_another_thread_wakes_the_receiver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use no timer: the receiver waits for as long as it takes, and does not poll."""
    loop, timers = asyncio.get_running_loop(), list[float]()
    later = loop.call_at
    monkeypatch.setattr(loop, "call_at", lambda when, *rest, **more: timers.append(when) or later(when, *rest, **more))
    layer = EmbeddedChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("news", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    for _turn in range(5):
        await asyncio.sleep(0)
    send = async_to_sync(layer.group_send)
    threading.Thread(target=send, args=("news", {"type": "pointer", "head": 7})).start()
    assert await waiting == {"type": "pointer", "head": 7}
    assert timers == []


reported = threading.Event()


@shared_task(name="tests.report")
def report() -> None:
    """Report the end of a job; the worker learns of it when it starts."""
    reported.set()


def test_the_embedded_site_does_background_jobs(site: str) -> None:
    reported.clear()
    report.delay()
    assert reported.wait(PATIENCE)


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_metrics_count_the_connections_of_postgresql(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = "a-long-token"
    shown = client.get("/metrics", headers={"Authorization": "Bearer a-long-token"}).content.decode()
    found = dict(re.findall(r"^emperors_((?:pool|database)_\w+) ([\d.]+)$", shown, re.MULTILINE))
    if connection.vendor != "postgresql":
        assert not found
        return
    assert float(found["database_connections"]) >= 1 and float(found["database_connections_limit"]) > 10
    assert float(found["pool_used"]) >= 1 and float(found["pool_size_limit"]) >= 1 and found["pool_waiting"] == "0.0"
