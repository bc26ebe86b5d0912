"""Webhooks: what they are sent, signed, once, in order; how they are called, and when they are left alone."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core import clock, outbound_http
from core.errors import DomainError
from core.limits import WEBHOOK_DAYS, WEBHOOK_FAILURES, WEBHOOKS
from dynasty.domain import webhook_messages
from dynasty.models import Dynasty, Notice, Webhook, WebhookDelivery
from dynasty.services import notifications
from dynasty.services.webhooks import registration, sending
from dynasty.services.webhooks.sending import Answer
from tests import factories
from tests.factories import found

pytestmark = pytest.mark.django_db
GRID: dict[str, Any] = {"game": "emperors", "field": "duel-2"}
OTHER_SITE = "https://hooks.example.org/news"
FACTS = {"title": "The Jade Cup", "emperor": "Livia", "dynasty": "Song", "result": "entered"}


@contextmanager
def receiver(status: int = 204) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the address of a site that answers with this status, and what it is sent."""
    calls: list[dict[str, Any]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            calls.append({"body": body, "headers": {name.lower(): value for name, value in self.headers.items()}})
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_given: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}", calls
        server.shutdown()


def hook(dynasty: Dynasty, address: str = OTHER_SITE, **changes: Any) -> Webhook:
    return registration.create(dynasty=dynasty, address=address, **({"kinds": ["hosted", "turn"]} | changes))[0]


def tell(dynasty: Dynasty, key: str = "k", kind: str = "hosted", **facts: Any) -> None:
    notifications.notify(dynasty=dynasty, kind=kind, key=key, facts=FACTS | facts, place="jadecup")


def answers(monkeypatch: pytest.MonkeyPatch, *statuses: int) -> list[str]:
    """Let the other site answer like this, the last one for good; return the keys of what it was sent."""
    sent: list[str] = []

    def call(delivery: WebhookDelivery) -> Answer:
        status = statuses[min(len(sent), len(statuses) - 1)]
        sent.append(delivery.key)
        return Answer(status) if status else Answer(trouble="unreachable")

    monkeypatch.setattr(sending, "call", call)
    return sent


def test_news_arrives_signed(settings: Any) -> None:
    with receiver() as (host, calls):
        settings.WEBHOOK_HOSTS, settings.SITE_URL = [host], "https://play.example.org/"
        ming = found("Ming")
        row, secret = registration.create(dynasty=ming, address=f"http://{host}/hook", kinds=["hosted"])
        tell(ming)
        tell(ming)
        assert [sending.call_due(), sending.call_due()] == [1, 0], "once"
    (call,) = calls
    headers, body = call["headers"], call["body"]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"
    message = json.loads(body)
    assert message["type"] == "hosted" and message["data"]["place"] == "jadecup"
    assert message["data"]["sentence"] == "Song has entered “The Jade Cup”."
    assert message["data"]["url"] == "https://play.example.org/tournament/jadecup/"
    done = WebhookDelivery.objects.get()
    assert (done.result, done.status, done.attempts) == ("sent", 204, 1) and headers["webhook-id"] == done.code
    assert secret not in f"{vars(row)}" and "/hook" not in f"{vars(row)}", "both are encrypted"
    assert registration.reseal() == 1


def test_only_what_was_asked_for_is_sent_and_to_nobody_else() -> None:
    ming, inca = found("Ming"), found("Inca")
    hook(ming)
    hook(inca, kinds=["offer"])
    tell(ming)
    tell(inca)
    tell(ming, "o", "offer", gives=[["gold", 1]], asks=[["gold", 1]])
    assert [(each.webhook.dynasty, each.key) for each in WebhookDelivery.objects.all()] == [(ming, "k")]
    assert not Notice.objects.filter(kind="hosted").exists(), "it is on no other channel by default"


def test_what_is_rolled_back_was_never_written() -> None:
    from django.db import transaction

    ming = found("Ming")
    hook(ming)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        tell(ming)
        raise ZeroDivisionError
    assert not WebhookDelivery.objects.exists()


