"""Apps of third parties: how one is let in, what its tokens open and for how long, and what thieves get."""

import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core.errors import DomainError
from dynasty.domain import tokens
from dynasty.models import ApiToken, AppGrant, Dynasty, ThirdPartyApp
from dynasty.services import account_deletion
from dynasty.services.apps import grants, registration
from tests import factories
from tests.dynasty.apps import flows
from tests.dynasty.apps.flows import allow, answer, exchange, program, read_query, refresh, register, send
from tests.factories import found
from tests.security.world import open_client

pytestmark = pytest.mark.django_db
COURT, OFFERS = "/api/v1/court/", "/api/v1/market/offers/"


@pytest.fixture
def reader() -> Dynasty:
    return found("Qing")


@pytest.fixture
def user(reader: Dynasty) -> Client:
    return open_client(reader.user)


@pytest.fixture
def app() -> ThirdPartyApp:
    return register(found("Ming"))[0]


def check_error(reply: Any, error: str, status: int = 400) -> None:
    assert (reply.status_code, reply.json()["error"]) == (status, error), reply.content
    assert "no-store" in reply["Cache-Control"]


def test_an_app_is_let_in_and_acts_as_far_as_it_may(app: ThirdPartyApp, user: Client, reader: Dynasty) -> None:
    page = user.get(flows.ASK, flows.ask(app)).content.decode()
    assert "Let “Pocket board” act for you?" in page and "the player of Ming, not by this site" in page
    assert "app.example" in page and "enter, order, vote" in page and "offers, keys" not in page
    query = read_query(answer(user, app))
    assert query["state"] == "a state" and set(query) == {"code", "state"}
    reply = exchange(app, query["code"])
    given = reply.json()
    assert reply.status_code == 200 and "no-store" in reply["Cache-Control"] and not reply.cookies
    assert (given["token_type"], given["expires_in"], given["scope"]) == ("Bearer", 3600, "read play")
    assert program(given["access_token"]).get(COURT).json()["dynasty"]["code"] == reader.code
    refusal = program(given["access_token"]).post(OFFERS, {})
    assert (refusal.status_code, refusal.json()["code"]) == (403, "scope_missing")
    row = ApiToken.objects.get()
    assert row.user == reader.user and row.scopes == ["read", "play"] and row.name == app.name


def test_secrets_are_kept_as_hashes_alone(user: Client) -> None:
    app, secret = register(found("Ming"), secret=True)
    code = allow(user, app)
    given = exchange(app, code, (app.code, secret)).json()
    stored = str([list(model.objects.values()) for model in (ThirdPartyApp, AppGrant, ApiToken)])
    for each in (secret, code, given["access_token"], given["refresh_token"], flows.VERIFIER):
        assert each not in stored
    assert secret.startswith("eods_") and given["access_token"].startswith("eod_")
    assert given["refresh_token"].startswith("eodr_")


def test_nothing_secret_is_logged(user: Client, caplog: pytest.LogCaptureFixture) -> None:
    app, secret = register(found("Ming"), secret=True)
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("oauthlib").setLevel(logging.WARNING)  # as config.logs has it
        code = allow(user, app)
        given = exchange(app, code, (app.code, secret)).json()
        exchange(app, "wrong", (app.code, secret))
        refresh(app, given["refresh_token"])
        program(given["access_token"]).get(COURT)
    for each in (secret, code, given["access_token"], given["refresh_token"], flows.VERIFIER):
        assert each not in caplog.text


def test_oauthlib_may_not_log_what_it_sees() -> None:
    from django.conf import settings

    assert settings.LOGGING["loggers"]["oauthlib"] == {"level": "WARNING"}


def test_fewer_scopes_may_be_allowed_and_never_more(app: ThirdPartyApp, user: Client) -> None:
    assert exchange(app, allow(user, app, "read")).json()["scope"] == "read"
    code = allow(user, app, *tokens.SCOPES, "root")
    assert exchange(app, code, scope="read play trade bet").json()["scope"] == "read play"
    assert exchange(app, allow(user, app, "bet", scope="bet")).json()["scope"] == "read bet"
    assert exchange(app, allow(user, app, scope="")).json()["scope"] == "read"


def test_what_moves_wealth_is_off_unless_it_is_ticked(app: ThirdPartyApp, user: Client) -> None:
    query = flows.ask(app, scope="read play trade bet")
    boxes = re.findall(r'value="(\w+)"\s+(checked)?\s*(disabled)?>', user.get(flows.ASK, query).content.decode())
    assert boxes == [("read", "checked", "disabled"), ("play", "checked", ""), ("trade", "", ""), ("bet", "", "")]


