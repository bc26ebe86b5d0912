"""New secrets of webhooks, which sign beside the earlier ones for a day, and names that tell webhooks apart."""

import base64
import hashlib
import hmac
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from core import clock, encryption
from core.errors import DomainError
from core.limits import WEBHOOK_FORMER_SECRETS, WEBHOOK_SECRET_HOURS
from dynasty.models import Dynasty, Notice, Webhook
from dynasty.services.webhooks import registration, sending
from tests.dynasty.test_webhooks import OTHER_SITE, answers, hook, receiver, tell
from tests.factories import found
from tests.tournaments.api.test_scopes import program

pytestmark = pytest.mark.django_db
PAGE = "/court/settings/webhooks/"
DOCUMENT = Path(__file__).resolve().parents[3] / "docs/api/webhooks.md"
DISCORD = "https://discord.com/api/webhooks/12345/abc-def"


def make(dynasty: Dynasty, host: str, **changes: Any) -> tuple[Webhook, str]:
    return registration.create(dynasty=dynasty, address=f"http://{host}/hook", kinds=["hosted"], **changes)


def is_signed_with(secret: str, call: dict[str, Any]) -> bool:
    """Return whether one of the signatures of a message is that of a secret."""
    headers = call["headers"]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + call["body"]
    digest = hmac.digest(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}" in headers["webhook-signature"].split(" ")


