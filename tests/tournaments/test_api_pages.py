"""Long lists of the API: every row once, page by page, no page longer than a hundred, and no offset."""

import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from dynasty import emblems
from dynasty.models import Dynasty
from tests.tournaments import stage

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/"


def walk(client: APIClient, path: str, size: int) -> list[list[Any]]:
    """The pages of a list, as its Link header leads through them."""
    pages, address = [], f"{ROOT}{path}{'&' if '?' in path else '?'}page_size={size}"
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, answer.content
        pages.append(answer.json())
        onward = re.search(r'<([^>]+)>; rel="next"', answer.get("Link", ""))
        address = onward[1] if onward else ""
        assert "offset=" not in address and "page=" not in address
    return pages


@pytest.mark.parametrize("path", ["tournaments/", "court/tournaments/", "dynasties/{code}/emperors/", "games/"])
def test_every_row_comes_once(path: str, django_assert_max_num_queries: Any) -> None:
    dynasty: Dynasty = stage.found("Ming")
    for number in range(7):
        stage.enter(stage.announce(title=f"Cup {number}"), stage.born(dynasty, f"Ada {number}"), "a")
    client = APIClient()
    client.force_authenticate(dynasty.user)
    address = path.format(code=dynasty.code)
    with django_assert_max_num_queries(15):
        whole = client.get(ROOT + address).json()
    pages = walk(client, address, 3)
    assert [row for page in pages for row in page] == whole
    assert [len(page) for page in pages] == [3, 3, 1] or path == "games/"


def test_the_ranking_has_numbers_and_cursors() -> None:
    for number in range(7):
        stage.found(f"Dynasty {'abcdefg'[number]}")
    client = APIClient()
    whole = client.get(f"{ROOT}ranking/").json()["rows"]
    assert len(whole) == 7
    pages = walk(client, "ranking/", 3)
    assert [row for page in pages for row in page["rows"]] == whole
    assert [(page["page"], page["last"]) for page in pages] == [(1, False), (2, False), (3, True)]
    second = client.get(f"{ROOT}ranking/?page=2&page_size=3")
    assert second.json() == pages[1] and 'rel="prev"' in second["Link"] and 'rel="next"' in second["Link"]
    back = re.search(r'<([^>]+)>; rel="prev"', second["Link"])
    assert back and client.get(back[1]).json() == pages[0]


def test_a_page_has_a_hundred_rows_at_most_and_a_cursor_of_ours() -> None:
    client = APIClient()
    for path in ("dynasties/", "tournaments/", "series/", "championship/", "ranking/"):
        assert client.get(f"{ROOT}{path}?cursor=nonsense").status_code == 404
    fields = {"emblem": emblems.DEFAULT, "house": True, "founded_at": "2026-01-01T00:00Z"}
    Dynasty.objects.bulk_create(Dynasty(name=f"D{i}", folded_name=f"d{i}", **fields) for i in range(120))
    assert len(client.get(f"{ROOT}dynasties/?page_size=1000").json()["results"]) == 100
    assert len(client.get(f"{ROOT}dynasties/").json()["results"]) == 50


def test_the_new_doors_of_the_court() -> None:
    dynasty = stage.found("Ming")
    client = APIClient()
    client.force_authenticate(dynasty.user)
    raised = client.post(f"{ROOT}court/emperors/", {"name": "Ada", "gender": "w", "birth_date": "1400-01-01"})
    assert raised.status_code == 201 and raised.json()["state"] == "at_court"
    assert client.put(f"{ROOT}court/preferences/", {"language": "es", "time_zone": "Europe/Madrid"}).status_code == 200
    client.force_authenticate(stage.again(dynasty.user))
    assert client.get(f"{ROOT}court/preferences/").json() == {"language": "es", "time_zone": "Europe/Madrid"}
    assert client.delete(f"{ROOT}court/emperors/{raised.json()['code']}/").status_code == 204
    assert client.get(f"{ROOT}court/bets/").json() == []
    fields = {game["name"]: {field["name"] for field in game["fields"]} for game in client.get(f"{ROOT}games/").json()}
    assert "duel-2" in fields["emperors"]
    assert {"random", "grandmaster"} <= {level["name"] for level in client.get(f"{ROOT}computers/").json()}
    found = client.put(f"{ROOT}court/dynasty/", {"name": "Qing"})
    assert found.status_code == 409 and found.json()["code"] == "has_dynasty"
    event = dynasty.mentions.filter(event__public=True).latest("pk").event_id
    assert APIClient().get(f"{ROOT}log/{event}/").status_code == 200
    private = dynasty.mentions.filter(event__public=False).latest("pk").event_id
    assert client.get(f"{ROOT}log/{private}/").status_code == 200
    assert APIClient().get(f"{ROOT}log/{private}/").status_code == 404