def test_the_password_is_asked_again_before_an_app_is_let_in(app: ThirdPartyApp, reader: Dynasty) -> None:
    client = Client()
    client.force_login(reader.user)
    asked = client.post(flows.ASK, {"answer": "allow", "scopes": ["play"]}, query_params=flows.ask(app))
    again = asked["Location"]
    assert asked.status_code == 302 and "reauthenticate" in again
    assert client.post(again, {"password": "wrong"}).status_code == 200 and not AppGrant.objects.exists()
    back = client.post(again, {"password": "a long password"})["Location"]
    assert back.startswith(flows.ASK) and not AppGrant.objects.exists(), "and then the question is asked again"
    page = client.post(back, {"answer": "allow", "scopes": ["play"]})
    assert f"url={flows.BACK}?code=" in page.content.decode()
    assert AppGrant.objects.get().scopes == ["read", "play"]


def test_who_says_no_gives_nothing(app: ThirdPartyApp, user: Client) -> None:
    assert answer(user, app, decision="deny") == f"{flows.BACK}?error=access_denied&state=a+state"
    assert not AppGrant.objects.exists()


def test_a_page_that_is_not_ours_cannot_say_yes(app: ThirdPartyApp, reader: Dynasty) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(reader.user)
    path = f"{flows.ASK}?response_type=code&client_id={app.code}"
    assert client.post(path, {"answer": "allow"}).status_code == 403
    page = Client()
    page.force_login(reader.user)
    shown = page.get(flows.ASK, flows.ask(app))
    assert shown["X-Frame-Options"] == "DENY" and "form-action 'self'" in shown["Content-Security-Policy"]
    asked = page.post(flows.ASK, {"answer": "allow"}, query_params=flows.ask(app))
    assert asked.status_code == 302 and "reauthenticate" in asked["Location"] and not AppGrant.objects.exists()
    assert Client().get(flows.ASK, flows.ask(app)).status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [
        "https://evil.example/back",
        "https://app.example/back/",
        "https://app.example/back?x=1",
        "https://app.example.evil.example/back",
        "https://app.example@evil.example/back",
        "https://app.example/back#part",
        "http://app.example/back",
        "//app.example/back",
        "javascript:alert(1)",
        "https://APP.example/back",
        "https://app.example/back/../back",
        "",
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_registered(app: ThirdPartyApp, user: Client, wrong: str) -> None:
    for method in (user.get, user.post):
        query = flows.ask(app, redirect_uri=wrong)
        page = (
            method(flows.ASK, query)
            if method == user.get
            else user.post(flows.ASK, {"answer": "allow"}, query_params=query)
        )
        body = page.content.decode()
        assert page.status_code == 422 and "Nothing was allowed" in body and "Location" not in page
        assert not wrong or f'href="{wrong}' not in body
    assert not AppGrant.objects.exists()


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": "x" * 42}, "invalid_request"),
        ({"code_challenge": "'" * 43}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code token"}, "unauthorized_client"),
        ({"response_type": ""}, "unsupported_response_type"),
        ({"scope": "read root"}, "invalid_scope"),
        ({"scope": "READ"}, "invalid_scope"),
    ],
)
def test_a_wrong_request_leads_nowhere_by_itself(
    app: ThirdPartyApp, user: Client, changes: dict[str, str], error: str
) -> None:
    page = user.get(flows.ASK, flows.ask(app, **changes))
    body = page.content.decode()
    assert page.status_code == 422 and "Location" not in page and 'http-equiv="refresh"' not in body
    assert f'href="{flows.BACK}?error=' in body, body
    if changes.get("response_type") != "":
        assert f"error={error}" in body
    user.post(flows.ASK, {"answer": "allow"}, query_params=flows.ask(app, **changes))
    assert not AppGrant.objects.exists()


