"""Codes and refresh tokens that are shown by two at once, as by an app and a thief: one of them gets tokens at most."""

import json
from functools import partial

import pytest

from dynasty.models import ApiToken, AppGrant, ThirdPartyApp
from dynasty.services.apps import grants, registration
from tests.dynasty.apps import flows
from tests.factories import found
from tests.tournaments.test_races import together

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def begin() -> tuple[ThirdPartyApp, list[tuple[str, str]]]:
    """Return an app that was let in, and what it sends with its code."""
    app, user = flows.register(found("Ming"))[0], found("Qing").user
    address = grants.allow(user=user, parameters=list(flows.ask(app).items()), scopes=["play"])
    sent = {
        "grant_type": "authorization_code",
        "client_id": app.code,
        "code": flows.read_query(address)["code"],
        "redirect_uri": flows.BACK,
        "code_verifier": flows.VERIFIER,
    }
    return app, list(sent.items())


def give(sent: list[tuple[str, str]]) -> tuple[int, str]:
    return grants.give_tokens(sent=sent, authorization="")


def count_given(results: list[tuple[int, str]]) -> int:
    return [status for status, _body in results].count(200)


def test_a_code_that_several_show_gives_tokens_once_and_then_ends_them() -> None:
    _app, sent = begin()
    results = together([partial(give, sent)] * 4)
    assert count_given(results) == 1 and not ApiToken.objects.exists() and not AppGrant.objects.exists()


def test_a_refresh_token_that_several_show_gives_tokens_once_and_then_ends_them() -> None:
    app, sent = begin()
    token = json.loads(give(sent)[1])["refresh_token"]
    again = [("grant_type", "refresh_token"), ("client_id", app.code), ("refresh_token", token)]
    results = together([partial(give, again)] * 4)
    assert count_given(results) == 1 and not ApiToken.objects.exists() and not AppGrant.objects.exists()


def test_no_token_outlives_what_is_taken_back_meanwhile() -> None:
    app, sent = begin()
    token = json.loads(give(sent)[1])["refresh_token"]
    again = [("grant_type", "refresh_token"), ("client_id", app.code), ("refresh_token", token)]
    user = AppGrant.objects.get().user
    together([partial(give, again), partial(grants.take_back, user=user, code=app.code)])
    assert not ApiToken.objects.exists() and not AppGrant.objects.exists()


def test_no_token_outlives_its_app() -> None:
    app, sent = begin()
    together([partial(give, sent), partial(registration.delete, dynasty=app.dynasty, code=app.code)])
    assert not ApiToken.objects.exists() and not AppGrant.objects.exists() and not ThirdPartyApp.objects.exists()
