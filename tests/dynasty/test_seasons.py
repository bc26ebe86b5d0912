"""Seasons: standings by the reputation gained in a quarter, and the hall of fame."""

from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from core import clock
from dynasty.domain.leagues import LEAGUES
from dynasty.domain.seasons import get_season_at
from dynasty.models import Dynasty, Emperor, SeasonStanding
from dynasty.selectors import integrity, seasons
from dynasty.services import reputation
from tests import factories
from tests.tournaments.test_pages import log_in

pytestmark = pytest.mark.django_db
AUGUST, OCTOBER, DECEMBER = (datetime(2026, month, 20, tzinfo=UTC) for month in (8, 10, 12))


def change(emperor: Emperor, points: int, at: datetime) -> None:
    with clock.freeze(at):
        reputation.award(emperor=emperor, points=points, cause="won", place="", key=f"{emperor.code}:{at:%m}:{points}")


def list_gains(at: datetime, **more: bool) -> list[tuple[int, str, int]]:
    return [(row.rank, row.dynasty.name, row.gained) for row in seasons.list_standings(get_season_at(at), **more)]


@pytest.fixture
def world() -> dict[str, Emperor]:
    """Let Ming gain in summer and a little in autumn, Qing in autumn, and Han lose."""
    with clock.freeze(datetime(2026, 7, 1, tzinfo=UTC)):
        found = {name: factories.born(factories.found(name), name) for name in ("Ming", "Qing", "Han")}
    change(found["Ming"], 100, AUGUST), change(found["Han"], 50, AUGUST)
    change(found["Ming"], 20, OCTOBER), change(found["Qing"], 30, OCTOBER), change(found["Qing"], 5, DECEMBER)
    change(found["Han"], -10, OCTOBER)
    return found


def test_what_counts_is_what_was_gained_in_the_quarter(world) -> None:
    assert list_gains(AUGUST) == [(1, "Ming", 100), (2, "Han", 50)]
    assert list_gains(OCTOBER) == list_gains(DECEMBER) == [(1, "Qing", 35), (2, "Ming", 20)]
    own = seasons.find_own(get_season_at(OCTOBER), world["Ming"].dynasty)
    assert own is not None and (own.rank, own.gained) == (2, 20)
    assert seasons.find_own(get_season_at(OCTOBER), world["Han"].dynasty) is None


def test_houses_can_be_left_out(world) -> None:
    Dynasty.objects.filter(name="Qing").update(user=None, house=True)
    assert list_gains(OCTOBER, people=True) == [(1, "Ming", 20)]


def test_the_pages_show_the_season_and_the_hall_of_fame(world) -> None:
    client = log_in(world["Ming"].dynasty)
    with clock.freeze(DECEMBER):
        with CaptureQueriesContext(connection) as asked:
            page = client.get("/ranking/seasons/").text
        closed, ranking = client.get("/ranking/seasons/?of=2026-3").text, client.get("/ranking/").text
        body = Client().get("/api/v1/seasons/").json()
        odd = [client.get("/ranking/seasons/", {"of": key}).status_code for key in ("x", "0001-1", "2027-1", "²026-1")]
    assert len(asked) <= 15 and odd == [200] * 4
    assert "Season 4 of 2026" in page and "Your dynasty: rank 2, 20 points gained." in page
    fame = page.partition("Hall of fame")[2]
    assert "Season 3 of 2026" in fame and "1. Ming" in fame and "+100" in fame and "Season 4" not in fame
    assert "1 July 2026 to 30 September 2026. It is over." in " ".join(closed.split())
    assert "led by Qing, 35 points gained" in ranking
    assert (body["season"], body["begins"], body["ends"]) == ("2026-4", "2026-10-01", "2027-01-01")
    assert [row["gained"] for row in body["standings"]] == [35, 20]


def test_whoever_has_gained_nothing_reads_its_league(world) -> None:
    client = log_in(world["Han"].dynasty)
    with clock.freeze(DECEMBER):
        sentence = "Your dynasty: Copper league, no points gained yet."
        assert sentence in client.get("/ranking/seasons/").content.decode()
        assert "Your dynasty: rank 2" in client.get("/ranking/seasons/?of=2026-3").content.decode()
        mine = log_in(world["Ming"].dynasty).get("/ranking/seasons/").content.decode()
        assert "Your dynasty: rank 2, 20 points gained. Silver league." in " ".join(mine.split())
        assert "Your dynasty:" not in client.get("/ranking/seasons/?of=2026-2").content.decode(), "it is over"


def test_leagues_go_by_the_reputation_at_the_beginning_and_show_who_rises(world) -> None:
    autumn = get_season_at(OCTOBER)
    change(world["Qing"], 100, DECEMBER)
    by_league = {code: seasons.get_page(autumn, 1, league=league).rows for code, league in LEAGUES.items()}
    assert {code: [(row.rank, row.dynasty.name) for row in rows] for code, rows in by_league.items()} == {
        "platinum": [],
        "gold": [],
        "silver": [(1, "Ming")],
        "copper": [(1, "Qing")],
    }
    (qing,), (ming,) = by_league["copper"], by_league["silver"]
    assert qing.promoted == LEAGUES["silver"] and ming.promoted is None
    with clock.freeze(DECEMBER):
        page = log_in(world["Ming"].dynasty).get("/ranking/seasons/?league=silver").text
        rising = Client().get("/ranking/seasons/?league=copper").text
        body = Client().get("/api/v1/seasons/?league=copper").json()
    assert "Your dynasty: rank 1, 20 points gained." in page and ">Qing<" not in page.partition("Hall of fame")[0]
    assert "rising to: Silver league" in rising
    assert [(row["league"], row["promoted"]) for row in body["standings"]] == [("copper", "silver")]


