"""A site with an OpenID Connect provider beside it, both in one process: run by test_single_sign_on.

Settings decide which applications there are, so this needs a process of its own. It prints one line of JSON.
"""

import json
import os
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

CLAIMS: dict[str, Any] = {}
"""What the provider says of whoever logs in there."""
CODE = "a-code"


class Provider(BaseHTTPRequestHandler):
    """What an OpenID Connect provider answers to the site."""

    def do_GET(self) -> None:
        root = f"http://{self.headers['Host']}"
        if self.path.startswith("/.well-known/"):
            names = {
                "authorization_endpoint": "authorize",
                "token_endpoint": "token",
                "userinfo_endpoint": "me",
                "jwks_uri": "keys",
            }
            self.answer({"issuer": root} | {name: f"{root}/{path}" for name, path in names.items()})
        else:
            self.answer(CLAIMS)

    def do_POST(self) -> None:
        import jwt

        sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        assert sent["code"] == [CODE] and sent["code_verifier"], "PKCE"
        now = int(time.time())
        claims = {"iss": f"http://{self.headers['Host']}", "aud": "emperors", "iat": now, "exp": now + 60} | CLAIMS
        token = jwt.encode(claims, "not checked: it came from the provider itself, " * 2, algorithm="HS256")
        self.answer({"access_token": "access", "token_type": "Bearer", "id_token": token})

    def answer(self, body: dict[str, Any]) -> None:
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_given: Any) -> None:
        pass


def main() -> None:
    with HTTPServer(("127.0.0.1", 0), Provider) as server, tempfile.TemporaryDirectory() as var:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        os.environ |= {
            "EMPERORS_VAR": var,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "OIDC_NAME": "The School",
            "OIDC_URL": f"http://127.0.0.1:{server.server_port}",
            "OIDC_CLIENT_ID": "emperors",
            "OIDC_SECRET": "a secret",
            "ALLOWED_HOSTS": "*",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print(json.dumps(play(f"http://127.0.0.1:{server.server_port}")))
        server.shutdown()


def play(provider: str) -> dict[str, Any]:
    """Log in in every way that there is; return what came of each."""
    from allauth.account.models import EmailAddress
    from allauth.socialaccount.models import SocialAccount
    from django.test import Client

    from dynasty.models import User
    from tournaments.selectors import account_data
    from tournaments.services import account_deletion

    page = Client().get("/account/login/")
    found: dict[str, Any] = {
        "button": "Log in with The School" in page.content.decode(),
        "policy": provider in page["Content-Security-Policy"].partition("form-action")[2].partition(";")[0],
        "get": Client().get("/account/oidc/site/login/").status_code,
        "unknown": Client().post("/account/oidc/other/login/").status_code,
    }
    for name, verified in (("known", True), ("typed", False)):
        user = User.objects.create_user(f"{name}@school.example", "a long password")
        EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
    for name, claims in {
        "new": {"sub": "1", "email": "New@school.example", "email_verified": True},
        "again": {"sub": "1", "email": "moved@school.example", "email_verified": False},
        "unverified": {"sub": "2", "email": "two@school.example", "email_verified": False},
        "silent": {"sub": "3", "email": "three@school.example"},
        "nameless": {"sub": "4"},
        "known": {"sub": "5", "email": "known@school.example", "email_verified": True},
        "known_unverified": {"sub": "6", "email": "known@school.example", "email_verified": False},
        "typed": {"sub": "7", "email": "Typed@school.example", "email_verified": True},
        "worded": {"sub": "8", "email": "eight@school.example", "email_verified": "false"},
    }.items():
        found[name] = log_in(Client(), claims)
    inside = Client()
    inside.force_login(User.objects.get(email="typed@school.example"))
    found["connect"] = log_in(inside, {"sub": "9", "email": "nine@school.example", "email_verified": True}, "connect")
    found["wrong_state"] = Client().get(f"/account/oidc/site/login/callback/?code={CODE}&state=guess").status_code
    found["profiles"] = [row.extra_data for row in SocialAccount.objects.all() if row.extra_data]
    found["own_data"] = account_data.export_user(User.objects.get(email="new@school.example"))["user"]["identities"][0][
        "uid"
    ]
    for name in ("new", "known"):
        found[f"{name}_identities"] = SocialAccount.objects.filter(user__email=f"{name}@school.example").count()
    found["addresses"] = sorted(User.objects.values_list("email", flat=True))
    account_deletion.delete_account(user=User.objects.get(email="new@school.example"), address="new@school.example")
    found["deleted"] = SocialAccount.objects.filter(uid="1").count()
    found["passwords"] = sorted(user.email for user in User.objects.all() if user.has_usable_password())
    return found


def log_in(client: Any, claims: dict[str, Any], process: str = "login") -> list[Any]:
    """Log in at the provider as these claims say; return the status and who is logged in then."""
    from dynasty.models import User

    CLAIMS.clear()
    CLAIMS.update(claims)
    asked = client.post("/account/oidc/site/login/", {"process": process})
    state = parse_qs(urlsplit(asked["Location"]).query)["state"][0]
    done = client.get(f"/account/oidc/site/login/callback/?code={CODE}&state={state}")
    inside = client.session.get("_auth_user_id")
    return [done.status_code, User.objects.get(pk=inside).email if inside else ""]


if __name__ == "__main__":
    main()
