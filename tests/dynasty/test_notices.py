"""Notices: told once, sent once on each channel, when and where the dynasty wants it."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from core import background, clock
from core.errors import DomainError
from dynasty.domain import notification_types, push_keys, quiet_hours, result_text, unsubscribe
from dynasty.domain.notification_types import CHANNELS, CONFIGURABLE, NOTIFICATION_TYPES
from dynasty.models import Delivery, Dynasty, Emperor, Notice, NoticeSetting, PushSubscription, StreamEvent, User
from dynasty.services import delivery, inactivity_warnings, notification_settings, notifications, reputation, web_push
from dynasty.services import mail as mail_services

pytestmark = pytest.mark.django_db
FACTS = {
    "seat": "A","title": "The Jade Cup", "emperor": "Livia", "round": 3, "deadline": "2030-06-01T12:00:00+00:00",
         "dynasty": "Song", "gives": [["gold", 5]], "asks": [["ruby", 1]], "points": 2,
         "on": "2030-06-01T12:00:00+00:00",
         "other": "Ming", "place": 2, "players": 7, "why": "the treasury is empty",
         "news": {"en": "Ming rose.", "es": "Ming.", "ca": "Ming."}}  # fmt: skip


@pytest.fixture
def ming(found: Callable[..., Dynasty]) -> Dynasty:
    return found("Ming")


@pytest.fixture
def pushed(ming: Dynasty, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return whatever is sent to the push service of Ming's one browser."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(web_push, "post_to_service", lambda browser, data: sent.append(json.loads(data)))
    subscribe(ming)
    return sent


def subscribe(dynasty: Dynasty, endpoint: str = "https://fcm.googleapis.com/1") -> PushSubscription:
    return web_push.subscribe(dynasty=dynasty, endpoint=endpoint, p256dh="k" * 87, auth="a" * 22)


def everywhere(dynasty: Dynasty, **more: Any) -> NoticeSetting:
    wanted = {"rhythm": "at_once", "quiet_from": None, "quiet_until": None} | more
    return notification_settings.update(
        dynasty=dynasty, channels={kind: list(CHANNELS) for kind in CONFIGURABLE}, **wanted
    )


def tell(dynasty: Dynasty, kind: str = "turn", key: str = "k", **more: Any) -> Notice | None:
    return notifications.notify(dynasty=dynasty, kind=kind, facts=FACTS, key=key, **more)


def client_of(dynasty: Dynasty) -> Client:
    client = Client()
    client.force_login(dynasty.user)
    return client


@contextmanager
def later(**time: float) -> Iterator[datetime]:
    moment = clock.now() + timedelta(**time)
    with clock.freeze(moment):
        yield moment


# ── Each kind, each channel, once ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", CONFIGURABLE)
def test_every_kind_goes_once_through_every_channel(ming: Dynasty, pushed: list[dict[str, Any]], kind: str) -> None:
    everywhere(ming)
    for _again in range(3):
        tell(ming, kind)
        delivery.deliver_due()
    assert Notice.objects.count() == 1 and Delivery.objects.count() == len(CHANNELS)
    assert len(mail.outbox) == len(pushed) == StreamEvent.objects.filter(type="notices").count() == 1
    sentence = notification_types.format_sentence(kind, FACTS)
    assert "–" not in sentence and "%" not in sentence
    assert mail.outbox[0].subject == sentence and pushed[0]["body"] == sentence
    assert sentence in client_of(ming).get("/notices/").content.decode().replace("&#x27;", "'")


@pytest.mark.parametrize("kind", CONFIGURABLE)
@pytest.mark.parametrize("channel", CHANNELS)
def test_a_channel_that_is_not_chosen_is_silent(
    ming: Dynasty, pushed: list[dict[str, Any]], kind: str, channel: str
) -> None:
    setting = everywhere(ming)
    NoticeSetting.objects.update(channels=setting.channels | {kind: [channel]})
    tell(ming, kind)
    delivery.deliver_due()
    sent = {"mail": len(mail.outbox), "push": len(pushed), "page": StreamEvent.objects.filter(type="notices").count()}
    assert sent == dict.fromkeys(CHANNELS, 0) | {channel: 1}


@pytest.mark.parametrize("language", ["en", "es", "ca"])
@pytest.mark.parametrize(
    "sentence", [*(kind.sentence for kind in NOTIFICATION_TYPES.values()), *notification_types.VARIANTS.values()]
)
def test_every_sentence_takes_its_facts(sentence: Any, language: str) -> None:
    with translation.override(language):
        assert str(sentence) % notification_types.format_facts(FACTS)


def test_an_unknown_kind_is_a_mistake_of_ours(ming: Dynasty) -> None:
    with pytest.raises(ValueError, match="unknown"):
        tell(ming, "gossip")


def test_houses_are_told_nothing(house: Dynasty) -> None:
    assert tell(house) is None and not Notice.objects.exists()


def test_what_is_rolled_back_was_never_told(ming: Dynasty) -> None:
    from django.db import transaction

    with pytest.raises(ZeroDivisionError), transaction.atomic():
        tell(ming)
        raise ZeroDivisionError
    assert not Notice.objects.exists() and not Delivery.objects.exists()


# ── Failures ───────────────────────────────────────────────────────────────────────────────────────────────


class Killed(BaseException):
    """The process ends here."""


def killing(monkeypatch: pytest.MonkeyPatch, *, before: bool) -> None:
    """Let the next sender of a mail be killed before, or after, it has handed the mail over."""
    send = mail_services.send

    def killed(*arguments: Any) -> None:
        monkeypatch.setattr(mail_services, "send", send)
        if not before:
            send(*arguments)
        raise Killed

    monkeypatch.setattr(mail_services, "send", killed)


def test_a_killed_sender_loses_nothing(ming: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(ming)
    killing(monkeypatch, before=True)
    with pytest.raises(Killed):
        delivery.deliver_due()
    assert delivery.deliver_due() == 0 and not mail.outbox  # its lease holds still
    for seconds in (61, 300, 3000):
        with later(seconds=seconds):
            delivery.deliver_due()
    assert len(mail.outbox) == 1


def test_killed_after_the_hand_over_it_is_the_same_mail_again(ming: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(ming)
    killing(monkeypatch, before=False)
    with pytest.raises(Killed):
        delivery.deliver_due()
    tell(ming, "offer", "another")  # does not get into the mail that may be there already
    with later(seconds=61):
        delivery.deliver_due()
    ids = [each.extra_headers["Message-ID"] for each in mail.outbox]
    assert len(ids) == 3 and len(set(ids)) == 2


def test_failures_are_tried_again_up_to_a_limit(ming: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(mail_services, "send", lambda *_: tried.append(1) or 1 / 0)
    tell(ming)
    for hours in range(12):
        with later(hours=hours):
            delivery.deliver_due()
    assert len(tried) == delivery.MAX_ATTEMPTS
    assert Delivery.objects.get(channel="mail").result == "gave_up"


def test_two_senders_send_once(ming: Dynasty) -> None:
    tell(ming)
    group = delivery.get_next_group()
    first, second = delivery.claim(group), delivery.claim(group)
    assert len(first) == len(group) and second == []


def test_without_a_broker_the_sweep_sends(ming: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(background.current_app, "send_task", broken)
    notifications.enqueue_delivery()
    tell(ming)
    assert delivery.deliver_due() == 2 and len(mail.outbox) == 1


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_several_are_changed_in_the_order_of_their_numbers(ming: Dynasty) -> None:
    """Let one read all, a round settle some and a sender tick some off: none waits for one that waits for it."""
    if connection.vendor == "sqlite":
        pytest.skip("one writer at a time")
    notifications.notify(dynasty=ming, kind="offer", facts={"dynasty": "Makedon"}, key="one")
    with CaptureQueriesContext(connection) as asked:
        notifications.mark_read(dynasty=ming)
        delivery.mark_done(list(Delivery.objects.all()), Delivery.Result.SETTLED)
    changes = [each["sql"] for each in asked if each["sql"].startswith("UPDATE")]
    assert len(changes) == 3
    assert all(re.search(r"ORDER BY .* FOR NO KEY UPDATE", sql) for sql in changes), changes


def test_who_is_locked_out_gets_no_mail(ming: Dynasty) -> None:
    User.objects.update(is_active=False)
    tell(ming)
    delivery.deliver_due()
    assert not mail.outbox and Delivery.objects.get(channel="mail").result == "refused"


def test_what_is_over_is_not_sent(ming: Dynasty) -> None:
    now = clock.now()
    tell(ming, until=now + timedelta(hours=2), wait=timedelta(hours=1))
    with later(hours=3):
        delivery.deliver_due()
    assert not mail.outbox and Delivery.objects.get(channel="mail").result == "settled"


# ── When ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_digest_is_one_mail(ming: Dynasty, at: Callable[..., datetime]) -> None:
    User.objects.update(time_zone="Europe/Madrid")
    at(2030, 6, 1, 12)
    everywhere(ming, rhythm="daily")
    for key in "abc":
        tell(Dynasty.objects.get(), "offer", key)
    delivery.deliver_due()
    assert not mail.outbox
    at(2030, 6, 2, 5, 59)
    assert delivery.deliver_due() == 0
    at(2030, 6, 2, 6)  # eight in Madrid
    delivery.deliver_due()
    assert len(mail.outbox) == 1 and mail.outbox[0].body.count("offers you") == 3
    assert mail.outbox[0].subject == "3 notifications from your dynasty"


def test_hourly_mails_come_at_the_full_hour(ming: Dynasty, at: Callable[..., datetime]) -> None:
    at(2030, 6, 1, 12, 20)
    everywhere(ming, rhythm="hourly")
    tell(ming)
    assert Delivery.objects.get(channel="mail").due_at == datetime(2030, 6, 1, 13, tzinfo=UTC)


def test_quiet_hours_hold_mail_and_push_but_not_the_page(
    ming: Dynasty, pushed: list[dict[str, Any]], at: Callable[..., datetime]
) -> None:
    User.objects.update(time_zone="Europe/Madrid")
    everywhere(ming, quiet_from=time(22), quiet_until=time(7, 30))
    at(2030, 1, 10, 23)  # midnight in Madrid
    tell(Dynasty.objects.get())
    delivery.deliver_due()
    assert not mail.outbox and not pushed and StreamEvent.objects.filter(type="notices").exists()
    at(2030, 1, 11, 6, 30)
    delivery.deliver_due()
    assert len(mail.outbox) == len(pushed) == 1


@pytest.mark.parametrize(
    "moment, end",
    [
        (
            datetime(2030, 3, 30, 23, tzinfo=UTC),
            datetime(2030, 3, 31, 5, tzinfo=UTC),
        ),  # a night an hour short
        (datetime(2030, 10, 26, 23, tzinfo=UTC), datetime(2030, 10, 27, 6, tzinfo=UTC)),  # and a longer one
        (datetime(2030, 6, 1, 12, tzinfo=UTC), datetime(2030, 6, 1, 12, tzinfo=UTC)),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall(moment: datetime, end: datetime) -> None:
    assert quiet_hours.skip_quiet_hours(moment, time(22), time(7), quiet_hours.get_zone("Europe/Madrid")) == end


@pytest.mark.parametrize("name", ["", "Nowhere/At_All", "../etc/passwd"])
def test_an_unknown_zone_is_utc(name: str) -> None:
    assert quiet_hours.get_zone(name) is quiet_hours.UTC


def test_moments_are_told_in_the_reader_s_zone(ming: Dynasty) -> None:
    User.objects.update(time_zone="Asia/Tokyo")
    tell(Dynasty.objects.get())
    delivery.deliver_due()
    assert "21:00" in mail.outbox[0].subject


# ── Stopping ───────────────────────────────────────────────────────────────────────────────────────────────


def test_one_click_stops_all_mails_without_logging_in(ming: Dynasty) -> None:
    tell(ming)
    delivery.deliver_due()
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.search(r"<https?://[^/]+(/.*)>", headers["List-Unsubscribe"])
    assert path
    robot = Client(enforce_csrf_checks=True)
    assert robot.get(path[1]).status_code == 200  # a machine that follows links stops nothing
    tell(ming, key="before")
    assert Delivery.objects.filter(channel="mail", done_at=None).exists()
    assert robot.post(path[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    tell(ming, key="after")
    delivery.deliver_due()
    assert len(mail.outbox) == 1 and Notice.objects.count() == 3


def test_one_kind_can_be_stopped(ming: Dynasty) -> None:
    assert notification_settings.stop_mails(token=unsubscribe.build_token(ming.code, "turn"))
    tell(ming)
    tell(ming, "offer", "o")
    delivery.deliver_due()
    assert [each.subject for each in mail.outbox] == [notification_types.format_sentence("offer", FACTS)]


@pytest.mark.parametrize("forge", [lambda token: token + "x", lambda token: token[:-3], lambda _: "nonsense"])
def test_a_forged_link_stops_nothing(client: Client, ming: Dynasty, forge: Callable[[str], str]) -> None:
    assert client.post(f"/notices/stop/{forge(unsubscribe.build_token(ming.code))}").status_code == 404
    assert not NoticeSetting.objects.exists()


# ── Browsers ───────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def push_service(status: int) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield a push service on this machine that answers with this status."""
    collected: list[dict[str, Any]] = []

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            collected.append({"headers": {name.lower(): value for name, value in self.headers.items()}, "body": body})
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"127.0.0.1:{server.server_port}", collected
    finally:
        server.shutdown()
        server.server_close()


