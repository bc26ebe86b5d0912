"""Bad values in every form of the site: what it says is a sentence of ours, in each language, and never Django's."""

import gettext
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import allauth
import django
import pytest
from allauth.account import forms as accounts
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.adapter import get_adapter as get_factor_adapter
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import QueryDict
from django.urls import get_resolver
from django.utils import translation

from config.accounts import forms, resets
from config.accounts.pupils import PupilLoginForm
from core import clock
from core.limits import BODY_BYTES
from dynasty.forms.chronicle import LogForm, MomentForm
from dynasty.forms.names import NewNameForm
from dynasty.forms.offers import MarketForm, OfferForm, WealthForm
from dynasty.forms.webhooks import SecretForm
from dynasty.models import Dynasty, TakenName
from tests.factories import announce, found
from tournaments.forms.announcements import Step
from tournaments.forms.campaign_rules import OPTIONS, CampaignRulesStep
from tournaments.forms.search import SearchForm
from tournaments.forms.treaties import TreatyForm

pytestmark = pytest.mark.django_db
VALUES = (
    "",
    "x",
    "x" * (BODY_BYTES + 1),
    "-99999999999",
    "99999999999999",
    "10:61",
    "a\x00b",
    "ming",
    "12345678901",
    "password123",
    "a@example.org",
    "an emperor wakes at dawn",
)
SILENT = {LogForm, MarketForm, WealthForm, SearchForm, SecretForm}
"""What these filters cannot read they leave out, and say nothing; the last is a single box, which holds nothing bad."""
ACCOUNTS: tuple[type[Form], ...] = (
    PupilLoginForm,
    forms.SignupForm,
    resets.DeferredResetForm,
    accounts.BaseConfirmCodeForm,
    accounts.ConfirmEmailVerificationCodeForm,
)
OF_USERS: tuple[type[Form], ...] = (
    forms.AddEmailForm,
    forms.ChangePasswordForm,
    forms.SetPasswordForm,
    forms.ResetPasswordKeyForm,
    forms.ReauthenticateForm,
    forms.AuthenticateForm,
    forms.ReauthenticateCodeForm,
    forms.ActivateCodesForm,
)
BASES = {forms.PlainForm, forms.TwicePasswordForm}
"""What forms have in common, without a field of their own."""
UNREACHABLE = {
    "max_email_addresses",
    "phone_password_mismatch",
    "phone_taken",
    "select_only_one",
    "unknown_phone",
    "username_blacklisted",
    "username_password_mismatch",
    "username_taken",
}
"""What allauth says of phones and user names, which nobody has here, and of a limit that is not set."""
SKIPPED_MESSAGES = {"login_code_sent.txt", "phone_verification_sent.txt", "phone_verified.txt"}
"""Of log-ins by a code in a mail and of phones, which the site does not offer."""
LANGUAGES = ("en", "es", "ca")


@cache
def list_patterns(language: str) -> re.Pattern[str]:
    """Return what fits each sentence of Django's and allauth's own in a language."""
    sentences: set[str] = set()
    library = Path(django.__file__).parent
    for place in (library / "conf/locale", library / "contrib/auth/locale", Path(allauth.__file__).parent / "locale"):
        found = gettext.translation("django", str(place), ["ca" if language == "en" else language])
        catalog = vars(found)["_catalog"]
        texts = catalog if language == "en" else catalog.values()
        sentences |= {text[0] if isinstance(text, tuple) else text for text in texts}
    plain = {text.split("\x04")[-1] for text in sentences if text and " " in text and len(text) < 200}
    patterns = [re.sub(r"%(\\\(\w+\\\))?[sd]", ".+", re.escape(text)) for text in sorted(plain)]
    return re.compile("|".join(patterns).replace("character\\ ", "characters?\\ "))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ensure this value has at least 3 characters (it has 1)."),
        ("en", "This password is too common."),
        ("es", "Este campo es obligatorio."),
        ("ca", "Introduïu un número enter."),
        ("en", "You must type the same password each time."),
        ("es", "Debe escribir la misma contraseña cada vez."),
    ],
)
def test_the_patterns_know_the_sentences_of_django(language: str, sentence: str) -> None:
    assert list_patterns(language).fullmatch(sentence)


