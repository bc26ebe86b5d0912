"""The example of an app that others use, on the running site, with its user in a real browser."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dynasty.models import AppGrant
from dynasty.services.apps import registration
from tests.factories import found
from tests.security.world import open_client

APP = Path(__file__).resolve().parents[3] / "examples" / "app.py"
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_example_needs_nothing() -> None:
    text = APP.read_text()
    imported = {line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("button", ["Allow it", "Do not allow it"])
def test_an_app_asks_its_user_and_acts(site: str, page: Any, page_errors: list[str], button: str) -> None:
    app, _secret = registration.create(
        dynasty=found("Ming"), name="Pocket board", addresses=["http://127.0.0.1/"], keeps_secret=False
    )
    client = open_client(found("Qing").user)
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    quiet = os.environ | {"BROWSER": "true"}
    command = [sys.executable, str(APP), site, app.code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=quiet) as program:
        assert program.stdout
        (address,) = re.findall(r"open (\S+)", program.stdout.readline())
        page.goto(address)
        page.get_by_role("heading", name="Let “Pocket board” act for you?").wait_for()
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_text("You can close this page.").wait_for()
        out, errors = program.communicate(timeout=60)
    said = "You are the head of Qing." if button == "Allow it" else ""
    assert out.strip() == said and errors.strip() == ("" if said else "Not allowed.")
    assert not AppGrant.objects.exists() and page_errors == []
