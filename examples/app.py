"""An app that others use, on their own computers: python app.py https://play.example.org CLIENT_ID

It asks its user by a page of the site, gets tokens (OAuth 2.1 with PKCE), says whose they are, and gives them back.
Register it at *Your account → Apps of others* with the address http://127.0.0.1/ and no secret. Only Python is needed.
"""

import hashlib
import json
import secrets
import sys
import urllib.request
import webbrowser
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

SITE, CLIENT_ID = sys.argv[1:]
said = {}


class Back(BaseHTTPRequestHandler):
    """The page to which the user comes back."""

    def do_GET(self):
        said.update(parse_qs(urlsplit(self.path).query))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You can close this page.")

    def log_message(self, *arguments):
        """Say nothing: the address holds the code."""


def send(path, **form):
    """Send a form and return the reply."""
    with urllib.request.urlopen(f"{SITE}/api/v1/oauth/{path}/", urlencode(form).encode(), timeout=60) as reply:
        return json.loads(reply.read() or "null")


def get_tokens():
    """Ask the user, and return the tokens; None where the user says no."""
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    challenge = urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    with HTTPServer(("127.0.0.1", 0), Back) as server:
        here = f"http://127.0.0.1:{server.server_port}/"
        query = {
            "response_type": "code",
            "client_id": CLIENT_ID,
            "redirect_uri": here,
            "scope": "read",
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        address = f"{SITE}/oauth/authorize/?{urlencode(query)}"
        print(f"Your browser asks you now; otherwise open {address}", flush=True)
        webbrowser.open(address)
        while "state" not in said:
            server.handle_request()
    if said["state"] != [state] or "code" not in said:
        return None
    code = said["code"][0]
    return send(
        "token",
        grant_type="authorization_code",
        client_id=CLIENT_ID,
        code=code,
        redirect_uri=here,
        code_verifier=verifier,
    )


tokens = get_tokens()
if tokens is None:
    sys.exit("Not allowed.")
tokens = send("token", grant_type="refresh_token", client_id=CLIENT_ID, refresh_token=tokens["refresh_token"])
headers = {"Authorization": f"Bearer {tokens['access_token']}"}
with urllib.request.urlopen(urllib.request.Request(f"{SITE}/api/v1/court/", headers=headers), timeout=60) as reply:
    print(f"You are the head of {json.load(reply)['dynasty']['name']}.")
send("revoke", client_id=CLIENT_ID, token=tokens["refresh_token"])