def browser_keys() -> tuple[Any, str, str]:
    """Return the keys that a browser makes: its private one, and what it sends us."""
    import base64

    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    def text(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    private = ec.generate_private_key(ec.SECP256R1())
    public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return private, text(public), text(b"sixteen bytes ok")


def test_a_browser_can_read_what_is_sent_and_nobody_else(ming: Dynasty, settings: Any) -> None:
    import http_ece

    private, p256dh, auth = browser_keys()
    with push_service(201) as (host, found):
        settings.PUSH_HOSTS = [host]
        web_push.subscribe(dynasty=ming, endpoint=f"http://{host}/one", p256dh=p256dh, auth=auth)
        tell(ming)
        delivery.deliver_due()
        delivery.deliver_due()
    assert len(found) == 1
    assert found[0]["headers"]["content-encoding"] == "aes128gcm" and "vapid" in found[0]["headers"]["authorization"]
    assert b"Jade" not in found[0]["body"]
    read = json.loads(http_ece.decrypt(found[0]["body"], private_key=private, auth_secret=b"sixteen bytes ok"))
    assert set(read) == {"title", "body", "tag", "url"} and "The Jade Cup" in read["body"]


@pytest.mark.parametrize(
    "status, stays, result", [(410, False, "refused"), (404, False, "refused"), (500, True, ""), (302, True, "")]
)
def test_a_browser_that_is_gone_is_forgotten(
    ming: Dynasty, settings: Any, status: int, stays: bool, result: str
) -> None:
    _private, p256dh, auth = browser_keys()
    with push_service(status) as (host, found):
        settings.PUSH_HOSTS = [host]
        web_push.subscribe(dynasty=ming, endpoint=f"http://{host}/one", p256dh=p256dh, auth=auth)
        tell(ming)
        delivery.deliver_due()
    assert len(found) == 1 and PushSubscription.objects.exists() is stays
    assert Delivery.objects.get(channel="push").result == result


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://evilpush.apple.com.example/x",
        "file:///etc/passwd",
        "https://[::1",
        "nonsense",
        "https://127.0.0.44\\.push.apple.com/x",
        "https://127.0.0.44%2f.push.apple.com/x",
        "https://127.0.0.44\t.push.apple.com/x",
        "https://127.0.0.44#.push.apple.com/x",
        "https://127.0.0.44?.push.apple.com/x",
        "https://a.push.apple.com\\@127.0.0.44/x",
        "https://a.push.apple.com@127.0.0.44/x",
        "https://127。0。0。44.push.apple.com/x",
        "https://.push.apple.com/x",
        "https://FCM.googleapis.com/x",
        "https://fcm.googleapis.com./x",
        " https://fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x\n",
        "https://fcm.googleapis.com/\\x",
    ],
)
def test_nothing_but_push_services_is_ever_called(ming: Dynasty, endpoint: str) -> None:
    with pytest.raises(DomainError) as error:
        subscribe(ming, endpoint)
    assert error.value.code == "unknown_push_service" and not PushSubscription.objects.exists()


