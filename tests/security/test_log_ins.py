"""Log-ins: they are logged without secrets, sessions expire, and secrets are encrypted."""

import logging
import re
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.accounts import audit, resets, secret_storage, session_lifetimes
from config.middleware import request
from core import background
from core.limits import SESSION_DAYS, SESSION_IDLE_DAYS
from dynasty.models import StaffAct, User
from tests import factories
from tests.security.test_accounts import PASSWORD, code_of, log_in

pytestmark = pytest.mark.django_db
DAY = session_lifetimes.DAY


@pytest.fixture
def user() -> User:
    return User.objects.create_user("ann@example.org", PASSWORD)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return what is logged about log-ins."""
    values: list[dict[str, Any]] = []
    monkeypatch.setattr(audit.log, "info", lambda event, **facts: values.append(facts), raising=False)
    return values


# ── The log ────────────────────────────────────────────────────────────────────────────────────────────────


def test_log_ins_are_written_down_with_their_way_and_refused_ones_too(user: User, lines: list[dict[str, Any]]) -> None:
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    client = Client()
    client.post(reverse("account_login"), {"login": "ann@example.org", "password": "wrong wrong"})
    client.post(reverse("account_login"), {"login": "nobody@example.org", "password": "wrong wrong"})
    log_in(client)
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    client.post(reverse("account_reauthenticate"), {"password": "wrong wrong"})
    client.post(reverse("account_logout"))
    known = [(line["what"], line["user"], line["way"]) for line in lines]
    for expected in [("refused", user.pk, ""), ("refused", None, ""), ("factor_refused", user.pk, "totp"),
                     ("factor_used", user.pk, "totp"), ("logged_in", user.pk, ""), ("refused", user.pk, "password"),
                     ("logged_out", user.pk, "")]:  # fmt: skip
        assert expected in known
    assert len({line["network"] for line in lines}) == 1


def test_no_line_holds_an_address_or_a_secret(user: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    client = Client(REMOTE_ADDR="203.0.113.77")
    client.post(reverse("account_login"), {"login": "ann@example.org", "password": "a wrong one 7"})
    log_in(client)
    new = {"oldpassword": PASSWORD, "password1": "another long one 8", "password2": "another long one 8"}
    client.post(reverse("account_change_password"), new)
    assert "entrance" in caplog.text and "password_changed" in caplog.text
    for secret in ("ann@example.org", "203.0.113.77", "a wrong one 7", PASSWORD, "another long one 8"):
        assert secret not in caplog.text


def test_a_refused_request_names_the_account_and_others_name_none(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    values: list[dict[str, Any]] = []
    monkeypatch.setattr(request.log, "info", lambda event, **facts: values.append(facts), raising=False)
    client = Client()
    client.force_login(user)
    for path in ("/moderation/", "/rules/", "/api/v1/tournaments/nothing/"):
        client.get(path)
    Client().get("/court/settings/tokens/")
    assert [(line["status"], line.get("user", "nobody")) for line in values] == [
        (404, user.pk), (200, "nobody"), (404, user.pk), (302, "nobody")]  # fmt: skip


def test_the_page_for_hosts_names_every_line() -> None:
    page = (settings.BASE_DIR / "docs/operators/operating.md").read_text()
    assert not {what for what in (*audit.SIGNALS, "factors_forgotten") if f"`{what}`" not in page}


# ── How long a log-in lasts ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def inside(user: User) -> Client:
    client = Client()
    log_in(client)
    return client


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that lets so many days pass."""
    today = session_lifetimes.time.time()
    return lambda days: monkeypatch.setattr(session_lifetimes, "time", SimpleNamespace(time=lambda: today + days * DAY))


def opens(client: Client) -> bool:
    return client.get(reverse("settings")).status_code == 200


def test_who_comes_now_and_then_stays_and_is_written_once_a_day(inside: Client, calendar: Any) -> None:
    calendar(1.1)
    assert [writes(inside), writes(inside)] == [1, 0]


def writes(client: Client) -> int:
    """Return how often the session is written for a page."""
    with CaptureQueriesContext(connection) as asked:
        assert opens(client)
    return sum(query["sql"].startswith('UPDATE "django_session"') for query in asked)


