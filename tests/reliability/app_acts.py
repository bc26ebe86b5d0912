"""Acts of those who make apps, of those who let them in, and of the apps."""

from datetime import timedelta
from functools import partial

from core import clock
from dynasty.models import AppGrant, ThirdPartyApp, User
from dynasty.services.apps import grants, registration
from tests.dynasty.apps import flows
from tests.reliability.acts import ACTS, Call, act, name, somebody

__all__ = ["ACTS"]


def an_app() -> ThirdPartyApp:
    return flows.register(somebody())[0]


def a_user() -> User:
    return User.objects.create_user(f"{name()}@example.org", "a long password")


def a_code(app: ThirdPartyApp) -> str:
    """Return the code that an app gets from a user."""
    address = grants.allow(user=a_user(), parameters=list(flows.ask(app).items()), scopes=["play"])
    return flows.read_query(address)["code"]


def a_form(app: ThirdPartyApp) -> list[tuple[str, str]]:
    """Return what an app sends with its code."""
    return [
        ("grant_type", "authorization_code"),
        ("client_id", app.code),
        ("code", a_code(app)),
        ("redirect_uri", flows.BACK),
        ("code_verifier", flows.VERIFIER),
    ]


@act(once=True)
def register_app() -> Call:
    return partial(registration.create, dynasty=somebody(), name="An app", addresses=[flows.BACK], keeps_secret=True)


@act
def delete_app() -> Call:
    app = an_app()
    a_code(app)
    return partial(registration.delete, dynasty=app.dynasty, code=app.code)


@act(once=True)
def allow_app() -> Call:
    return partial(grants.allow, user=a_user(), parameters=list(flows.ask(an_app()).items()), scopes=["play"])


@act(once=True)
def give_app_tokens() -> Call:
    return partial(grants.give_tokens, sent=a_form(an_app()), authorization="")


@act
def end_app_token() -> Call:
    app = an_app()
    _status, given = grants.give_tokens(sent=a_form(app), authorization="")
    token = given.partition('"refresh_token": "')[2].partition('"')[0]
    return partial(grants.end, sent=[("token", token), ("client_id", app.code)], authorization="")


@act
def take_app_back() -> Call:
    app = an_app()
    a_code(app)
    return partial(grants.take_back, user=AppGrant.objects.get(app=app).user, code=app.code)


@act
def forget_apps() -> Call:
    app = an_app()
    a_code(app)
    AppGrant.objects.filter(app=app).update(expires_at=clock.now() - timedelta(hours=1))
    return grants.delete_old