def list_forms(kind: type[Form] = Form) -> Iterator[type[Form]]:
    """Yield every form of the site."""
    assert get_resolver().url_patterns, "all views are imported now"
    for form in kind.__subclasses__():
        if form.__module__.split(".")[0] in ("config", "dynasty", "tournaments") and form not in {Step, *BASES}:
            yield form
        yield from list_forms(form)


def build(form: type[Form], dynasty: Dynasty) -> Callable[[QueryDict], Form]:
    """Return what makes this form of what was sent."""
    if form is MomentForm:
        return lambda data: MomentForm(data, clock.now())
    more: dict[str, Any] = {}
    if issubclass(form, Step):
        more = {"dynasty": dynasty}
    if form is CampaignRulesStep:
        more |= {"ruleset": next(iter(OPTIONS))}
    if form is OfferForm:
        more = {"has": {}}
    if form is NewNameForm:
        more = {"former": TakenName(dynasty=dynasty, name="Vile", motto="Vile")}
    if form is TreatyForm:
        more = {
            "tournament": announce("gift", game="emperors", field="duel-2"),
            "seat": "a",
            "parties": (),
            "entries": (),
        }
    if issubclass(form, accounts.BaseConfirmCodeForm):
        more = {"code": "ABC-DEF"}
    if form is PupilLoginForm:
        more = {"request": context.request}
    if form in OF_USERS:
        more = {"user": dynasty.user}
    return lambda data: form(data=data, **more)


def collect_errors(form: type[Form], dynasty: Dynasty) -> list[ValidationError]:
    """Return all errors of a form to which each bad value is sent, in each of its fields."""
    make = build(form, dynasty)
    found = []
    for value in VALUES:
        sent = QueryDict(mutable=True)
        sent.update(dict.fromkeys(make(sent).fields, value))
        if "password2" in sent:
            sent["password2"] = f"{value}?"
        found += [each for errors in make(sent).errors.as_data().values() for each in errors]
    return found


@pytest.mark.parametrize("form", [*sorted(set(list_forms()) - SILENT, key=str), *ACCOUNTS[1:], *OF_USERS])
def test_a_form_says_what_to_do_in_words_of_the_site(form: type[Form]) -> None:
    request = resets.build_site_request()
    request.session = SessionStore()
    with context.request_context(request):
        errors = collect_errors(form, found("Ming"))
    for language in LANGUAGES:
        with translation.override(language):
            said = {sentence for each in errors for sentence in each}
            assert not {sentence for sentence in said if list_patterns(language).fullmatch(sentence)}
    assert errors, "some of the values are bad"


@pytest.mark.parametrize("form", [forms.SignupForm, forms.ChangePasswordForm, forms.ResetPasswordKeyForm])
def test_two_passwords_are_compared_in_words_of_the_site(form: type[Form]) -> None:
    with context.request_context(resets.build_site_request()):
        errors = collect_errors(form, found("Ming"))
    assert "This is not the password above. Write the same one twice." in {said for each in errors for said in each}


@pytest.mark.parametrize("get", [get_adapter, get_factor_adapter])
def test_what_allauth_says_of_accounts_is_said_in_words_of_the_site(get: Callable[[], Any]) -> None:
    sentences = {code: text for code, text in get().error_messages.items() if code not in UNREACHABLE}
    for language in LANGUAGES:
        with translation.override(language):
            assert not {code for code, text in sentences.items() if list_patterns(language).fullmatch(str(text))}


def test_every_message_of_allauth_is_one_of_the_site() -> None:
    theirs = {
        f"{each.parts[-3]}/messages/{each.name}"
        for each in (Path(allauth.__file__).parent / "templates").glob("*/messages/*.txt")
        if each.name not in SKIPPED_MESSAGES
    }
    assert not {name for name in theirs if not (settings.BASE_DIR / "templates" / name).exists()}
