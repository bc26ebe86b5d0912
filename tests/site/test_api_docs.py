"""The API's documentation, in a browser: the library's own page breaks our content security policy."""

import json
import urllib.request
from typing import Any

import pytest


@pytest.mark.browser
def test_the_api_s_documentation_obeys_the_policy(site: str, page: Any) -> None:
    page.goto(f"{site}/api/docs/")
    page.wait_for_selector(".swagger-ui .info")
    with urllib.request.urlopen(f"{site}/api/schema/?format=json") as answer:
        assert json.load(answer)["info"]["title"] == "Emperors of the Dynasty"
