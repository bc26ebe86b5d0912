"""Long lists of the API: every row once, page by page, no page longer than a hundred, and no offset."""

import re
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from dynasty.catalog import emblems
from dynasty.models import Dynasty
from tests import factories
from tests.security.world import line
from tournaments.models import DrawnBoard, Entry
from tournaments.services import lifecycle, recurrences

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/"


def walk(client: APIClient, path: str, size: int) -> list[list[Any]]:
    """Yield the pages of a list, as its Link header leads through them."""
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
    dynasty: Dynasty = factories.found("Ming")
    for number in range(7):
        factories.enter(factories.announce(title=f"Cup {number}"), factories.born(dynasty, f"Ada {number}"), "a")
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
        factories.found(f"Dynasty {'abcdefg'[number]}")
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


def test_seats_wanted_and_what_recurs_have_pages() -> None:
    ming, client = factories.found("Ming"), APIClient()
    for number in range(4):
        tournament = factories.announce("gift", title=f"Cup {number}", absence={"volunteers": number != 1})
        for seat, house in (("a", f"Awake {number}"), ("b", f"Asleep {number}")):
            factories.enter(tournament, factories.born(factories.found(house), f"Ada {number}"), seat)
        lifecycle.start(tournament_id=tournament.pk)
        Entry.objects.filter(tournament=tournament, seat="b").update(missed=3)
        recurrences.begin(tournament=factories.announce("training", ming), by=ming, every="daily", zone="UTC", times=3)
    pages = walk(client, "seats/", 1)
    assert [[row["title"] for row in page] for page in pages] == [["Cup 3"], ["Cup 2"], [], ["Cup 0"]]
    assert client.get(f"{ROOT}seats/").json() == [row for page in pages for row in page]
    client.force_authenticate(ming.user)
    pages = walk(client, "recurring/", 3)
    assert [len(page) for page in pages] == [3, 1]
    assert client.get(f"{ROOT}recurring/").json() == [row for page in pages for row in page]


def test_boards_are_drawn_listed_and_shelved() -> None:
    ming, client = factories.found("Ming"), APIClient()
    client.force_authenticate(ming.user)
    drawn = [client.post(f"{ROOT}boards/", {"title": f"Line {gap}", "drawing": line(gap)}) for gap in (1, 2, 3)]
    assert [answer.status_code for answer in drawn] == [201] * 3
    first = drawn[0].json()
    assert (first["field"], first["grade"], first["drawing"].strip()) == (f"drawn:{first['code']}", "", line(1).strip())
    assert [[row["title"] for row in page] for page in walk(APIClient(), "boards/", 2)] == [["Line 3", "Line 2"],
                                                                                          ["Line 1"]]  # fmt: skip
    remix = client.post(f"{ROOT}boards/", {"title": "Line 4", "drawing": line(4), "after": first["code"]})
    assert DrawnBoard.objects.get(code=remix.json()["code"]).after.code == first["code"]
    assert client.post(f"{ROOT}boards/", {"title": "Lost", "drawing": line(5), "after": "nothing"}).status_code == 404
    assert client.post(f"{ROOT}boards/", {"title": "No board", "drawing": "+"}).json()["code"] == "board_unreadable"
    stranger = APIClient()
    stranger.force_authenticate(factories.found("Qing").user)
    assert stranger.delete(f"{ROOT}boards/{first['code']}/").json()["code"] == "not_your_board"
    assert client.delete(f"{ROOT}boards/{first['code']}/").status_code == 204
    assert client.get(f"{ROOT}boards/{first['code']}/").json()["listed"] is False
    assert len(client.get(f"{ROOT}boards/").json()) == 3