def test_the_public_key_fits_the_private_one(settings: Any) -> None:
    assert len(push_keys.derive_public_key(settings.VAPID_PRIVATE_KEY)) == 87 and push_keys.derive_public_key("") == ""


def test_a_test_reaches_every_browser(ming: Dynasty, pushed: list[dict[str, Any]]) -> None:
    subscribe(ming, "https://updates.push.services.mozilla.com/2")
    client_of(ming).post("/notices/push/test")
    delivery.deliver_due()
    assert [each["body"] for each in pushed] == [notification_types.format_sentence("test", {})] * 2


def test_a_browser_subscribes_and_is_taken_off_the_list(ming: Dynasty) -> None:
    client = client_of(ming)
    data = {"endpoint": "https://fcm.googleapis.com/3", "p256dh": "k" * 87, "auth": "a" * 22, "browser": "Firefox 150"}
    assert client.post("/notices/push", data, "application/json").status_code == 201
    assert client.post("/notices/push", {"endpoint": "x"}, "application/json").status_code == 422
    assert b"Firefox 150" in client.get("/notices/settings/").content
    client.post("/notices/push/forget", {"browser": PushSubscription.objects.get().code})
    assert not PushSubscription.objects.exists()


# ── Pages and API ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_settings_are_kept(ming: Dynasty, django_assert_max_num_queries: Any) -> None:
    client = client_of(ming)
    with django_assert_max_num_queries(15):
        assert client.get("/notices/settings/").status_code == 200
    client.post(
        "/notices/settings/", {"turn.mail": "on", "rhythm": "daily", "quiet_from": "22:00", "quiet_until": "07:00"}
    )
    setting = NoticeSetting.objects.get()
    assert setting.channels == {kind: ["mail"] if kind == "turn" else [] for kind in CONFIGURABLE}
    assert (setting.rhythm, setting.quiet_from, setting.quiet_until) == ("daily", time(22), time(7))
    assert client.post("/notices/settings/", {"rhythm": "never"}).status_code == 422