def read_example() -> Any:
    """Return the function of the document that checks a signature."""
    names: dict[str, Any] = {}
    (block,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    exec(block, names)
    return names["is_ours"]


def renew(row: Webhook, **changes: Any) -> str:
    return registration.renew_secret(dynasty=row.dynasty, code=row.code, **changes)[1]


def test_the_former_secret_signs_beside_the_new_one_for_a_day(settings: Any) -> None:
    start, is_ours = clock.now(), read_example()
    with receiver() as (host, calls):
        settings.WEBHOOK_HOSTS = [host]
        row, first = make(found("Ming"), host)
        second = renew(row)
        for hours in (0, WEBHOOK_SECRET_HOURS - 1, WEBHOOK_SECRET_HOURS + 1):
            with clock.freeze(start + timedelta(hours=hours)):
                tell(row.dynasty, f"at {hours}")
                sending.call_due()
    assert [(is_signed_with(first, each), is_signed_with(second, each)) for each in calls] == [
        (True, True), (True, True), (False, True),
    ]  # fmt: skip
    assert [is_ours(first, each["headers"], each["body"]) for each in calls] == [True, True, False]
    assert all(is_ours(second, each["headers"], each["body"]) for each in calls)
    assert not is_ours(second, calls[0]["headers"], calls[0]["body"] + b" ")


def test_the_former_secret_can_end_at_once(settings: Any) -> None:
    with receiver() as (host, calls):
        settings.WEBHOOK_HOSTS = [host]
        row, first = make(found("Ming"), host)
        second = renew(row)
        third = renew(row, keep_former=False)
        tell(row.dynasty)
        sending.call_due()
    assert [is_signed_with(each, calls[0]) for each in (first, second, third)] == [False, False, True]


def test_a_second_click_leaves_the_secret_in_use_valid(settings: Any) -> None:
    with receiver() as (host, calls):
        settings.WEBHOOK_HOSTS = [host]
        row, first = make(found("Ming"), host)
        secrets = [first, *(renew(row) for _click in range(WEBHOOK_FORMER_SECRETS))]
        tell(row.dynasty)
        sending.call_due()
        assert all(is_signed_with(each, calls[0]) for each in secrets)
        secrets.append(renew(row))
        tell(row.dynasty, "later")
        sending.call_due()
    assert [is_signed_with(each, calls[1]) for each in secrets] == [False, *(True for _each in secrets[1:])]


def test_a_former_secret_is_stored_encrypted_and_deleted_after_its_time() -> None:
    row, first = make_other(found("Ming"))
    renew(row)
    row.refresh_from_db()
    assert first not in f"{vars(row)}" and row.former_until is not None
    assert registration.reseal() == 1
    row.refresh_from_db()
    assert encryption.decrypt(row.former_secrets, registration.PURPOSE) == first
    sending.delete_old()
    row.refresh_from_db()
    assert row.former_secrets
    with clock.freeze(clock.now() + timedelta(hours=WEBHOOK_SECRET_HOURS + 1)):
        sending.delete_old()
    row.refresh_from_db()
    assert (row.former_secrets, row.former_until) == ("", None)


def make_other(dynasty: Dynasty, **changes: Any) -> tuple[Webhook, str]:
    return registration.create(dynasty=dynasty, address=OTHER_SITE, kinds=["hosted"], **changes)


def test_messages_to_discord_have_no_secret_to_renew() -> None:
    row = hook(found("Ming"), DISCORD, format="discord")
    with pytest.raises(DomainError) as refusal:
        renew(row)
    assert refusal.value.code == "webhook_unsigned"
    client = Client()
    client.force_login(row.dynasty.user)
    assert b"New secret" not in client.get(f"{PAGE}{row.code}/").content
    assert client.post(f"{PAGE}{row.code}/secret", {"keep_former": "on"}).status_code == 404


def test_the_page_asks_and_then_shows_the_new_secret_once() -> None:
    ming, client, other = found("Ming"), Client(), Client()
    client.force_login(ming.user)
    other.force_login(found("Inca").user)
    row, first = make_other(ming)
    here = f"{PAGE}{row.code}/"
    assert b"New secret" in client.get(here).content
    asked = client.get(f"{here}secret").content
    assert b"Make a new secret for" in asked and b"whsec_" not in asked
    assert other.post(f"{here}secret").status_code == other.get(f"{here}secret").status_code == 404
    made = client.post(f"{here}secret", {"keep_former": "on"})
    (secret,) = re.findall(r"whsec_[\w+/=]+", made.content.decode())
    assert secret != first and "no-store" in made["Cache-Control"]
    later = client.get(here).content.decode()
    assert "whsec_" not in later and "The former secret signs each message too" in later
    row.refresh_from_db()
    assert encryption.decrypt(row.secret, registration.PURPOSE) == secret and row.former_secrets
    client.post(f"{here}secret", {})
    row.refresh_from_db()
    assert not row.former_secrets
    assert "The former secret signs each message too" not in client.get(here).content.decode()


def test_programs_renew_a_secret_and_name_webhooks() -> None:
    ming = found("Ming")
    api = program(ming.user, "play")
    made = api.post("/api/v1/webhooks/", {"address": OTHER_SITE, "kinds": ["hosted"], "name": "Club bot"}, "json")
    assert made.status_code == 201 and made.json()["name"] == "Club bot" and made.json()["former_until"] is None
    here = f"/api/v1/webhooks/{made.json()['code']}/"
    changed = api.put(here, {"kinds": ["turn"], "active": True, "name": "Turns"}, "json")
    assert changed.json()["name"] == "Turns"
    kept = api.put(here, {"kinds": ["turn"], "active": True}, "json")
    assert kept.json()["name"] == "Turns", "what is not sent stays"
    renewed = api.post(f"{here}secret/", {}, "json")
    assert renewed.status_code == 200 and renewed.json()["secret"] != made.json()["secret"]
    assert renewed.json()["former_until"] is not None and "no-store" in renewed["Cache-Control"]
    at_once = api.post(f"{here}secret/", {"keep_former": False}, "json")
    assert at_once.json()["former_until"] is None
    assert "secret" not in api.get(here).json()
    unknown = api.post("/api/v1/webhooks/nothing/secret/", {}, "json")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_such_webhook")
    assert api.put(here, {"kinds": ["turn"], "active": True, "name": "x" * 41}, "json").status_code == 400


def test_two_webhooks_to_one_host_are_told_apart_by_their_names() -> None:
    ming, client = found("Ming"), Client()
    client.force_login(ming.user)
    new = {"address": OTHER_SITE, "format": "json", "kinds": ["hosted"]}
    client.post(PAGE, new | {"name": " Club  bot "})
    client.post(PAGE, new)
    named, unnamed = Webhook.objects.order_by("pk")
    assert (named.name, unnamed.name) == ("Club bot", "")
    listed = client.get(PAGE).content.decode()
    assert "Club bot" in listed and listed.count("hooks.example.org") == 2
    page = f"{PAGE}{named.code}/"
    assert "Club bot" in client.get(page).content.decode()
    assert "Delete the webhook “Club bot”" in client.get(f"{page}delete").content.decode()
    refused = client.post(page, {"kinds": ["turn"], "active": "on", "name": "!!!"})
    assert refused.status_code == 422 and b"at least one letter" in refused.content
    client.post(page, {"kinds": ["turn"], "active": "on", "name": ""})
    named.refresh_from_db()
    assert named.name == ""


def test_the_owner_of_a_webhook_that_was_switched_off_is_told_which_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ming, client = found("Ming"), Client()
    client.force_login(ming.user)
    row, _secret = make_other(ming, name="Club bot")
    answers(monkeypatch, 410)
    tell(ming)
    sending.call_due()
    notice = Notice.objects.get(kind="webhook")
    assert notice.facts["code"] == row.code
    shown = client.get("/notices/").content.decode()
    assert "Your webhook “Club bot” (hooks.example.org) was switched off" in shown
    assert "switch it on again on its page" in shown
    assert client.get(f"/notices/of/{notice.code}")["Location"] == f"{PAGE}{row.code}/"


def test_a_webhook_that_its_owner_switched_off_is_not_said_to_have_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    ming, client = found("Ming"), Client()
    client.force_login(ming.user)
    row, _secret = make_other(ming)
    answers(monkeypatch, 500)
    tell(ming)
    sending.call_due()
    here = f"{PAGE}{row.code}/"
    client.post(here, {"kinds": ["hosted"]})
    row.refresh_from_db()
    assert row.switched_off_at is not None
    assert "did not work again and again" not in client.get(here).content.decode()
    assert json.dumps(row.failures) == "0"


def test_a_webhook_of_a_lost_key_gets_no_secret_and_is_told_why(settings: Any) -> None:
    ming, client = found("Ming"), Client()
    client.force_login(ming.user)
    row, _secret = make_other(ming)
    settings.SECRET_KEY, before = "the key of a later year", settings.SECRET_KEY
    client.force_login(ming.user)
    stored = Webhook.objects.values().get()
    for keep_former in (True, False):
        with pytest.raises(DomainError) as refusal:
            renew(row, keep_former=keep_former)
        assert refusal.value.code == "webhook_unreadable"
    page = client.post(f"{PAGE}{row.code}/secret", {"keep_former": "on"})
    assert page.status_code == 409 and b"can no longer read the address" in page.content
    answer = program(ming.user, "play").post(f"/api/v1/webhooks/{row.code}/secret/", {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "webhook_unreadable")
    assert client.get(f"{PAGE}{row.code}/").status_code == client.get(PAGE).status_code == 200
    assert Webhook.objects.values().get() == stored
    settings.SECRET_KEY_FALLBACKS = [before]
    assert renew(row).startswith("whsec_")


def test_a_webhook_of_a_lost_key_holds_up_no_other(settings: Any) -> None:
    with receiver() as (host, calls):
        settings.WEBHOOK_HOSTS = [host]
        ming = found("Ming")
        make(ming, host)
        settings.SECRET_KEY = "the key of a later year"
        make(ming, host)
        tell(ming)
        assert sending.call_due() == 1 and len(calls) == 1
    assert sorted(Webhook.objects.values_list("failures", flat=True)) == [0, 1]
    assert registration.reseal() == 1
