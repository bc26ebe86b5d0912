"""Letting apps in, giving them tokens, and taking that back, by the protocol of dynasty.services.apps.protocol."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy as _
from oauthlib.oauth2 import FatalClientError, OAuth2Error

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.domain import tokens
from dynasty.models import AppGrant, ThirdPartyApp, User
from dynasty.services.apps import protocol
from dynasty.services.apps.ending import end_grants

Parameters = list[tuple[str, str]]


@dataclass(frozen=True)
class AppRequest:
    """What an app asks a user for."""

    app: ThirdPartyApp
    scopes: list[str]
    redirect: str
    state: str


class WrongRequest(DomainError):
    """An app asks for what it may not. `back`: the address that tells it so; blank where nobody may be sent there."""

    back = ""


def read_request(parameters: Parameters) -> AppRequest:
    """Return what an app asks for; raise WrongRequest where it may not."""
    endpoint, validator = protocol.build_authorization()
    try:
        scopes, request = endpoint.validate_authorization_request(build_address(parameters))
    except FatalClientError as error:
        raise WrongRequest("bad_app_request", _("This app is unknown here, or wants you sent elsewhere.")) from error
    except OAuth2Error as error:
        wrong = WrongRequest("bad_app_request", _("This app asks in a way that this site does not allow."))
        wrong.back = error.in_uri(error.redirect_uri)
        raise wrong from error
    return AppRequest(validator.get_app(), scopes, request["redirect_uri"], request["state"] or "")


def build_address(parameters: Parameters) -> str:
    """Return the address of a request as oauthlib reads it: what it does not know is left out."""
    return f"{protocol.BASE}?{urlencode([each for each in parameters if each[0] in protocol.ASKED])}"


def build_denial(app_request: AppRequest) -> str:
    """Return the address that tells an app that its user has refused."""
    mark = "&" if "?" in app_request.redirect else "?"
    sent = {"error": "access_denied"} | ({"state": app_request.state} if app_request.state else {})
    return f"{app_request.redirect}{mark}{urlencode(sent)}"


@service
def allow(*, user: User, parameters: Parameters, scopes: list[str]) -> str:
    """Let an app in, with these of the scopes that it asks for; return the address with its code."""
    app_request = read_request(parameters)
    if not ThirdPartyApp.objects.select_for_update(no_key=True).filter(pk=app_request.app.pk).exists():
        raise WrongRequest("bad_app_request", _("This app is unknown here, or wants you sent elsewhere."))
    granted = [scope for scope in app_request.scopes if scope in scopes or scope == tokens.READ]
    endpoint, _validator = protocol.build_authorization()
    headers, _body, _status = endpoint.create_authorization_response(
        build_address(parameters), scopes=granted, credentials={"user": user}
    )
    return str(headers["Location"])


@service
def give_tokens(*, sent: Parameters, authorization: str) -> tuple[int, str]:
    """Answer an app that shows a code or a refresh token, with a status and JSON; whoever shows one twice loses all."""
    _headers, body, status = protocol.build_tokens().create_token_response(
        protocol.BASE, "POST", *protocol.read_body(sent, authorization)
    )
    return int(status), str(body)


@service
def end(*, sent: Parameters, authorization: str) -> tuple[int, str]:
    """End what a token belongs to, as its app asks; a token that is none is no error."""
    _headers, body, status = protocol.build_revocation().create_revocation_response(
        protocol.BASE, "POST", *protocol.read_body(sent, authorization)
    )
    return int(status), str(body)


@service
def take_back(*, user: User, code: str) -> None:
    """End all that a user has allowed an app, with its tokens; nothing happens if there is nothing."""
    end_grants(AppGrant.objects.filter(user=user, app__code=code))


@service
def delete_old() -> int:
    """Delete what has expired; return how many there were."""
    return end_grants(AppGrant.objects.filter(expires_at__lte=clock.now()))