def test_programs_choose_the_same(ming: Dynasty) -> None:
    client, url = client_of(ming), "/api/v1/notices/settings/"
    data = {"channels": {"turn": ["page"]}, "rhythm": "hourly", "quiet_from": None, "quiet_until": None}
    assert client.put(url, data, "application/json").json()["channels"]["turn"] == ["page"]
    for channels, error in (({"turn": ["smoke"]}, (422, "unknown_channel")),
                              ({"gossip": ["page"]}, (400, "invalid"))):  # fmt: skip
        answer = client.put(url, data | {"channels": channels}, "application/json")
        assert (answer.status_code, answer.json()["code"]) == error
    assert client.get(url).json()["channels"]["turn"] == ["page"]


def test_the_bell_counts_and_reading_settles(ming: Dynasty, found: Any, django_assert_max_num_queries: Any) -> None:
    client, other = client_of(ming), client_of(found("Other"))
    for key in "abc":
        tell(ming, "offer", key)
    assert client.get("/notices/count").json() == {"unread": 3} and other.get("/notices/count").json() == {"unread": 0}
    with django_assert_max_num_queries(15):
        assert b"data-unread" in client.get("/notices/").content
    code = Notice.objects.first().code
    assert other.get(f"/notices/of/{code}").status_code == 404
    assert client.get(f"/notices/of/{code}")["Location"] == "/market/"
    assert client.get("/notices/count").json() == {"unread": 2}
    assert [each["read"] for each in client.get("/api/v1/notices/").json()] == [False, False, True]
    client.post("/notices/read")
    assert client.get("/notices/count").json() == {"unread": 0}
    delivery.deliver_due()
    assert not mail.outbox  # what is read on the page need not be sent