def test_after_a_failure_it_pauses_longer_and_longer_and_then_goes_on_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    ming = found("Ming")
    row, start = hook(ming), clock.now()
    sent = answers(monkeypatch, 0, 500, 204)
    tell(ming, "one")
    tell(ming, "two")
    for minutes, expected in ((0, 1), (0.5, 1), (1.1, 2), (2.2, 2), (3.2, 4), (9, 4)):
        with clock.freeze(start + timedelta(minutes=minutes)):
            sending.call_due()
        assert len(sent) == expected, minutes
    assert sent == ["one", "one", "one", "two"]
    row.refresh_from_db()
    assert row.failures == 0 and [each.attempts for each in row.deliveries.order_by("pk")] == [3, 1]


@pytest.mark.parametrize(("status", "calls"), [(500, WEBHOOK_FAILURES), (302, WEBHOOK_FAILURES), (410, 1)])
def test_after_many_failures_it_is_switched_off_and_its_owner_notified(
    monkeypatch: pytest.MonkeyPatch, status: int, calls: int
) -> None:
    ming = found("Ming")
    row, start = hook(ming), clock.now()
    sent = answers(monkeypatch, status)
    tell(ming)
    for hours in range(WEBHOOK_FAILURES + 5):
        with clock.freeze(start + timedelta(hours=7 * hours)):
            sending.call_due()
    row.refresh_from_db()
    assert len(sent) == calls and row.switched_off_at is not None
    assert row.deliveries.get().result == "gave_up"
    notice = Notice.objects.get(kind="webhook")
    assert notice.dynasty == ming and notice.facts["host"] == "hooks.example.org"
    tell(ming, "later")
    with pytest.raises(DomainError, match="switched off"):
        registration.send_test(dynasty=ming, code=row.code)
    registration.change(dynasty=ming, code=row.code, kinds=["hosted"], active=True)
    tell(ming, "again")
    assert list(row.deliveries.filter(done_at=None).values_list("key", flat=True)) == ["again"]


def test_two_workers_send_once_and_a_dead_one_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ming = found("Ming")
    hook(ming)
    tell(ming)
    assert sending.claim_next() is not None, "this one dies"
    assert sending.claim_next() is None
    sent = answers(monkeypatch, 204)
    assert sending.call_due() == 0
    with clock.freeze(clock.now() + sending.LEASE * 2):
        assert sending.call_due() == 1 and sent == ["k"]


def test_a_busy_webhook_leaves_others_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    ming, inca = found("Ming"), found("Inca")
    hook(ming), hook(inca)
    for number in range(sending.BATCH_SIZE + 5):
        tell(ming, f"m{number}")
    tell(inca, "i")
    sent = answers(monkeypatch, 204)
    sending.call_due()
    assert sent.index("i") == sending.BATCH_SIZE and len(sent) == sending.BATCH_SIZE + 6


@pytest.mark.parametrize(
    "address",
    [
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://hooks.example.org:8443/",
        "https://me:pass@hooks.example.org/",
        "https://hooks.example.org\\@127.0.0.1/",
        "ftp://hooks.example.org/",
        "https://hooks.example.org",
        "https://hooks.example.org/" + "x" * 500,
        "nonsense",
        "",
    ],
)
def test_an_address_that_may_not_be_called_is_refused(address: str) -> None:
    with pytest.raises(DomainError) as refusal:
        hook(found("Ming"), address)
    assert refusal.value.code == "bad_webhook_address" and not Webhook.objects.exists()


def test_a_name_that_leads_to_a_private_address_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound_http, "resolve", lambda _host, _port: ["10.0.0.7"])
    monkeypatch.setattr(outbound_http, "create_connection", lambda *_given, **_named: pytest.fail("it was called"))
    ming = found("Ming")
    hook(ming)
    tell(ming)
    assert sending.call_due() == 0
    assert WebhookDelivery.objects.get().trouble == "unreachable"