def test_parameters_of_a_stranger_do_nothing(app: ThirdPartyApp, user: Client, reader: Dynasty) -> None:
    other = found("Tang")
    query = flows.ask(app) | {"user": str(other.user.pk), "client": "x", "scopes": "bet", "extra_credentials": "x"}
    user.post(flows.ASK, {"answer": "allow", "scopes": ["play"]}, query_params=query)
    assert AppGrant.objects.get().user == reader.user
    code = allow(user, app)
    given = exchange(app, code, user=str(other.user.pk), extra_credentials="x", scopes="bet", client="x")
    assert given.status_code == 200 and set(given.json()) == {
        "access_token",
        "token_type",
        "expires_in",
        "scope",
        "refresh_token",
    }
    assert ApiToken.objects.get().user == reader.user
    form = "application/x-www-form-urlencoded"
    twice = f"grant_type=refresh_token&grant_type=authorization_code&client_id={app.code}"
    assert Client().post(flows.TOKEN, twice, content_type=form).status_code == 400
    doubled = user.get(f"{flows.ASK}?redirect_uri=https://evil.example/", flows.ask(app))
    assert doubled.status_code in (200, 422)
    both = "&".join(f"{name}={value}" for name, value in flows.ask(app, scope="read", state="x").items())
    assert user.get(f"{flows.ASK}?{both}&redirect_uri=https://evil.example/").status_code == 422


def test_a_stolen_code_is_worth_nothing(app: ThirdPartyApp, user: Client) -> None:
    code = allow(user, app)
    thief, _secret = register(found("Tang"))
    check_error(exchange(thief, code), "invalid_grant")
    check_error(exchange(app, code, code_verifier="another-verifier-of-forty-three-characters-000"), "invalid_grant")
    check_error(exchange(app, code, code_verifier=""), "invalid_request")
    check_error(exchange(app, code, code_verifier=flows.hash_verifier()), "invalid_grant")
    assert exchange(app, code, redirect_uri="https://evil.example/").status_code == 400
    assert exchange(app, code, redirect_uri="").status_code == 400
    check_error(exchange(app, code + "x"), "invalid_grant")
    assert not ApiToken.objects.exists() and exchange(app, code).status_code == 200


def test_a_code_that_is_shown_twice_ends_what_came_of_it(app: ThirdPartyApp, user: Client) -> None:
    code = allow(user, app)
    given = exchange(app, code).json()
    check_error(exchange(app, code), "invalid_grant")
    assert program(given["access_token"]).get(COURT).json()["code"] == "token_unknown"
    check_error(refresh(app, given["refresh_token"]), "invalid_grant")


def test_codes_and_tokens_end_in_time(app: ThirdPartyApp, user: Client, at: Any) -> None:
    begin = at(2030, 1, 1)
    AppGrant.objects.all().delete()
    user = open_client(found("Song").user)
    late = allow(user, app)
    at(2030, 1, 1, 0, 1)
    check_error(exchange(app, late), "invalid_grant")
    given = exchange(app, allow(user, app)).json()
    at(2030, 1, 1, 1, 2)
    assert program(given["access_token"]).get(COURT).json()["code"] == "token_expired"
    given = refresh(app, given["refresh_token"]).json()
    assert program(given["access_token"]).get(COURT).status_code == 200
    at(2030, 2, 1)
    check_error(refresh(app, given["refresh_token"]), "invalid_grant")
    assert begin and grants.delete_old() == 2 and not ApiToken.objects.exists() and not AppGrant.objects.exists()