def test_strangers_have_no_bell_and_no_notices(client: Client) -> None:
    assert b"data-notifications" not in client.get("/ranking/").content
    for path in ("/notices/", "/notices/settings/"):
        assert client.get(path).status_code == 302
    assert client.get("/api/v1/notices/").status_code in (401, 403)


def test_many_notices_have_pages(ming: Dynasty) -> None:
    for number in range(60):
        tell(ming, "offer", str(number))
    client = client_of(ming)
    more = re.search(r"\?before=(\d+)", client.get("/notices/").content.decode())
    assert more and client.get(f"/notices/{more[0]}").content.count(b'class="small faint"') == 10


# ── Inactivity, championship, deletion ─────────────────────────────────────────────────────────────────────


def test_inactivity_is_announced_once_a_week_before(ming: Dynasty, born: Any, at: Callable[..., datetime]) -> None:
    at(2030, 1, 1)
    emperor = born(ming)
    reputation.award(emperor=emperor, points=250, cause="won", place="", key="x")
    Emperor.objects.update(raised_at=clock.now())
    Notice.objects.all().delete()
    at(2030, 1, 23)
    assert inactivity_warnings.warn_due() == 0
    at(2030, 1, 24, 1)
    assert [inactivity_warnings.warn_due(), inactivity_warnings.warn_due()] == [1, 0]
    assert Notice.objects.get().facts["points"] == 2


