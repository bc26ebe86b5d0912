"""No line of the log holds a path of a request: invitations, calendars, resets and casual seats are secrets there."""

import io
import json
import logging
import logging.config
import re
from collections.abc import Iterator

import pytest
import uvicorn
from django.conf import settings
from django.test import Client
from django.urls import reverse

from config import logs
from tests.security.tries import Endpoint, list_endpoints
from tournaments.views import casual_actions

CANARY = "CanarySecretCanarySecr"
PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Return what the site's own handler writes, at the most talkative level."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    formatter = logs.build_configuration("json", "DEBUG")["formatters"]["line"]
    handler.setFormatter(formatter.pop("()")(**formatter))
    root, before = logging.getLogger(), logging.getLogger().level
    names = ["django.request", "django.security.csrf", "uvicorn", "uvicorn.error"]
    levels = {name: logging.getLogger(name).level for name in names}
    root.addHandler(handler)
    for logger in (root, *map(logging.getLogger, names)):
        logger.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(before)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def path_of(endpoint: Endpoint) -> str:
    """Return the address of an endpoint with a canary in every place that takes one."""

    def filled(place: re.Match[str]) -> str:
        return {"int": "7", "slug": CANARY, "str": CANARY, "path": CANARY}.get(place[1] or "str", CANARY)

    plain = re.sub(r"\(\?P<\w+>[^()]*(?:\([^()]*\))?[^()]*\)", CANARY, PLACE.sub(filled, endpoint.route))
    return "/" + plain.replace("^", "").replace("\\Z", "").replace("$", "").replace("\\", "").replace("//", "/")


@pytest.mark.django_db
def test_no_line_holds_a_part_of_a_path(written: io.StringIO) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    paths = [path_of(endpoint) for endpoint in list_endpoints() if "<" in endpoint.route]
    assert len(paths) > 80
    for path in paths:
        client.get(path), client.post(path)
        client.get(f"{path}nowhere/{CANARY}?key={CANARY}")
    lines = written.getvalue().splitlines()
    body = [json.loads(line) for line in lines]
    assert not [line for line in lines if CANARY in line]
    assert {line["event"] for line in body} >= {
        "Not Found: /casual/seat/<str:invitation>/",
        f"Not Found: {logs.HIDDEN}",
    }


@pytest.mark.django_db
def test_nor_does_a_traceback(written: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(secret: str) -> str:
        raise LookupError(f"{secret} is not known")

    monkeypatch.setattr(casual_actions.casual_keys, "hash_token", broken)
    Client(raise_request_exception=False).get(reverse("casual_seat", args=[CANARY]))
    lines = written.getvalue()
    assert "Internal Server Error: /casual/seat/" in lines and "is not known" in lines and CANARY not in lines


def test_the_server_itself_names_no_path(written: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "203.0.113.9:5", f"/ws/{CANARY}?k=1")
    assert "WebSocket" in written.getvalue() and CANARY not in written.getvalue()


def test_a_traceback_without_a_request_names_no_secret_of_a_path(written: io.StringIO) -> None:
    """Log as a socket does, or a job that renders a link: the line knows no request."""
    try:
        raise LookupError(f"http://localhost{reverse('casual_seat', args=[CANARY])} and {__file__}")
    except LookupError:
        logging.getLogger("tournaments.somewhere").exception("failed at /casual/seat/%s/", CANARY)
    assert CANARY not in written.getvalue()
    assert "/casual/seat/***/" in written.getvalue() and __file__ in written.getvalue()


def test_the_server_has_no_lines_of_its_own_form() -> None:
    uvicorn.Config("config.asgi:application")  # which sets handlers of its own up
    logging.config.dictConfig(settings.LOGGING)  # as importing the application does
    assert not logging.getLogger("uvicorn").handlers and logging.getLogger("uvicorn").propagate