def test_an_order_is_weighed_and_the_next_one_queued() -> None:
    duel, (ada, _bea) = factories.begin("gift", 0, 0, game="emperors", field="duel-2", rules={})
    client, here = APIClient(), f"{ROOT}tournaments/{duel.code}/"
    assert client.post(f"{here}draft/", {"round": 1, "order": "C3-C4"}).status_code == 401
    client.force_authenticate(factories.found("Stranger").user)
    assert client.post(f"{here}draft/", {"round": 1, "order": "C3-C4"}).json()["code"] == "not_your_seat"
    assert client.get(f"{here}queued-orders/").json() == {"orders": []}
    client.force_authenticate(ada.dynasty.user)
    fine, wrong = (client.post(f"{here}draft/", {"round": 1, "order": order}).json()["lines"][0]
                   for order in ("C3-C4", "C3-C99"))  # fmt: skip
    assert (fine["level"], fine["said"]) == ("fine", []) and (wrong["level"], len(wrong["said"])) == ("error", 1)
    data = {"round": 1, "orders": ["C4-C5", "-"]}
    assert client.put(f"{here}queued-orders/", data).json() == {"orders": ["C4-C5", "-"]}
    assert client.get(f"{here}queued-orders/").json() == {"orders": ["C4-C5", "-"]}
    assert client.put(f"{here}queued-orders/", data | {"round": 7}).status_code == 409
    factories.play(duel, {"a": "C3-C4", "b": "-"})
    assert client.get(f"{here}queued-orders/").json() == {"orders": []}
    assert client.get(f"{here}order/").json()["order"] == "C4-C5"


def test_a_page_has_a_hundred_rows_at_most_and_a_cursor_of_ours() -> None:
    client = APIClient()
    for path in ("dynasties/", "tournaments/", "series/", "championship/", "ranking/"):
        for query in ("cursor=nonsense", "cursor=AAAA", "cursor=cD14", "page_size=abc", "page_size=0", "page_size=-1"):
            answer = client.get(f"{ROOT}{path}?{query}")
            assert (answer.status_code, answer.json()["code"]) == (400, "invalid"), (path, query)
            assert list(answer.json()["errors"]) == [query.partition("=")[0]]
    fields = {"emblem": emblems.DEFAULT, "house": True, "founded_at": "2026-01-01T00:00Z"}
    Dynasty.objects.bulk_create(Dynasty(name=f"D{i}", folded_name=f"d{i}", **fields) for i in range(120))
    assert len(client.get(f"{ROOT}dynasties/?page_size=1000").json()["results"]) == 100
    assert len(client.get(f"{ROOT}dynasties/").json()["results"]) == 50


def test_the_endpoints_of_the_court() -> None:
    dynasty = factories.found("Ming")
    client = APIClient()
    client.force_authenticate(dynasty.user)
    raised = client.post(f"{ROOT}court/emperors/", {"name": "Ada", "gender": "w", "birth_date": "1400-01-01"})
    assert raised.status_code == 201 and raised.json()["state"] == "at_court"
    assert client.put(f"{ROOT}court/preferences/", {"language": "es", "time_zone": "Europe/Madrid"}).status_code == 200
    client.force_authenticate(factories.again(dynasty.user))
    usual = {"palette": "", "speed": "", "dice": "", "map": ""}
    kept = {"language": "es", "time_zone": "Europe/Madrid"} | usual
    assert client.get(f"{ROOT}court/preferences/").json() == kept
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


LISTS = ("search/?kind=battle&", "market/offers/?", "court/transfers/?")


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("cursor", ["nonsense", "AAAA", "-1", "²"])
def test_a_list_with_a_cursor_of_its_own_refuses_any_other(path: str, cursor: str) -> None:
    client = APIClient()
    client.force_authenticate(factories.found("Ming").user)
    assert client.get(f"{ROOT}{path}").status_code == 200
    answer = client.get(f"{ROOT}{path}cursor={cursor}")
    assert (answer.status_code, answer.json()["code"], list(answer.json()["errors"])) == (400, "invalid", ["cursor"])


PAGES = (
    "boards/?cursor", "maps/?cursor", "market/?cursor", "ranking/?people&from", "ranking/?page",
    "ranking/seasons/?page", "search/?q=ming&kind=battle&cursor", "clubs/?page", "clubs/?q=ming&cursor",
    "studies/?page", "chronicle/?page", "dynasty/CODE/log?cursor", "court/wealth/?cursor", "court/bets/?cursor",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_a_list_that_there_is_not_is_404(page: str) -> None:
    client = Client()
    dynasty = factories.found("Ming")
    client.force_login(dynasty.user)
    address = f"/{page}=".replace("CODE", dynasty.code)
    assert client.get(address).status_code == 200
    assert client.get(f"{address}nonsense").status_code == 404