def test_the_championship_is_told_to_who_wins_and_who_loses_it(ming: Dynasty, found: Any, born: Any) -> None:
    song = found("Song")
    reputation.award(emperor=born(ming), points=10, cause="won", place="", key="a")
    reputation.award(emperor=born(song), points=20, cause="won", place="", key="b")
    notices = Notice.objects.filter(kind="championship").order_by("pk").values_list("dynasty__name", "facts__result")
    assert list(notices) == [("Ming", None), ("Ming", "lost"), ("Song", None)]


def test_old_notices_are_forgotten(ming: Dynasty) -> None:
    tell(ming)
    with later(days=61):
        assert notifications.delete_old() == 1
    assert not Delivery.objects.exists()


def test_who_did_not_do_it_hears_of_an_offer(ming: Dynasty, found: Any) -> None:
    from dynasty.services import chronicle, offers

    song = found("Song")
    for dynasty in (ming, song):
        chronicle.record(
            key=dynasty.code, kind="fought", public=True, at=clock.now(), mentions=[(dynasty, None)], facts={}
        )
    offer = offers.create(dynasty=ming, gives={"gold": 5}, asks={"silver": 4}, to=song)
    offers.accept(offer=offer, dynasty=song)
    second = offers.create(dynasty=ming, gives={"gold": 7}, asks={"silver": 4}, to=song)
    offers.withdraw(offer=second, dynasty=ming)
    result = [
        (each.dynasty.name, notification_types.format_sentence(each.kind, each.facts))
        for each in Notice.objects.order_by("pk")
    ]
    assert result == [
        ("Song", "Ming offers you 5 gold coins for 4 silver coins."),
        ("Ming", "Song accepted your offer: 5 gold coins for 4 silver coins."),
        ("Song", "Ming offers you 7 gold coins for 4 silver coins."),
        ("Song", "Ming withdrew an offer to you: 7 gold coins for 4 silver coins."),
    ]


def test_a_sentence_about_an_emperor_speaks_to_its_player() -> None:
    """Check that the reader's own Emperor is never a third person."""
    values = {
        **{name: kind.sentence for name, kind in notification_types.NOTIFICATION_TYPES.items()},
        **notification_types.VARIANTS,
    }
    values |= {f"fate.{name}": sentence for name, sentence in result_text.OWN_FATES.items()}
    named = {name: str(sentence) for name, sentence in values.items() if "%(emperor)s" in str(sentence)}
    assert len(named) > 15
    assert [name for name, sentence in named.items() if "you" not in sentence.lower().split("%(emperor)s")[0]
            and ", whom you" not in sentence and "your" not in sentence] == []  # fmt: skip