def test_long_standings_have_pages(world, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seasons, "MAX_LISTED", 1)
    pages = [seasons.get_page(get_season_at(OCTOBER), number) for number in (1, 2, 3)]
    assert [[(row.rank, row.dynasty.name) for row in each.rows] for each in pages] == [[(1, "Qing")], [(2, "Ming")], []]
    assert [each.last for each in pages] == [False, True, True]
    with clock.freeze(DECEMBER):
        first = Client().get("/ranking/seasons/").text
        second = Client().get("/ranking/seasons/?of=2026-4&page=2").text
        beyond = Client().get("/ranking/seasons/?page=999999").text
    assert 'page=2"' in first and ">Ming<" in second and "This page is beyond the last one." in beyond


def test_the_books_prove_the_standings_of_seasons(world) -> None:
    assert integrity.find_wrong_seasons() == []
    SeasonStanding.objects.filter(dynasty=world["Qing"].dynasty).update(reputation=99)
    assert [(each.stored, each.proved) for each in integrity.find_wrong_seasons()] == [(99, 35)]


def test_a_season_without_anybody_says_so() -> None:
    page, closed = Client().get("/ranking/seasons/").text, Client().get("/ranking/seasons/?of=2020-1").text
    assert "Nobody gained reputation in this season." in closed
    assert "Nobody has gained reputation in this season yet." in page and "No season with a winner is over yet." in page


def test_the_migration_writes_the_same_from_the_days(world) -> None:
    wanted = ("dynasty", "begins", "base", "reputation")
    kept = set(SeasonStanding.objects.values_list(*wanted))
    SeasonStanding.objects.all().delete()
    import_module("dynasty.migrations.0018_seasons").fill(apps, None)
    assert {row for row in SeasonStanding.objects.values_list(*wanted) if row[2] != row[3]} == kept


def read_rows(page: str) -> list[str]:
    """Return the rows of the seasons on the page of a dynasty as text."""
    section = page.partition(">Seasons</h2>")[2].partition("</table>")[0]
    return [" ".join(strip_tags(row).split()) for row in section.split("<tr>")[2:]]


def test_the_page_of_a_dynasty_shows_its_seasons(world) -> None:
    pages = {}
    with clock.freeze(DECEMBER):
        for name, emperor in world.items():
            client = log_in(emperor.dynasty)
            with CaptureQueriesContext(connection) as asked:
                pages[name] = client.get(f"/dynasty/{emperor.dynasty.code}/").text
            assert len(asked) <= 15
        guest = Client().get(f"/dynasty/{world['Ming'].dynasty.code}/").text
        client = log_in(world["Qing"].dynasty)
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/dynasty/{world['Ming'].dynasty.code}/")
        assert len(asked) <= 15
    league = "Copper league promoted to: Silver league"
    assert read_rows(pages["Ming"]) == read_rows(guest) == [
        "2 Season 4 of 2026 so far Silver league Silver league 20",
        f"1 Season 3 of 2026 Hall of fame {league} {league} 100",
    ]  # fmt: skip
    assert read_rows(pages["Han"]) == ["2 Season 3 of 2026 Hall of fame Copper league Copper league 50"]
    assert "Season 4 of 2026: Copper league, no points gained yet." in " ".join(pages["Han"].split())
    assert "/ranking/seasons/?of=2026-3" in guest


def test_a_season_that_has_just_ended_is_a_former_one(world) -> None:
    with clock.freeze(datetime(2027, 1, 1, tzinfo=UTC)):
        found = seasons.get_seasons_of(world["Ming"].dynasty, get_season_at(clock.now()))
        page = Client().get(f"/dynasty/{world['Ming'].dynasty.code}/").text
    assert found.present is None and [each.season.key for each in found.former] == ["2026-4", "2026-3"]
    assert "Season 1 of 2027: Silver league, no points gained yet." in " ".join(page.split())
    assert "so far" not in page.partition(">Seasons</h2>")[2].partition("</table>")[0]


def test_a_dynasty_without_a_season_says_so_and_leads_to_them(world) -> None:
    song = factories.found("Song")
    page = Client().get(f"/dynasty/{song.code}/").text
    assert "Copper league, no points gained yet." in page and "/ranking/seasons/" in page
    assert "<table" not in page.partition(">Seasons</h2>")[2].partition("<h2")[0]


def test_the_line_of_a_season_leads_to_its_page_of_the_standings(world, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seasons, "MAX_LISTED", 1)
    with clock.freeze(DECEMBER):
        page = Client().get(f"/dynasty/{world['Ming'].dynasty.code}/").text
        address = "/ranking/seasons/?of=2026-4&page=2"
        assert address.replace("&", "&amp;") in page and ">Ming<" in Client().get(address).text


def test_programs_read_the_seasons_of_a_dynasty(world) -> None:
    with clock.freeze(DECEMBER):
        rows = Client().get(f"/api/v1/dynasties/{world['Ming'].dynasty.code}/seasons/").json()
        first = Client().get(f"/api/v1/dynasties/{world['Ming'].dynasty.code}/seasons/?page_size=1")
    assert [(row["season"], row["rank"], row["gained"], row["league"], row["promoted"]) for row in rows] == [
        ("2026-4", 2, 20, "silver", None),
        ("2026-3", 1, 100, "copper", "silver"),
    ]
    assert (rows[0]["begins"], rows[0]["ends"]) == ("2026-10-01", "2027-01-01")
    assert len(first.json()) == 1 and 'rel="next"' in first.headers["Link"]
