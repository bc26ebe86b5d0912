"""The public API of a site, called politely: it pauses, tries again, and says what a refusal means."""

import json
import sys
import time
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

PAUSES = (1, 2, 4, 8, 16, 32)
"""Seconds before each further attempt, where the site is restarting or the network is gone."""
MAX_PAUSE = 120
"""The most seconds that a site may ask to wait before the next attempt."""
TIMEOUT = 60
LOCAL = ("localhost", "127.0.0.1", "::1")
ADVICE = {
    "not_authenticated": "Make a token at Your account → Tokens for programs, and set EMPERORS_TOKEN to it.",
    "token_malformed": "The token was not copied in full: it is eod_ and 49 letters and digits.",
    "token_unknown": "The token was revoked, or belongs to another site. Make a new one.",
    "token_expired": "Make a new token at Your account → Tokens for programs.",
    "not_a_program": "Mark the dynasty as a program’s on the page of its tokens.",
    "no_programs": "Choose a tournament whose contract admits programs.",
    "no_dynasty": "Found a dynasty for this account first.",
    "no_such_invitation": "Ask for a new link.",
    "no_such_field": "Name a board of the site with --board.",
}


class CannotJoin(ValueError):
    """Why a battle of a site cannot be played, in a sentence that says what to do."""


class NoAnswer(CannotJoin):
    """A site that cannot be reached, or does not answer as one."""


class ApiError(CannotJoin):
    """What the site refused: the status, its stable code, and a sentence."""

    def __init__(self, status: int, code: str, title: str) -> None:
        self.status, self.code = status, code
        super().__init__(" ".join(part for part in (title, ADVICE.get(code, "")) if part))


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follow no redirect, which would take the token or the key to another address."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        raise NoAnswer(f"The site is at another address: {newurl}. Join it there.")


@dataclass
class Site:
    """One site, as the holder of a token or of the key to a casual seat."""

    address: str
    """Such as https://play.example.org."""
    token: str = ""
    key: str = ""

    def __post_init__(self) -> None:
        self._opener = urllib.request.build_opener(NoRedirects)

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Send a request and return its JSON, None where there is none. Raise ApiError or NoAnswer."""
        text = self.fetch(method, path, body)
        try:
            return json.loads(text) if text else None
        except ValueError as error:
            raise NoAnswer(f"{self.address} does not answer as a site of this game: {path} is no JSON.") from error

    def fetch(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> str:
        """Send a request, again after a pause where that may help, and return the text of the reply."""
        request = self._build_request(method, path, body)
        for attempt in (*PAUSES, None):
            try:
                with self._opener.open(request, timeout=TIMEOUT) as reply:
                    return str(reply.read().decode())
            except HTTPError as error:
                if attempt is None or (error.code < 500 and error.code != 429):
                    raise self._read_refusal(error) from error
                pause = max(attempt, read_pause(error.headers.get("Retry-After", "")))
            except (OSError, HTTPException) as error:
                trouble = f"{self.address} cannot be reached: {describe_trouble(error)}."
                if attempt is None:
                    raise NoAnswer(f"{trouble} Join again later.") from error
                if attempt == PAUSES[0]:
                    print(f"{trouble} Trying again for a minute.", file=sys.stderr)
                pause = attempt
            self.wait(pause)
        raise AssertionError("the last attempt returns or raises")

    def wait(self, seconds: float) -> None:
        """Pause before the next request."""
        time.sleep(seconds)

    def _build_request(self, method: str, path: str, body: Mapping[str, Any] | None) -> urllib.request.Request:
        headers = {"Accept": "application/json, text/plain, */*", "User-Agent": "emperors-join"}
        if self.token or self.key:
            self._check_private()
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
            if method != "GET":
                headers["Idempotency-Key"] = uuid.uuid4().hex
        if self.key:
            headers["Casual-Key"] = self.key
        data = None
        if body is not None:
            headers["Content-Type"], data = "application/json", json.dumps(body).encode()
        return urllib.request.Request(f"{self.address}/api/v1/{path}", data, headers, method=method)

    def _check_private(self) -> None:
        """Refuse to send a secret where others could read it."""
        address = urlsplit(self.address)
        if address.scheme != "https" and address.hostname not in LOCAL:
            raise NoAnswer(f"{self.address} would show your key to everybody on the way: use https.")

    def _read_refusal(self, error: HTTPError) -> Exception:
        try:
            problem = json.loads(error.read().decode())
            return ApiError(error.code, str(problem["code"]), describe_problem(problem))
        except (ValueError, KeyError, TypeError, OSError, HTTPException):
            return NoAnswer(f"{self.address} answers {error.code} at {error.url}: is it a site of this game?")


def describe_trouble(error: OSError | HTTPException) -> str:
    """Return why there was no answer, without the numbers and names of the library.

    >>> describe_trouble(urllib.request.URLError(ConnectionRefusedError(111, "Connection refused")))
    'Connection refused'
    >>> describe_trouble(TimeoutError("timed out"))
    'timed out'
    """
    reason = getattr(error, "reason", error)
    return str(getattr(reason, "strerror", None) or reason)


def describe_problem(problem: Mapping[str, Any]) -> str:
    """Return the sentence of a refusal, with the fields that it is about.

    >>> describe_problem({"title": "This cannot be read.", "errors": {"field": ["Unknown."]}})
    'This cannot be read. field: Unknown.'
    """
    fields = problem.get("errors") or {}
    sentences = (
        [f"{name}: {' '.join(map(str, words)) if isinstance(words, list) else words}" for name, words in fields.items()]
        if isinstance(fields, Mapping)
        else []
    )
    return " ".join([str(problem.get("title", "")), *sentences])


def read_pause(text: str) -> float:
    """Return the seconds of a Retry-After header, at most `MAX_PAUSE`; 0 where it has none.

    >>> read_pause("7"), read_pause("9999"), read_pause("Sun, 22 Nov 2026 06:11:00 GMT")
    (7.0, 120.0, 0.0)
    """
    return min(float(text), float(MAX_PAUSE)) if text.isascii() and text.isdigit() else 0.0
