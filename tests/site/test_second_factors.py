"""Passkeys and one-time codes as a person uses them: made on the account's pages, and logged in with."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

from dynasty.models import User

pytestmark = pytest.mark.browser
EMAIL, SECRET = "keeper@example.org", "a long secret 7"
KEY = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
       "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
"""Authenticator app such as a laptop has one built in: it knows its owner's finger, and remembers accounts."""


@pytest.fixture
def home(site: str) -> str:
    """Return the site under a name, since a passkey belongs to a name and never to a number."""
    return site.replace("127.0.0.1", "localhost")


@pytest.fixture
def authenticator(page: Any) -> Iterator[Any]:
    """Return the browser's own tools with a key in them, which list its credentials."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.key = tools.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]
    yield tools


def log_in(page: Any, home: str) -> None:
    """Log in with the password alone."""
    if not User.objects.filter(email=EMAIL).exists():
        User.objects.create_user(EMAIL, SECRET)
    page.context.clear_cookies()
    page.goto(f"{home}/account/login/")
    page.locator("[name=login]").fill(EMAIL)
    page.locator("[name=password]").fill(SECRET)
    page.get_by_role("button", name="Log in", exact=True).click()


def make_passkey(page: Any, home: str) -> None:
    """Log in, give the password once more, and let the browser's authenticator make a key that needs none."""
    log_in(page, home)
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/account/2fa/webauthn/add/")
    confirm(page)
    page.locator("[name=name]").fill("My laptop")
    page.locator("[name=passwordless]").check()
    page.wait_for_load_state()  # the button is the script's
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url(lambda address: "/add/" not in address)


def confirm(page: Any) -> None:
    page.locator("[name=password]").fill(SECRET)
    page.locator("main form button[type=submit]").click()


def knock(page: Any, home: str) -> None:
    """Log in with the passkey, in a browser that has forgotten everything else."""
    page.context.clear_cookies()
    page.goto(f"{home}/account/login/")
    with page.expect_navigation():
        page.get_by_role("button", name="Log in with a passkey").click()


def test_a_passkey_is_made_and_opens_the_account(home: str, page: Any, authenticator: Any) -> None:
    make_passkey(page, home)
    page.goto(f"{home}/account/2fa/webauthn/")
    page.get_by_text("My laptop").first.wait_for()
    held = authenticator.send("WebAuthn.getCredentials", {"authenticatorId": authenticator.key})["credentials"]
    assert [(each["rpId"], each["isResidentCredential"]) for each in held] == [("localhost", True)]
    knock(page, home)
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/court/settings/")
    assert page.url.endswith("/court/settings/")


def test_a_passkey_that_was_taken_off_opens_nothing(home: str, page: Any, authenticator: Any) -> None:
    make_passkey(page, home)
    Authenticator.objects.all().delete()
    knock(page, home)
    page.goto(f"{home}/court/settings/")
    assert "/account/login/" in page.url


def test_a_one_time_code_is_set_up_and_asked_for(home: str, page: Any) -> None:
    log_in(page, home)
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/account/2fa/totp/activate/")
    confirm(page)
    secret = page.locator("#authenticator_secret").inner_text()
    page.locator("[name=code]").fill(code_of(secret))
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(lambda address: "/activate/" not in address)
    assert Authenticator.objects.filter(type="totp").count() == 1
    log_in(page, home)
    page.wait_for_url("**/account/2fa/authenticate/**")
    page.goto(f"{home}/court/settings/")
    assert "/account/2fa/authenticate/" in page.url, "the password alone opens nothing any more"


def test_an_address_that_no_mail_can_reach_bars_nobody_from_a_second_factor(home: str, page: Any) -> None:
    log_in(page, home)
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/account/email/")  # from now on the address is known, and not verified
    page.goto(f"{home}/account/2fa/totp/activate/")
    confirm(page)
    page.locator("#authenticator_secret").wait_for()


def code_of(secret: str) -> str:
    """Return what an authenticator shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
