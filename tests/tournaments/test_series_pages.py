"""The pages of series: what they show, what they do, and within how many queries."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dynasty import clock
from tests.tournaments import stage
from tests.tournaments.stage import again, born, found, proven
from tests.tournaments.test_pages import log_in
from tests.tournaments.test_series import draw, fight, joined, knockout, season
from tournaments import likeness
from tournaments.models import Series, SeriesEntry

pytestmark = pytest.mark.django_db
BUDGET = 15


@pytest.fixture
def ask(django_assert_max_num_queries: Any) -> Any:
    def get(path: str, who: Client | None = None, status: int = 200) -> str:
        with django_assert_max_num_queries(BUDGET):
            answer = (who or Client()).get(path)
        assert answer.status_code == status
        return answer.content.decode()

    return get


def test_an_empty_list_and_an_unknown_series(ask: Any) -> None:
    assert "No series yet" in ask("/series/")
    ask("/series/nothing/", status=404)


def test_a_season_on_its_page(ask: Any) -> None:
    made = season()
    joined(made, "Ming", "Qing", "Song", "Yuan")
    address, player = f"/series/{made.code}/", stage.Dynasty.objects.get(name="Ming")
    assert "Leave the series" in ask(address, log_in(player))
    fight(draw(made), "Ming")
    draw(made)
    page = ask(address, log_in(player))
    assert "Round 2" in page and "Table 1" in page and "The Jade Season" in ask("/series/")
    assert "Call it off" not in page and page.count("<tr") == 5


def test_a_knock_out_on_its_page(ask: Any) -> None:
    made = knockout()
    joined(made, "Ming", "Qing")
    fight(draw(made), "Qing")
    draw(made)
    page = ask(f"/series/{made.code}/")
    assert "Champion of the series" in page and "out in round 1" in page


def test_join_send_and_leave_by_the_page() -> None:
    made = season()
    ming = found("Ming")
    who, ada, bea = log_in(ming), born(ming, "Ada"), born(ming, "Bea")
    address, entry = f"/series/{made.code}/", lambda: SeriesEntry.objects.get(dynasty=ming)
    assert "Join" in who.get(address).content.decode()
    who.post(f"{address}join", {"emperor": ada.code, "points": 99, "champion": "on"})
    assert (entry().emperor, entry().points, entry().champion) == (ada, 0, False)
    who.post(f"{address}join", {"emperor": bea.code})
    assert entry().emperor == bea
    who.post(f"{address}join", {"emperor": born(found("Qing"), "Eve").code})
    assert entry().emperor == bea
    who.post(f"{address}leave")
    assert not SeriesEntry.objects.exists()
    assert Client().post(f"{address}join").status_code == 302 and who.get(f"{address}leave").status_code == 405
    who.post(f"{address}call-off")
    assert again(made).status == "announced"
    log_in(made.organiser).post(f"{address}call-off")
    assert again(made).status == "cancelled" and "called off" in who.get(address).content.decode()


def wanted(**changes: Any) -> dict[str, Any]:
    start = likeness.wall(clock.now() + timedelta(days=1), "UTC")
    plain = {"title": "The Silver Season", "format": "ladder", "type": "conquer", "field": "emperors:duel-2",
             "preset": "emperors:classic", "table_seats": 2, "rounds": 3, "points": "3, 1", "advance": 1, "stake": 10,
             "prize": 0, "asset": "gold", "round_seconds": 3600, "zone": "UTC", "starts": start}  # fmt: skip
    return plain | changes


def test_announcing_by_the_page(ask: Any) -> None:
    ming = proven(found("Ming"))
    who = log_in(ming)
    assert "Announce a series" in ask("/series/new/", who)
    answer = who.post("/series/new/", wanted(status="finished", organiser="x", seed="mine"))
    made = Series.objects.get()
    assert answer["Location"] == f"/series/{made.code}/"
    assert (made.organiser, made.status, made.points, made.rounds) == (ming, "announced", [3, 1], 3)
    assert made.seed != "mine"


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({"points": "many"}, 422, "Write whole numbers"),
        ({"title": ""}, 422, "required"),
        ({"format": "knockout", "advance": 2}, 422, "At most half of a table goes on."),
        ({"type": "gift"}, 422, "A gift tournament needs a prize."),
        ({"type": "gift", "prize": 5_000}, 409, "Not enough gold coins"),
        ({"starts": "2020-01-01T10:00"}, 422, "It must open before it starts"),
    ],
)
def test_what_cannot_be_announced(changes: dict[str, Any], status: int, sentence: str) -> None:
    answer = log_in(proven(found("Ming"))).post("/series/new/", wanted(**changes))
    assert answer.status_code == status and sentence in answer.content.decode() and not Series.objects.exists()