def test_a_log_in_ends_however_much_it_is_used(inside: Client, calendar: Any) -> None:
    for days in range(0, SESSION_DAYS, 5):
        calendar(days)
        assert opens(inside)
    calendar(SESSION_DAYS + 0.1)
    assert not opens(inside) and not inside.session.get(session_lifetimes.BEGAN)


def test_a_log_in_expires_by_itself_at_the_earlier_of_the_two(user: User, calendar: Any) -> None:
    inside = Client()
    inside.post(reverse("account_login"), {"login": user.email, "password": PASSWORD, "remember": "on"})
    began = inside.session[session_lifetimes.BEGAN]
    for days, left in ((10, SESSION_IDLE_DAYS), (SESSION_DAYS - 3, 3)):
        calendar(days)
        assert opens(inside)
        ends = inside.session.model.objects.get(session_key=inside.session.session_key).expire_date.timestamp()
        assert (ends - began) / DAY == pytest.approx(days + left, abs=0.01)


def test_a_log_in_that_nobody_used_has_lapsed(inside: Client) -> None:
    assert settings.SESSION_COOKIE_AGE == SESSION_IDLE_DAYS * DAY
    assert inside.session.get_expiry_age() == SESSION_IDLE_DAYS * DAY
    stored = inside.session.model.objects.get(session_key=inside.session.session_key)
    stored.expire_date -= timedelta(days=SESSION_IDLE_DAYS)
    stored.save()
    assert not opens(inside)


# ── Sealed secrets ─────────────────────────────────────────────────────────────────────────────────────────


def read_secrets(user: User) -> str:
    return str(list(Authenticator.objects.filter(user=user).values_list("data", flat=True)))


