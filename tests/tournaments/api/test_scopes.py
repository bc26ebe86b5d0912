"""What a token opens, address by address: the table of the API's addresses, and the scope that each needs to write."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from dynasty.api.base import ApiView
from dynasty.domain import tokens
from dynasty.models import Dynasty, ThirdPartyApp
from dynasty.services import api_tokens
from dynasty.services.apps import registration
from tests import factories
from tests.dynasty.apps import flows
from tests.security.world import open_client
from tests.tournaments.series.test_series import setup
from tournaments.services import series

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
TRADE = {"api_offers", "api_offer", "api_accept", "api_keys", "api_regalia", "api_tournaments", "api_recurring",
         "api_all_series",
         "api_recurring_setup"}  # fmt: skip
BET = {"api_bets", "api_treaties", "api_treaty"}
SHOWN_ONCE = {"api_link", "api_webhooks", "api_webhook_secret", "api_app_token", "api_app_revoke"}
"""Whose replies hold a secret."""
OF_APPS = {"api_app_token", "api_app_revoke"}
"""Where apps show their own secret, and no token is read."""


def list_endpoints() -> Iterator[tuple[str, Any]]:
    """Name and view class of every address of the API."""
    for each in get_resolver().url_patterns:
        if isinstance(each, URLResolver) and str(each.pattern) == "api/v1/":
            for pattern in each.url_patterns:
                assert isinstance(pattern, URLPattern)
                yield str(pattern.name), pattern.callback.view_class


ENDPOINTS = dict(list_endpoints())
CELLS = [(name, method) for name, view in ENDPOINTS.items() for method in METHODS if hasattr(view, method.lower())]


def test_every_address_has_a_view_with_a_scope() -> None:
    assert len(ENDPOINTS) > 60 and all(issubclass(view, ApiView) for view in ENDPOINTS.values())
    wanted = {name: "trade" if name in TRADE else "bet" if name in BET else "play" for name in ENDPOINTS}
    assert {name: view.write_scope for name, view in ENDPOINTS.items()} == wanted
    assert {name for name, view in ENDPOINTS.items() if not view.stores_replies} == SHOWN_ONCE


@pytest.mark.django_db
def test_a_token_opens_what_its_scopes_say_and_nothing_else() -> None:
    """Send each method with a token of each scope: the wrong one meets `scope_missing` first."""
    user = factories.found("Ming").user
    check_scopes({scope: program(user, scope) for scope in tokens.SCOPES})


@pytest.mark.django_db
def test_a_token_of_an_app_opens_the_same() -> None:
    """Send each method with tokens that an app of somebody else got."""
    user, maker = factories.found("Ming").user, factories.found("Qing")
    app, _secret = registration.create(dynasty=maker, name="An app", addresses=[flows.BACK], keeps_secret=False)
    browser = open_client(user)
    check_scopes({scope: flows.program(get_token(browser, app, scope)) for scope in tokens.SCOPES})


def get_token(browser: Client, app: ThirdPartyApp, scope: str) -> str:
    """Return the access token that an app gets for one scope."""
    code = flows.allow(browser, app, scope, scope=scope)
    return str(flows.exchange(app, code).json()["access_token"])


def check_scopes(clients: dict[str, APIClient]) -> None:
    """Check each address and method with a token of each scope."""
    for name, method in CELLS:
        view, address = ENDPOINTS[name], path(name)
        for scope, client in clients.items():
            answer = client.generic(method, address, "{}", content_type="application/json")
            error = answer.status_code == 403 and answer.json()["code"] == "scope_missing"
            expected = method != "GET" and scope != view.write_scope and name not in OF_APPS
            assert error == expected, (name, method, scope, answer.status_code)


def program(user: Any, *scopes: str) -> APIClient:
    client = APIClient()
    secret = api_tokens.create(user=user, name="A program", scopes=list(scopes), days=3)[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def path(name: str) -> str:
    """Return its address, about something that does not exist."""
    from django.urls import reverse

    pattern = next(str(each.pattern) for part in get_resolver().url_patterns if isinstance(part, URLResolver)
                   for each in part.url_patterns if getattr(each, "name", "") == name)  # fmt: skip
    wanted = {name: "nothing" for name in ("code", "other", "treaty") if f"{name}>" in pattern}
    return reverse(name, kwargs=wanted | ({"number": 1} if "number>" in pattern else {}))


@pytest.mark.django_db
def test_a_program_plays_by_the_api() -> None:
    dynasty: Dynasty = factories.found("Ming")
    emperor = factories.born(dynasty, "Yongle")
    tournament = factories.announce()
    closed = factories.announce(terms={"programs": False})
    client = program(dynasty.user, "play")
    data = {"emperor": emperor.code, "seat": "a"}
    first = client.post(f"/api/v1/tournaments/{tournament.code}/entry/", data)
    assert (first.status_code, first.json()["code"]) == (403, "not_a_program")
    order = client.put(f"/api/v1/tournaments/{tournament.code}/order/", {"round": 1, "order": "-"})
    assert order.json()["code"] == "not_a_program"
    led = client.post(f"/api/v1/tournaments/{tournament.code}/lead/", {"seat": "b"})
    assert led.json()["code"] == "not_a_program"
    Dynasty.objects.update(program=True)
    barred = client.post(f"/api/v1/tournaments/{closed.code}/entry/", data)
    assert (barred.status_code, barred.json()["code"]) == (403, "no_programs")
    assert client.post(f"/api/v1/tournaments/{tournament.code}/entry/", data).status_code == 201


@pytest.mark.django_db
def test_a_program_joins_series_by_the_api() -> None:
    emperor = factories.born(factories.found("Ming"), "Yongle")
    host = factories.proven(factories.found("Host"))
    made, closed = (series.announce(organiser=host, title="A Season", setup=setup(terms=wanted))
                    for wanted in ({}, {"programs": False}))  # fmt: skip
    client, data = program(emperor.dynasty.user, "play"), {"emperor": emperor.code}
    response = client.put(f"/api/v1/series/{made.code}/entry/", data)
    assert (response.status_code, response.json()["code"]) == (403, "not_a_program")
    Dynasty.objects.filter(pk=emperor.dynasty_id).update(program=True)
    assert client.put(f"/api/v1/series/{closed.code}/entry/", data).json()["code"] == "no_programs"
    assert client.put(f"/api/v1/series/{made.code}/entry/", data).status_code == 200
