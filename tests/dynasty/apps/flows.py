"""An app and its user, as tests play them."""

import html
import re
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.test import Client
from rest_framework.test import APIClient

from dynasty.models import Dynasty, ThirdPartyApp
from dynasty.services.apps import registration

BACK = "https://app.example/back"
VERIFIER = "a-verifier-of-more-than-forty-three-characters-0123"
TOKEN, REVOKE, ASK = "/api/v1/oauth/token/", "/api/v1/oauth/revoke/", "/oauth/authorize/"


def register(maker: Dynasty, *addresses: str, secret: bool = False) -> tuple[ThirdPartyApp, str]:
    return registration.create(
        dynasty=maker, name="Pocket board", addresses=list(addresses) or [BACK], keeps_secret=secret
    )


def hash_verifier(verifier: str = VERIFIER) -> str:
    return urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")


def ask(app: ThirdPartyApp, **changes: str) -> dict[str, str]:
    """Return the parameters with which an app sends its user here; blank ones are left out."""
    usual = {
        "response_type": "code",
        "client_id": app.code,
        "redirect_uri": BACK,
        "scope": "read play",
        "state": "a state",
        "code_challenge": hash_verifier(),
        "code_challenge_method": "S256",
    }
    return {name: value for name, value in (usual | changes).items() if value}


def answer(user: Client, app: ThirdPartyApp, *scopes: str, decision: str = "allow", **changes: str) -> str:
    """Return the address to which a user who decides is led."""
    query = ask(app, **changes)
    page = user.post(ASK, {"answer": decision, "scopes": scopes or ("play",)}, query_params=query)
    assert page.status_code == 200, page.status_code
    (address,) = re.findall(r'http-equiv="refresh" content="0;url=([^"]+)"', page.content.decode())
    return html.unescape(address)


def read_query(address: str) -> dict[str, str]:
    return {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}


def allow(user: Client, app: ThirdPartyApp, *scopes: str, **changes: str) -> str:
    """Return the code that an app gets."""
    return read_query(answer(user, app, *scopes, **changes))["code"]


def send(path: str, secret: tuple[str, str] | None = None, **sent: str) -> Any:
    headers = {"Authorization": f"Basic {b64encode(':'.join(secret).encode()).decode()}"} if secret else {}
    return Client(enforce_csrf_checks=True).post(path, sent, headers=headers)


def exchange(app: ThirdPartyApp, code: str, secret: tuple[str, str] | None = None, **changes: str) -> Any:
    sent = {
        "grant_type": "authorization_code",
        "client_id": app.code,
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
    }
    return send(TOKEN, secret, **{name: value for name, value in (sent | changes).items() if value})


def refresh(app: ThirdPartyApp, token: str, **changes: str) -> Any:
    return send(TOKEN, grant_type="refresh_token", client_id=app.code, refresh_token=token, **changes)


def program(secret: str) -> APIClient:
    """Return a client that shows this token and has no session."""
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client