def test_there_are_limits() -> None:
    ming = found("Ming")
    for _number in range(WEBHOOKS):
        hook(ming)
    for changes, code in (({}, "too_many_webhooks"), ({"kinds": []}, "bad_webhook_kinds"),
                          ({"kinds": ["gossip"]}, "bad_webhook_kinds"), ({"format": "xml"}, "bad_webhook_address"),
                          ({"format": "discord"}, "bad_webhook_address")):  # fmt: skip
        with pytest.raises(DomainError) as refusal:
            hook(ming, **changes)
        assert refusal.value.code == code
    tell(ming)
    with clock.freeze(clock.now() + timedelta(days=WEBHOOK_DAYS + 1)):
        assert sending.delete_old() == WEBHOOKS


@given(st.text(max_size=3000), st.sampled_from(["", "https://play.example.org/tournament/x/"]))
def test_a_message_to_discord_fits_and_mentions_nobody(sentence: str, url: str) -> None:
    message = json.loads(webhook_messages.build_discord(sentence, url))
    assert len(message["content"]) <= webhook_messages.MAX_DISCORD_LENGTH
    assert message["allowed_mentions"] == {"parse": []}
    text = message["content"].removesuffix(f"\n<{url}>") if url else message["content"]
    assert not [place for place, character in enumerate(text) if character in "*_~`<@#" and text[place - 1] != "\\"]


def test_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    ming, client, other = found("Ming"), Client(), Client()
    client.force_login(ming.user)
    other.force_login(found("Inca").user)
    page = "/court/settings/webhooks/"
    assert page.encode() in client.get("/court/settings/").content
    assert page.encode() in client.get("/notices/settings/").content
    assert b"You have no webhook" in client.get(page).content
    refused = client.post(page, {"address": "http://x", "format": "json", "kinds": ["hosted"]})
    assert refused.status_code == 422 and b"begins with https" in refused.content
    made = client.post(page, {"address": OTHER_SITE, "format": "json", "kinds": ["hosted"]})
    assert b"whsec_" in made.content and b"no-store" in made["Cache-Control"].encode()
    assert b"whsec_" not in client.get(page).content
    row = Webhook.objects.get()
    here = f"{page}{row.code}/"
    assert b"Nothing has been sent yet" in client.get(here).content
    sent = answers(monkeypatch, 204)
    for _click in range(2):
        assert client.post(f"{here}test").status_code == 302
    sending.call_due()
    assert len(sent) == 1, "one a minute"
    log = client.get(here).content.decode()
    assert "status 204" in log and "the news of your dynasty reaches this address" in log
    client.post(here, {"kinds": ["turn"]})
    row.refresh_from_db()
    assert row.kinds == ["turn"] and row.switched_off_at is not None
    for path in (here, f"{here}test", f"{here}delete"):
        assert other.post(path).status_code == 404
    assert b"Delete the webhook to" in client.get(f"{here}delete").content
    client.post(f"{here}delete")
    assert not Webhook.objects.exists()


def test_whoever_announces_a_tournament_has_its_news() -> None:
    host, rival = found("Host"), found("Rival")
    hook(host, kinds=["hosted"])
    hook(rival, kinds=["hosted"])
    cup = factories.announce("gift", organiser=host, title="The Jade Cup", **GRID)
    factories.enter(cup, factories.born(rival, "Livia"), "a")
    factories.enter(cup, factories.born(host, "Own"), "b")
    assert factories.lifecycle.start(tournament_id=cup.pk)
    factories.play(cup, {"b": "abdicate"})
    training = factories.announce("training", organiser=host, **GRID)
    factories.enter(training, factories.born(rival, "Trainee"), "a")
    off = factories.announce("gift", organiser=host, title="Off", **GRID)
    factories.announcements.cancel(tournament=off, by=host, reason="rain")
    rows = WebhookDelivery.objects.filter(webhook__dynasty=host).order_by("pk")
    assert [(each.facts["title"], each.facts["result"]) for each in rows] == [
        *(("The Jade Cup", word) for word in ("announced", "entered", "started", "ended")),
        ("Off", "announced"), ("Off", "cancelled"),
    ]  # fmt: skip
    assert rows[3].facts["winners"] == "Rival: Livia"
    assert not WebhookDelivery.objects.filter(webhook__dynasty=rival).exists()
