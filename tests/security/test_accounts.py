"""Log-ins: what passwords are kept as and may not be, new sessions, ending others, and asking again."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from dynasty.models import User
from tests.security.world import open_client

pytestmark = pytest.mark.django_db
PASSWORD = "a long password 7"


@pytest.fixture
def user() -> User:
    return User.objects.create_user("ann@example.org", PASSWORD)


def log_in(client: Client) -> Any:
    return client.post(reverse("account_login"), {"login": "ann@example.org", "password": PASSWORD})


def test_passwords_are_kept_as_argon2() -> None:
    kept = [name for name in settings.PASSWORD_HASHERS if "MD5" not in name]  # which the tests add, to be quick
    assert kept[0].endswith("Argon2PasswordHasher")


@pytest.mark.parametrize(
    "weak", ["password", "12345678", "qwertyuiop", "short", "ann@example.org", "iloveyou", "1" * 12]
)
def test_common_passwords_are_refused(user: User, weak: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(weak, user)


def test_a_log_in_begins_a_new_session(user: User, client: Client) -> None:
    client.get(reverse("account_login"))
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = before = session.session_key
    assert log_in(client).status_code == 302
    assert client.session.session_key != before


def test_others_sessions_are_listed_and_ended(user: User) -> None:
    here, there = Client(), Client()
    log_in(here), log_in(there)
    assert UserSession.objects.filter(user=user).count() == 2
    assert here.get(reverse("usersessions_list")).status_code == 200
    here.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert here.post(reverse("usersessions_list")).status_code == 302
    assert there.get(reverse("settings")).status_code == 302 and here.get(reverse("settings")).status_code == 200


def test_another_password_ends_all_other_sessions(user: User) -> None:
    here, there = Client(), Client()
    log_in(here), log_in(there)
    new = {"oldpassword": PASSWORD, "password1": "another long one 8", "password2": "another long one 8"}
    here.post(reverse("account_change_password"), new)
    assert there.get(reverse("settings")).status_code == 302


@pytest.mark.parametrize(
    "endpoint", ["farewell", "mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes"]
)
def test_before_a_sensitive_act_the_password_is_asked_again(user: User, endpoint: str) -> None:
    client = Client()
    client.force_login(user)
    assert reverse("account_reauthenticate") in client.get(reverse(endpoint))["Location"]
    assert open_client(user).get(reverse(endpoint)).status_code == 200


def test_an_address_is_not_added_without_asking_again(user: User) -> None:
    client = Client()
    client.force_login(user)
    answer = client.post(reverse("account_email"), {"action_add": "", "email": "evil@example.org"})
    assert reverse("account_reauthenticate") in answer["Location"]


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_one_time_codes_and_recovery_codes_open_once(user: User) -> None:
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    assert set(Authenticator.objects.filter(user=user).values_list("type", flat=True)) == {"totp", "recovery_codes"}
    client = Client()
    asked = log_in(client)
    assert asked["Location"] == reverse("mfa_authenticate") and client.get(reverse("settings")).status_code == 302
    assert client.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 200
    code = RecoveryCodes(Authenticator.objects.get(user=user, type="recovery_codes")).get_unused_codes()[0]
    assert client.post(reverse("mfa_authenticate"), {"code": code}).status_code == 302
    assert client.get(reverse("settings")).status_code == 200
    again = Client()
    log_in(again)
    assert again.post(reverse("mfa_authenticate"), {"code": code}).status_code == 200
    assert again.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).status_code == 302


def test_passkeys_are_offered(client: Client) -> None:
    assert settings.MFA_PASSKEY_LOGIN_ENABLED and "webauthn" in settings.MFA_SUPPORTED_TYPES
    assert "passkey" in client.get(reverse("account_login")).content.decode().lower()


def test_unknown_and_known_addresses_hear_the_same(user: User, client: Client) -> None:
    texts = [client.post(reverse("account_reset_password"), {"email": email})["Location"]
            for email in ("ann@example.org", "nobody@example.org")]  # fmt: skip
    assert len(set(texts)) == 1
    pages = [client.post(reverse("account_login"), {"login": login, "password": "wrong"})
             for login in ("ann@example.org", "nobody@example.org")]  # fmt: skip
    assert len({page.content.decode().count("alert") for page in pages}) == 1


NAMES = """
import django; django.setup()
from django.conf import settings
from config.message_cookie import HostCookie
from tournaments.access import viewers
print(settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, viewers.COOKIE_NAME,
      HostCookie.cookie_name, settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE)
"""


def test_every_cookie_is_for_this_host_alone(tmp_path: Path) -> None:
    """Check that a browser takes them from us alone under HTTPS, and sends them to nobody else."""
    ours = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    ours |= {"EMPERORS_VAR": str(tmp_path), "HTTPS": "true", "DJANGO_SETTINGS_MODULE": "config.settings"}
    here = Path(__file__).parents[2]
    texts = subprocess.run(
        [sys.executable, "-c", NAMES], cwd=here, env=ours, capture_output=True, text=True, check=True
    )
    *names, secure = texts.stdout.split()
    assert len(set(names)) == 5 and all(name.startswith("__Host-") for name in names) and secure == "True"
    assert settings.MESSAGE_STORAGE == "config.message_cookie.Messages"


def test_cookies_are_closed() -> None:
    assert settings.SESSION_COOKIE_HTTPONLY and settings.SESSION_COOKIE_SAMESITE == "Lax"
    assert settings.CSRF_COOKIE_SAMESITE == "Lax"
