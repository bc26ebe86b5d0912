"""Mails about accounts, and the pages that confirm an address, speak the site's own words in its three languages."""

from pathlib import Path
from typing import Any

import allauth
import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import context
from django.conf import settings
from django.core import mail
from django.template.loader import get_template, render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from config.accounts.mails import AccountAdapter
from dynasty.models import User

pytestmark = pytest.mark.django_db
LIBRARY = Path(allauth.__file__).parent / "templates"
NEVER_SENT = ("login_code", "password_reset_code")
"""Of ways to log in that this site does not offer."""
MAILS = sorted(
    str(path.relative_to(LIBRARY)).removesuffix("_message.txt")
    for app in ("account", "mfa")
    for path in (LIBRARY / app / "email").glob("*_message.txt")
    if path.name not in ("base_message.txt", *(f"{name}_message.txt" for name in NEVER_SENT))
)
FOREIGN = ("Hello from", "Thank you for using", "user user", "your email", "gave your", "User", "{{", "None")
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def facts() -> dict[str, Any]:
    user = User.objects.create_user("ada@example.org", "a long secret 7")
    link = "https://evil.example/accounts/confirm-email/abc/"
    return {"user": user, "email": user.email, "activate_url": link, "password_reset_url": link, "signup_url": link,
            "from_email": "old@example.org", "to_email": user.email, "deleted_email": "old@example.org",
            "ip": "192.0.2.1", "user_agent": "A browser", "timestamp": "noon"}  # fmt: skip


def test_every_mail_that_is_sent_is_our_own() -> None:
    assert len(MAILS) >= 14
    parts = [f"{name}_{part}.txt" for name in MAILS for part in ("subject", "message")]
    pages = ["account/email_confirm.html", "account/confirm_email_verification_code.html"]
    foreign = [part for part in (*parts, *pages) if str(LIBRARY) in str(get_template(part).origin.name)]
    assert foreign == []


@pytest.mark.parametrize("name", MAILS)
def test_each_in_three_languages(name: str, rf: Any) -> None:
    request, message = rf.get("/"), facts()
    adapter = AccountAdapter(request)
    written = []
    for language in LANGUAGES:
        with translation.override(language), context.request_context(request):
            adapter.send_mail(name, "ada@example.org", message)
        sent = mail.outbox[-1]
        text = f"{sent.subject}\n{sent.body}"
        assert not [word for word in FOREIGN if word in text], text
        assert "evil.example" not in text and sent.body.rstrip().endswith("localhost:8000")
        assert sent.subject.startswith("[Emperors]") and "\n" not in sent.subject
        written.append((sent.subject, sent.body))
    assert len({subject for subject, _body in written}) == len({body for _subject, body in written}) == 3


def test_an_added_address_is_no_sign_up(rf: Any) -> None:
    text = facts() | {"code": "ABC123"}
    new = render_to_string("account/email/email_confirmation_signup_message.txt", text)
    added = render_to_string("account/email/email_confirmation_message.txt", text)
    assert "signed up" in new and "signed up" not in added and "ABC123" in new and "ABC123" in added


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_that_confirm(language: str, rf: Any) -> None:
    user = facts()["user"]
    address = EmailAddress.objects.create(user=user, email=user.email)
    found = {
        "asked": {"confirmation": EmailConfirmationHMAC(address), "can_confirm": True},
        "taken": {"confirmation": EmailConfirmationHMAC(address), "can_confirm": False, "email": user.email},
        "worn out": {"confirmation": None},
    }
    with translation.override(language):
        pages = {
            name: render_to_string("account/email_confirm.html", each, rf.get("/")) for name, each in found.items()
        }
    assert all("user 1" not in page and "Please" not in page for page in pages.values())
    assert user.email in pages["asked"] and 'method="post"' in pages["asked"]
    assert len({*pages.values()}) == 3 and 'type="submit" class' not in pages["worn out"]


def test_the_page_of_the_code_opens_and_refuses(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    client = Client()
    data = {"email": "eve@example.org", "password1": "a long secret 7", "password2": "a long secret 7"}
    client.post(reverse("account_signup"), data)
    assert "[Emperors]" in mail.outbox[-1].subject and "signed up" in mail.outbox[-1].body
    page = client.get(reverse("account_email_verification_sent")).content.decode()
    assert "eve@example.org" in page and "The code from the mail" in page
    wrong = client.post(reverse("account_email_verification_sent"), {"code": "WRONGC"})
    assert wrong.status_code == 200 and "errorlist" in wrong.content.decode()
