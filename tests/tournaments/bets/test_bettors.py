"""A dynasty's own page of bets, and the ranking of those who bet best in a month."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from core import clock
from dynasty.models import Dynasty
from tests import factories
from tests.factories import found
from tests.tournaments.test_pages import log_in
from tournaments.models import Bet, Tournament
from tournaments.selectors import bettors

pytestmark = pytest.mark.django_db
OCTOBER = datetime(2026, 10, 12, tzinfo=UTC)
NOW = datetime(2026, 11, 22, tzinfo=UTC)


@pytest.fixture
def battles() -> list[Tournament]:
    """Announce five battles, and end them in October."""
    found = [factories.announce("conquer", terms={"betting": True}) for _number in range(5)]
    Tournament.objects.update(ended_at=OCTOBER, status="finished")
    return found


def settle(dynasty: Dynasty, battles: list[Tournament], *returned: int) -> None:
    """Give a dynasty settled bets of 100 gold, on one seat of each battle after another."""
    for number, amount in enumerate(returned):
        Bet.objects.create(
            tournament=battles[number % len(battles)],
            dynasty=dynasty,
            seat="abcdefgh"[number // len(battles)],
            asset="gold",
            amount=100,
            returned=amount,
            sequence=Bet.objects.count() + 1,
            placed_at=OCTOBER + timedelta(minutes=number),
        )


def test_the_ranking_is_by_mean_return_and_takes_bets_enough(battles: list[Tournament]) -> None:
    lucky, steady, seldom, narrow = (found(name) for name in ("Song", "Yuan", "Han", "Liao"))
    settle(lucky, battles, 90_000, *[0] * 9)
    settle(steady, battles, *[150] * 10, 100)
    settle(seldom, battles, *[300] * 9, 100, 100)
    settle(narrow, battles[:2], *[300] * 10)
    ranked = bettors.list_bettors(bettors.get_month(OCTOBER))
    assert [(each.rank, each.dynasty.name, each.bets, each.gained, each.percent) for each in ranked] == [
        (1, "Yuan", 10, 10, 150),
        (2, "Song", 10, 1, 100),
    ]
    house = found("Xia")
    Dynasty.objects.filter(pk=steady.pk).update(user=None, house=True)
    settle(house, battles, *[200] * 10)
    assert [each.dynasty.name for each in bettors.list_bettors(bettors.get_month(OCTOBER))] == ["Xia", "Song"]


def test_a_month_is_ranked_when_it_is_over(battles: list[Tournament]) -> None:
    settle(found("Song"), battles, *[150] * 10)
    with clock.freeze(OCTOBER + timedelta(days=3)):
        assert "Nobody bet often enough" in Client().get("/ranking/bettors/", {"month": "2026-10"}).text
        assert Client().get("/api/v1/bettors/", {"month": "2026-10"}).json() == []
    with clock.freeze(NOW):
        page, rows = Client().get("/ranking/bettors/").text, Client().get("/api/v1/bettors/").json()
    assert "October 2026" in page and "150%" in page and "?month=2026-09" in page and "?month=2026-11" not in page
    assert [(row["dynasty"]["name"], row["percent"], row["bets"]) for row in rows] == [("Song", 150, 10)]


def test_bad_months_do_no_harm() -> None:
    for month in ("2026-13", "0000-00", "0001-01", "x" * 99, "9999-12"):
        assert Client().get("/ranking/bettors/", {"month": month}).status_code == 200


def test_the_own_page_tells_open_and_settled_bets_and_the_score(battles: list[Tournament]) -> None:
    song = found("Song")
    settle(song, battles, 0, 100, 250)
    Bet.objects.create(
        tournament=battles[4], dynasty=song, seat="a", asset="gold", amount=7, sequence=99, placed_at=OCTOBER
    )
    client = log_in(song)
    page = client.get("/court/bets/").text
    words = ("125%", "of the stake, on average", "1 of 2", "brought back 250 (+50)")
    assert [word in page for word in words] == [True] * 4
    assert [word in page for word in (">lost<", ">given back<", ">won<", "Settled", "Open")] == [True] * 5
    part = client.get("/court/bets/", headers={"HX-Request": "true"}).text
    assert [word in part for word in (">lost<", ">given back<", ">won<", "not settled yet")] == [True] * 4
    assert "You have not placed any bets yet." in log_in(found("Han")).get("/court/bets/").text
