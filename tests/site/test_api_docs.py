"""The API's documentation, in a browser: the library's own page breaks our content security policy."""

import json
import urllib.request
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from config import schema


@pytest.mark.browser
def test_the_api_s_documentation_obeys_the_policy(site: str, page: Any) -> None:
    page.goto(f"{site}/api/docs/")
    page.wait_for_selector(".swagger-ui .info")
    with urllib.request.urlopen(f"{site}/api/schema/?format=json") as answer:
        assert json.load(answer)["info"]["title"] == "Emperors of the Dynasty"


def test_every_operation_has_a_summary_and_the_right_lock() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    found = {each["operationId"]: each for each in schema.list_operations(document)}
    assert [name for name, each in found.items() if not 2 < len(each.get("summary", "")) < 60] == []
    assert len({each["summary"] for each in found.values()}) == len(found)
    assert found["give_order"]["summary"] == "Give order"
    opened = {name for name, each in found.items() if {} in each["security"]}
    assert {"give_order", "take_order_back", "weigh_order"} <= opened, "the key to a casual seat is enough"
    assert not opened & {"found_dynasty", "bet", "make_offer", "queue_orders", "read_notices", "announce"}