def test_seeds_are_sealed_and_a_copy_of_the_database_opens_nothing(user: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    codes = RecoveryCodes.activate(user)
    assert secret not in read_secrets(user) and read_secrets(user).count(secret_storage.PREFIX) == 2
    assert secret_storage.seal(secret) != secret_storage.seal(secret)
    row = Authenticator.objects.get(user=user, type="recovery_codes")
    assert RecoveryCodes(row).get_unused_codes() == codes.get_unused_codes() != []


def test_what_was_kept_in_the_clear_opens_and_is_sealed_by_the_next_migration(user: User) -> None:
    secret = generate_totp_secret()
    row = Authenticator.objects.create(user=user, type="totp", data={"secret": secret})
    assert TOTP(row).validate_code(code_of(secret))
    secret_storage.seal_after_migration()
    assert (
        secret not in read_secrets(user) and secret_storage.unseal(Authenticator.objects.get().data["secret"]) == secret
    )


def test_a_new_key_opens_what_the_one_before_sealed_and_seals_it_anew(user: User, settings: Any) -> None:
    TOTP.activate(user, secret := generate_totp_secret())
    before, settings.SECRET_KEY = settings.SECRET_KEY, "the key of a later year"
    with pytest.raises(secret_storage.UnknownKeyError):
        secret_storage.unseal(Authenticator.objects.get().data["secret"])
    settings.SECRET_KEY_FALLBACKS = [before]
    call_command("reseal", stdout=StringIO())
    settings.SECRET_KEY_FALLBACKS = []
    assert secret_storage.unseal(Authenticator.objects.get().data["secret"]) == secret


def test_factors_of_a_lost_key_fit_no_code_and_say_so(user: User, settings: Any) -> None:
    TOTP.activate(user, secret := generate_totp_secret())
    codes = RecoveryCodes.activate(user).get_unused_codes()
    settings.SECRET_KEY, before = "the key of a later year", settings.SECRET_KEY
    client = Client()
    log_in(client)
    for code in (code_of(secret), codes[0], "000000"):
        page = client.post(reverse("mfa_authenticate"), {"code": code})
        assert page.status_code == 200 and b"can no longer check codes of this account" in page.content
    out = StringIO()
    call_command("reseal", stdout=out)
    assert "0 factors sealed" in out.getvalue() and "2 factors cannot be read" in out.getvalue()
    settings.SECRET_KEY_FALLBACKS = [before]
    assert TOTP(Authenticator.objects.get(user=user, type="totp")).validate_code(code_of(secret))


def test_recovery_codes_of_a_lost_key_are_made_anew(user: User, settings: Any) -> None:
    RecoveryCodes.activate(user)
    settings.SECRET_KEY = "the key of a later year"
    TOTP.activate(user, secret := generate_totp_secret())
    client = Client()
    log_in(client)
    wrong = client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert b"This code is wrong" in wrong.content, "the app is checked as ever"
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    for page in ("mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes"):
        assert client.get(reverse(page)).status_code == 200
    assert client.get(reverse("mfa_download_recovery_codes")).status_code == 404
    client.post(reverse("mfa_generate_recovery_codes"))
    row = Authenticator.objects.get(user=user, type="recovery_codes")
    assert len(RecoveryCodes(row).get_unused_codes()) == 10


# ── Passwords, sessions, lost factors ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("weak", ["emperors2026", "TheDynasty!", "3mp3ror3mp3ror", "GoldSilverCopper", "dinastia123"])
def test_a_password_of_the_sites_own_words_is_refused(user: User, weak: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(weak, user)


def test_nor_is_the_name_of_ones_own_dynasty_a_password() -> None:
    owner = factories.found("Zhangwei").user
    with pytest.raises(ValidationError):
        validate_password("zhangwei1", owner)
    validate_password("an emperor wakes at dawn", owner)


def test_one_session_is_ended_after_showing_again_who_one_is(user: User) -> None:
    here, there, third = Client(), Client(), Client()
    here.force_login(user), log_in(there), log_in(third)
    here.get("/"), there.get("/")
    number = UserSession.objects.get(session_key=there.session.session_key).pk
    page = reverse("usersessions_list")
    asked = here.post(page, {"session": number})
    assert asked["Location"].startswith(reverse("account_reauthenticate")) and opens(there)
    here.post(asked["Location"], {"password": PASSWORD})
    here.post(page, {"session": number})
    assert not opens(there) and opens(third) and opens(here)


def test_nobody_ends_a_session_of_somebody_else(user: User) -> None:
    eve, ann = Client(), Client()
    other = User.objects.create_user("eve@example.org", PASSWORD)
    eve.post(reverse("account_login"), {"login": other.email, "password": PASSWORD})
    log_in(ann)
    number = UserSession.objects.get(user=user).pk
    assert eve.post(reverse("usersessions_list"), {"session": number}).status_code == 302
    assert opens(ann)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Run at once what is left to a worker; return its tasks."""
    found: list[Any] = []
    monkeypatch.setattr(resets, "send_later", lambda *given: (found.append(given), resets.send(*given)))
    return found


@pytest.mark.parametrize("address", ["ann@example.org", "nobody@example.org"])
def test_who_asks_for_another_password_is_answered_before_anybody_is_looked_for(
    user: User, at_once: list[Any], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    with CaptureQueriesContext(connection) as asked, monkeypatch.context() as patched:
        patched.setattr(resets, "send_later", lambda *given: at_once.append(given))
        Client().post(reverse("account_reset_password"), {"email": address})
    assert not [query["sql"] for query in asked if "dynasty_user" in query["sql"]] and not mail.outbox
    resets.send(*at_once[0])
    assert address not in str(at_once) and [each.to for each in mail.outbox] == [[address]]


def test_without_a_worker_the_mail_is_sent_all_the_same(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: Any, **_named: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(background.current_app, "send_task", broken)
    Client().post(reverse("account_reset_password"), {"email": user.email})
    assert "http://localhost:8000/account/password/reset/key/" in mail.outbox[0].body


@pytest.mark.parametrize("address", ["ann@example.org", "nobody@example.org"])
def test_links_in_mails_lead_to_the_configured_site(
    user: User, at_once: list[Any], settings: Any, address: str
) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://play.example.org:8443/", ["evil.example.com"]
    Client(HTTP_HOST="evil.example.com").post(reverse("account_reset_password"), {"email": address})
    assert "https://play.example.org:8443/account/" in mail.outbox[0].body and "evil" not in every_word(mail.outbox)


def test_no_mail_about_an_account_follows_the_host_that_a_request_names(user: User, settings: Any) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://play.example.org", ["evil.example.com"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client = Client(HTTP_HOST="evil.example.com")
    for address in (user.email, "new@example.org"):
        password = "a heron over the reeds"
        client.post(reverse("account_signup"), {"email": address, "password1": password, "password2": password})
    client.force_login(user)
    new = {"oldpassword": PASSWORD, "password1": "another long one 8", "password2": "another long one 8"}
    client.post(reverse("account_change_password"), new)
    assert len(mail.outbox) == 3
    assert all("play.example.org" in each.body for each in mail.outbox) and "evil" not in every_word(mail.outbox)


def every_word(mails: list[Any]) -> str:
    return " ".join(f"{each.subject} {each.body} {each.alternatives}" for each in mails)


def test_another_password_by_mail_does_not_open_without_the_second_factor(user: User, at_once: list[Any]) -> None:
    TOTP.activate(user, generate_totp_secret())
    client = Client()
    client.post(reverse("account_reset_password"), {"email": user.email})
    link = next(word for word in mail.outbox[-1].body.split() if "/account/password/reset/key/" in word)
    form = client.get(link, follow=True).request["PATH_INFO"]
    client.post(form, {"password1": "another long one 8", "password2": "another long one 8"})
    assert not opens(client)
    asked = client.post(reverse("account_login"), {"login": user.email, "password": "another long one 8"})
    assert asked["Location"] == reverse("mfa_authenticate") and not opens(client)


def remove_factors(**more: Any) -> str:
    output = StringIO()
    wanted = {"by": "staff@example.org", "reason": "answered from her address, knew her last battles"} | more
    call_command("lost_factors", "ann@example.org", stdout=output, **wanted)
    return output.getvalue()


def test_who_has_lost_all_factors_is_let_in_by_the_staff_in_writing(user: User, lines: list[dict[str, Any]]) -> None:
    User.objects.create_user("staff@example.org", PASSWORD, is_staff=True)
    client = Client()
    log_in(client)
    TOTP.activate(user, generate_totp_secret())
    assert "1 factors" in remove_factors()
    assert not Authenticator.objects.exists() and not opens(client)
    act = StaffAct.objects.get()
    assert (act.act, act.object, act.user.email) == ("factors_forgotten", f"user:{user.pk}", "staff@example.org")
    assert mail.outbox[-1].to == ["ann@example.org"]


@pytest.mark.parametrize("more", [{"by": "eve@example.org"}, {"reason": "so"}, {"by": "ann@example.org"}])
def test_not_without_a_reason_nor_by_anybody_else(user: User, more: dict[str, str]) -> None:
    User.objects.create_user("staff@example.org", PASSWORD, is_staff=True)
    TOTP.activate(user, generate_totp_secret())
    with pytest.raises(CommandError):
        remove_factors(**more)
    assert Authenticator.objects.exists()


def test_codes_for_an_address_hold_for_ten_minutes_and_three_tries(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION, settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = "mandatory", True
    now = session_lifetimes.time.time()
    for tries, minutes, opened in ((0, 9, True), (0, 11, False), (2, 0, True), (3, 0, False)):
        client, address = Client(), f"new{tries}{minutes}@example.org"
        password = "a heron over the reeds"
        client.post(reverse("account_signup"), {"email": address, "password1": password, "password2": password})
        page, code = reverse("account_email_verification_sent"), code_in(mail.outbox[-1].body)
        for _try in range(tries):
            client.post(page, {"code": "WR0NG-1"})
        with monkeypatch.context() as later:
            later.setattr("time.time", lambda minutes=minutes: now + minutes * 60)
            client.post(page, {"code": code})
        assert EmailAddress.objects.filter(email=address, verified=True).exists() == opened, (tries, minutes)


def code_in(text: str) -> str:
    """Return the word of a mail that is a code."""
    return next(line.strip() for line in text.splitlines() if re.fullmatch(r"[A-Z0-9]+(-[A-Z0-9]+)?", line.strip()))


# ── In the clear ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_call_in_the_clear_is_refused_and_a_page_is_sent_to_https(settings: Any, client: Client) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/api/v1/tournaments/", headers={"Authorization": "Bearer secret"})
    assert answer.status_code == 403 and answer.json()["code"] == "https_only" and "Location" not in answer.headers
    assert answer["Content-Type"] == "application/problem+json"
    assert client.get("/tournaments/").status_code == 301
    assert client.get("/api/v1/tournaments/", secure=True).status_code == 200