def test_a_refresh_token_works_once_and_shown_again_ends_all(app: ThirdPartyApp, user: Client) -> None:
    first = exchange(app, allow(user, app)).json()
    second = refresh(app, first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"] and second["scope"] == "read play"
    assert program(first["access_token"]).get(COURT).status_code == 401
    third = refresh(app, second["refresh_token"], scope="read").json()
    assert third["scope"] == "read" and ApiToken.objects.get().scopes == ["read"]
    check_error(refresh(app, third["refresh_token"], scope="read bet"), "invalid_scope")
    thief, _secret = register(found("Tang"))
    check_error(refresh(thief, third["refresh_token"]), "invalid_grant")
    fourth = refresh(app, third["refresh_token"]).json()
    check_error(refresh(app, first["refresh_token"]), "invalid_grant")
    assert program(fourth["access_token"]).get(COURT).status_code == 401
    check_error(refresh(app, fourth["refresh_token"]), "invalid_grant")
    assert not AppGrant.objects.exists()


def test_an_app_with_a_secret_must_show_it(user: Client) -> None:
    app, secret = register(found("Ming"), secret=True)
    code = allow(user, app)
    for reply in (
        exchange(app, code),
        exchange(app, code, (app.code, "wrong")),
        exchange(app, code, ("another", secret)),
        exchange(app, code, client_secret="wrong"),
        send(flows.TOKEN, grant_type="client_credentials", client_id=app.code),
    ):
        assert reply.status_code in (400, 401) and reply.json()["error"] in ("invalid_client", "unsupported_grant_type")
    assert exchange(app, code, client_secret=secret).status_code == 200
    given = exchange(app, allow(user, app), (app.code, secret), client_id="").json()
    check_error(refresh(app, given["refresh_token"]), "invalid_client", 401)
    assert refresh(app, given["refresh_token"], client_secret=secret).status_code == 200


def test_there_is_no_other_way_to_a_token(app: ThirdPartyApp, reader: Dynasty) -> None:
    for grant_type in (
        "client_credentials",
        "password",
        "implicit",
        "urn:ietf:params:oauth:grant-type:device_code",
        "",
    ):
        reply = send(flows.TOKEN, grant_type=grant_type, client_id=app.code, username=reader.user.email, password="x")
        assert reply.status_code in (400, 401), grant_type
    assert Client().get(flows.TOKEN).status_code == 405
    assert Client().post(flows.TOKEN, "{}", content_type="application/json").status_code == 415
    assert not ApiToken.objects.exists()


def test_an_app_gives_back_what_it_has(app: ThirdPartyApp, user: Client) -> None:
    thief, _secret = register(found("Tang"))
    for kind in ("access_token", "refresh_token"):
        given = exchange(app, allow(user, app)).json()
        assert send(flows.REVOKE, token=given[kind], client_id=thief.code).status_code == 200
        assert AppGrant.objects.count() == 1, "that of another app goes on"
        assert send(flows.REVOKE, token=given[kind]).status_code in (400, 401)
        assert send(flows.REVOKE, token=given[kind], client_id=app.code).status_code == 200
        assert send(flows.REVOKE, token=given[kind], client_id=app.code).status_code == 200
        assert not AppGrant.objects.exists() and not ApiToken.objects.exists()


def test_a_token_made_by_hand_is_no_apps_to_end(app: ThirdPartyApp, user: Client, reader: Dynasty) -> None:
    from dynasty.services import api_tokens

    _row, own = api_tokens.create(user=reader.user, name="Mine", scopes=["play"], days=3)
    send(flows.REVOKE, token=own, client_id=app.code)
    given = exchange(app, allow(user, app)).json()
    assert program(own).get(COURT).status_code == 200
    page = user.get("/court/settings/tokens/").content.decode()
    assert "Mine" in page and "Pocket board" not in page
    api_tokens.revoke(user=reader.user, code=ApiToken.objects.exclude(grant=None).get().code)
    assert program(given["access_token"]).get(COURT).status_code == 200


def test_a_token_of_an_app_reaches_no_account(app: ThirdPartyApp, user: Client, reader: Dynasty) -> None:
    client = program(
        exchange(app, allow(user, app, *tokens.SCOPES, scope=" ".join(tokens.SCOPES))).json()["access_token"]
    )
    for path in ("/court/settings/", "/court/settings/apps/", "/court/settings/tokens/", "/account/email/", flows.ASK):
        assert client.get(path).status_code == 302, path
        assert client.post(path, {}).status_code in (302, 403), path
    form = "application/x-www-form-urlencoded"
    assert client.post(flows.TOKEN, "grant_type=refresh_token", content_type=form).status_code == 400
    cup, livia = factories.announce("gift", game="emperors", field="duel-2"), factories.born(reader, "Livia")
    entered = client.post(f"/api/v1/tournaments/{cup.code}/entry/", {"emperor": livia.code, "seat": "b"})
    assert (entered.status_code, entered.json()["code"]) == (403, "not_a_program"), "apps play as openly as programs"


def test_the_user_takes_it_back(app: ThirdPartyApp, user: Client) -> None:
    given = [exchange(app, allow(user, app, "read")).json(), exchange(app, allow(user, app)).json()]
    page = user.get("/court/settings/apps/").content.decode()
    assert page.count("Take it back") == 1 and "Pocket board" in page and "made by the player of Ming" in page
    path = f"/court/settings/apps/{app.code}/take-back"
    assert "on every device" in user.get(path).content.decode() and AppGrant.objects.count() == 2
    stranger = open_client(found("Tang").user)
    assert stranger.post(path).status_code == 404 and AppGrant.objects.count() == 2
    assert user.post(path, follow=True).status_code == 200
    for each in given:
        assert program(each["access_token"]).get(COURT).status_code == 401
        check_error(refresh(app, each["refresh_token"]), "invalid_grant")
    assert "No app may act for you" in user.get("/court/settings/apps/").content.decode()


def test_an_app_ends_with_its_maker_and_what_it_may_do_with_its_user(user: Client, reader: Dynasty) -> None:
    maker = found("Ming")
    app, _secret = register(maker)
    given = exchange(app, allow(user, app)).json()
    registration.delete(dynasty=reader, code=app.code)
    assert program(given["access_token"]).get(COURT).status_code == 200
    account_deletion.delete_account(user=reader.user, address=reader.user.email)
    assert not AppGrant.objects.exists() and ThirdPartyApp.objects.exists()
    exchange(app, allow(open_client(found("Song").user), app))
    account_deletion.delete_account(user=maker.user, address=maker.user.email)
    assert not ThirdPartyApp.objects.exists() and not AppGrant.objects.exists() and not ApiToken.objects.exists()


def test_an_app_is_registered_on_its_page(user: Client, reader: Dynasty) -> None:
    form = {"name": "My app", "addresses": "https://a.example/x\r\nhttp://127.0.0.1/", "keeps_secret": "yes"}
    made = user.post("/court/settings/apps/", form)
    page = made.content.decode()
    row = ThirdPartyApp.objects.get()
    assert made.context["secret"] in page and row.code in page and made["Cache-Control"] == "private, no-store"
    assert row.redirects == ["https://a.example/x", "http://127.0.0.1/"] and row.dynasty == reader
    page = user.get("/court/settings/apps/").content.decode()
    assert made.context["secret"] not in page and "https://a.example/x" in page
    assert not user.post("/court/settings/apps/", form | {"keeps_secret": ""}).context["secret"]
    for wrong in ({"name": ""}, {"name": "\u202e"}, {"addresses": "nowhere"}, {"keeps_secret": "perhaps"}):
        assert user.post("/court/settings/apps/", form | wrong).status_code in (400, 422), wrong
    assert open_client(found("Tang").user).post(f"/court/settings/apps/{row.code}/delete").status_code == 404
    assert "whoever let it in" in user.get(f"/court/settings/apps/{row.code}/delete").content.decode()
    assert user.post(f"/court/settings/apps/{row.code}/delete").status_code == 302
    assert ThirdPartyApp.objects.count() == 1


@pytest.mark.parametrize(
    "address",
    [
        "http://app.example/",
        "https://",
        "https://a@app.example/",
        "https://app.example/#x",
        "javascript:alert(1)",
        "https://app.example:99999/",
        "https://app.example/\x00",
        "https://app.exämple/",
        "https://a b.example/",
        "https://app.example\\@evil.example/",
        "data:text/html,x",
        "app.example",
        "https://" + "a" * 400,
    ],
)
def test_an_address_to_which_nobody_may_be_sent_is_not_registered(address: str) -> None:
    with pytest.raises(DomainError) as error:
        register(found("Ming"), address)
    assert error.value.code == "bad_redirect"


def test_there_are_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    maker = found("Ming")
    with pytest.raises(DomainError):
        register(maker, *[f"https://app.example/{number}" for number in range(6)])
    monkeypatch.setattr(registration, "APPS", 1)
    register(maker)
    with pytest.raises(DomainError) as error:
        register(maker)
    assert error.value.code == "too_many_apps"


def test_an_own_computer_may_listen_on_any_port(user: Client) -> None:
    app, _secret = register(found("Ming"), "http://127.0.0.1/back")
    here = "http://127.0.0.1:8912/back"
    code = allow(user, app, redirect_uri=here)
    assert exchange(app, code, redirect_uri="http://127.0.0.1:8913/back").status_code == 400
    assert exchange(app, code, redirect_uri=here).status_code == 200


def test_where_everything_is_says_a_page_for_programs(client: Client) -> None:
    said = client.get("/.well-known/oauth-authorization-server").json()
    assert said["token_endpoint"].endswith(flows.TOKEN) and said["code_challenge_methods_supported"] == ["S256"]
    assert said["issuer"] == "http://testserver" and "authorization_code" in said["grant_types_supported"]


def test_what_is_left_is_forgotten_by_the_hour(app: ThirdPartyApp, user: Client) -> None:
    allow(user, app)
    given = exchange(app, allow(user, app)).json()
    AppGrant.objects.filter(refresh_digest="").update(expires_at=AppGrant.objects.first().made_at - timedelta(days=1))
    assert grants.delete_old() == 1 and program(given["access_token"]).get(COURT).status_code == 200
