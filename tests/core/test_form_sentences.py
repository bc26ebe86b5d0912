"""Bad values in every form of the site: what it says is a sentence of ours, in each language, and never Django's."""

import gettext
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django
import pytest
from allauth.account import forms as accounts
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import QueryDict
from django.urls import get_resolver
from django.utils import translation

from config.accounts import resets
from config.accounts.pupils import PupilLoginForm
from core import clock
from core.limits import BODY_BYTES
from dynasty.forms.chronicle import LogForm, MomentForm
from dynasty.forms.offers import MarketForm, OfferForm, WealthForm
from dynasty.forms.webhooks import SecretForm
from dynasty.models import Dynasty
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
)
SILENT = {LogForm, MarketForm, WealthForm, SearchForm, SecretForm}
"""What these filters cannot read they leave out, and say nothing; the last is a single box, which holds nothing bad."""
ACCOUNTS: tuple[type[Form], ...] = (
    PupilLoginForm,
    accounts.SignupForm,
    resets.DeferredResetForm,
    accounts.BaseConfirmCodeForm,
    accounts.ConfirmEmailVerificationCodeForm,
)
OF_USERS: tuple[type[Form], ...] = (
    accounts.AddEmailForm,
    accounts.ChangePasswordForm,
    accounts.SetPasswordForm,
    accounts.ResetPasswordKeyForm,
    accounts.ReauthenticateForm,
    AuthenticateForm,
    ActivateTOTPForm,
)
LANGUAGES = ("en", "es", "ca")


@cache
def list_patterns(language: str) -> re.Pattern[str]:
    """Return what fits each of Django's own sentences in a language."""
    sentences: set[str] = set()
    for folder in ("conf/locale", "contrib/auth/locale"):
        place = str(Path(django.__file__).parent / folder)
        catalog = vars(gettext.translation("django", place, ["ca" if language == "en" else language]))["_catalog"]
        texts = catalog if language == "en" else catalog.values()
        sentences |= {text[0] if isinstance(text, tuple) else text for text in texts}
    plain = {text.split("\x04")[-1] for text in sentences if " " in text and len(text) < 200}
    patterns = [re.sub(r"%(\\\(\w+\\\))?[sd]", ".+", re.escape(text)) for text in sorted(plain)]
    return re.compile("|".join(patterns).replace("character\\ ", "characters?\\ "))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ensure this value has at least 3 characters (it has 1)."),
        ("en", "This password is too common."),
        ("es", "Este campo es obligatorio."),
        ("ca", "Introduïu un número enter."),
    ],
)
def test_the_patterns_know_the_sentences_of_django(language: str, sentence: str) -> None:
    assert list_patterns(language).fullmatch(sentence)


def list_forms(kind: type[Form] = Form) -> Iterator[type[Form]]:
    """Yield every form of the site."""
    assert get_resolver().url_patterns, "all views are imported now"
    for form in kind.__subclasses__():
        if form.__module__.split(".")[0] in ("config", "dynasty", "tournaments") and form is not Step:
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
