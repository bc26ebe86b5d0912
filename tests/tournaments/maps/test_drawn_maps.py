"""Maps of players: drawn, judged, measured, fought on, and never changed."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import translation
from rest_framework.test import APIClient

from campaign import atlas, map_catalog
from core import clock
from core.errors import DomainError
from dynasty.models import Dynasty, SearchEntry
from tests import factories
from tests.campaign.drawing.test_drawing import draw
from tournaments import tasks
from tournaments.domain import games
from tournaments.models import DrawnMap, Entry, MapBalance, Round, Tournament
from tournaments.selectors import boards
from tournaments.selectors.maps import drawn as drawn_maps
from tournaments.services import computer_players, rounds
from tournaments.services.maps import drawing, measurement
from tournaments.views import following

pytestmark = pytest.mark.django_db
FILE = json.dumps(draw())
CLASSIC = games.GAMES["campaign.classic"]


@pytest.fixture
def author() -> Dynasty:
    return factories.found("Aurelia")


@pytest.fixture
def mine(author: Dynasty) -> Client:
    client = Client()
    client.force_login(author.user)
    return client


def publish(author: Dynasty, title: str = "The Ring", **changes: Any) -> DrawnMap:
    return drawing.create(author=author, title=title, drawing=json.dumps(draw(**changes)))


def error_code(author: Dynasty, text: str, title: str = "The Ring") -> str:
    with pytest.raises(DomainError) as error:
        drawing.create(author=author, title=title, drawing=text)
    assert str(error.value)
    return error.value.code


def test_a_map_is_published_once_and_never_changes(author: Dynasty) -> None:
    first = publish(author, title="  The   Ring ")
    assert (first.title, first.territories, first.regions, first.seats) == ("The Ring", 6, 2, 2)
    assert publish(author, title="Another name").pk == first.pk
    for change in ({"drawing": "{}"}, {"title": "Another"}):
        with pytest.raises(DatabaseError), transaction.atomic():
            DrawnMap.objects.filter(pk=first.pk).update(**change)
    field = drawn_maps.get_field_name(first)
    assert boards.is_known(CLASSIC, field) and not boards.is_known(CLASSIC, "drawn:nosuchmap1")
    assert not boards.is_known(games.GAMES["emperors"], field), "a map is no board"
    with translation.override("es"):
        assert CLASSIC.field_words(field)[0] == "The Ring"


def test_what_is_refused(author: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    assert error_code(author, FILE, "x") == "map_title"
    assert error_code(author, "nonsense") == "map_unreadable"
    assert error_code(author, json.dumps(draw(homes=[]))) == "map_homes"
    monkeypatch.setattr(drawing, "MAPS", (2, 9))
    first = publish(author)
    publish(author, homes=["t1", "t3"])
    assert error_code(author, json.dumps(draw(homes=["t1", "t5"]))) == "too_many_maps"
    monkeypatch.setattr(drawing, "MAPS", (9, 2))
    assert error_code(author, json.dumps(draw(homes=["t1", "t5"]))) == "too_many_maps_today"
    with pytest.raises(DomainError) as error:
        drawing.shelve(drawn=first, by=factories.found("Makedon"))
    assert error.value.code == "not_your_map"


def test_battles_of_computers_measure_it_until_it_is_done(author: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurement, "MAP_BATTLES", (2, 1))
    drawn = publish(author)
    first = MapBalance.objects.filter(map=drawn).order_by("pk")[0]
    again = MapBalance.objects.get(pk=first.pk)
    assert measurement.measure(first) == 1 and measurement.measure(again) == 0, "another has done it"
    while tasks.measure():
        pass
    rows = list(drawn.balances.all())
    assert {row.game for row in rows} == {"campaign.simultaneous", "campaign.skirmish"}, "classic needs three seats"
    assert all(row.done_at and row.battles == 2 and len(row.rounds) == 2 for row in rows)
    assert all(sum(row.wins.values()) == pytest.approx(2) for row in rows)
    page = Client().get(f"/maps/drawn/{drawn.code}/").content.decode()
    assert "2 battles" in page and "trying the map out" not in page


def test_the_editor_without_a_script(mine: Client, author: Dynasty) -> None:
    sent = {"title": "The Ring", "drawing": FILE, "go": "check"}
    assert mine.post("/maps/new/", sent).status_code == 200 and not DrawnMap.objects.exists()
    bad = mine.post("/maps/new/", sent | {"drawing": '{"x": "<b>"}', "go": "save"})
    assert bad.status_code == 422 and "&lt;b&gt;" in bad.content.decode(), "nothing is lost"
    page = mine.post("/maps/new/?like=lake", sent | {"go": "save"}, follow=True).content.decode()
    drawn = DrawnMap.objects.get()
    assert "which comes with the game" in page and drawn.after_included == "lake" and "trying the map out" in page
    assert mine.get(f"/maps/drawn/{drawn.code}/map.json").content.decode() == drawn.drawing
    other = json.dumps(draw(homes=["t1", "t5"]))
    remix = mine.post(f"/maps/new/?like={drawn.code}", sent | {"go": "save", "drawing": other}, follow=True)
    assert "A variant of <a" in remix.content.decode()
    assert "Variants" in mine.get(f"/maps/drawn/{drawn.code}/").content.decode()
    stranger = Client().post("/maps/new/", sent | {"go": "save"})
    assert stranger.status_code == 403 and "Place 1" in stranger.content.decode()


def test_the_check_answers_for_the_script() -> None:
    assert Client().post("/maps/check", {"drawing": FILE}).json()["objections"] == []
    unsound = Client().post("/maps/check", {"drawing": json.dumps(draw(routes=draw()["routes"][:4]))}).json()
    assert [each["code"] for each in unsound["objections"]] == ["map_apart"]
    assert set(unsound["objections"][0]["places"]) == {"t6"}
    bad = Client().post("/maps/check", {"drawing": "[" * 30_000})
    assert bad.status_code == 422 and bad.json()["code"] == "map_unreadable"


def test_every_shipped_map_can_be_opened_and_stored_as_a_file() -> None:
    for slug in map_catalog.SLUGS:
        assert Client().get(f"/maps/{slug}/map.json").json()["territories"]
        assert Client().get("/maps/new/", {"like": slug}).status_code == 200


def test_pages_with_few_queries(mine: Client, author: Dynasty, django_assert_max_num_queries: Any) -> None:
    drawn = publish(author)
    publish(author, homes=["t1", "t3"])
    for path in (
        "/maps/",
        f"/maps/drawn/{drawn.code}/",
        f"/maps/drawn/{drawn.code}/?part=report",
        "/maps/new/",
        f"/maps/new/?like={drawn.code}",
        f"/announce/?map={drawn.code}",
    ):
        cache.clear()
        atlas._load_named.cache_clear()
        drawn_maps._CACHE.clear()
        with django_assert_max_num_queries(15):
            assert mine.get(path).status_code == 200, path
    assert f":drawn:{drawn.code}" in mine.get(f"/announce/?map={drawn.code}").content.decode()


def test_a_casual_battle_on_a_drawn_map_is_played_to_its_end(author: Dynasty, client: Client) -> None:
    field = drawn_maps.get_field_name(publish(author))
    page = client.get("/casual/", {"game": "campaign.skirmish", "field": field}).content.decode()
    assert f'value="{field}" selected' in page
    form = {
        "game": "campaign.skirmish",
        "mode": "alone",
        "field": field,
        "preset": "classic",
        "people": 2,
        "computers": "",
        "level": "random",
        "round_seconds": 60,
        "names": "",
        "emblem": "",
    }
    answer = client.post("/casual/", form)
    assert answer.status_code == 302
    battle = Tournament.objects.get(casual=True)
    assert battle.field == field and "Place 1" in client.get(answer["Location"]).content.decode()
    Entry.objects.filter(tournament=battle).update(player="greedy")
    Round.objects.filter(tournament=battle).update(computers_at=clock.now())
    while current := Round.objects.filter(tournament=battle, closed_at=None).first():
        with clock.freeze(current.computers_at or clock.now()):
            computer_players.play_due()
            rounds.close_round(tournament_id=battle.pk, round_no=current.number)
    assert factories.again(battle).status == "finished"
    assert client.get(answer["Location"]).status_code == 200


def test_it_is_found_and_stays_after_it_was_shelved(mine: Client, author: Dynasty) -> None:
    drawn = publish(author, title="Quillon Reach")
    assert "Quillon Reach" in mine.get("/search/", {"q": "quillon"}).content.decode()
    assert mine.post(f"/maps/drawn/{drawn.code}/shelve").status_code == 302
    assert not SearchEntry.objects.filter(kind="map").exists()
    assert "Quillon" not in mine.get("/maps/").content.decode()
    assert mine.get(f"/maps/drawn/{drawn.code}/").status_code == 200
    assert publish(author, title="Quillon Reach").shelved_at is None


def test_whoever_follows_a_map_is_led_back_to_its_page(author: Dynasty) -> None:
    drawn = publish(author)
    assert following.get_board_url(drawn_maps.get_field_name(drawn)) == f"/maps/drawn/{drawn.code}/"


def test_programs_list_read_draw_and_shelve_maps(author: Dynasty) -> None:
    client = APIClient()
    client.force_authenticate(author.user)
    made = client.post("/api/v1/maps/", {"title": "The Ring", "drawing": FILE, "after": "lake"})
    assert made.status_code == 201 and made.json()["field"] == f"drawn:{made.json()['code']}"
    assert client.post("/api/v1/maps/", {"title": "None", "drawing": "[]"}).json()["code"] == "map_unreadable"
    assert client.post("/api/v1/maps/", {"title": "None", "drawing": FILE, "after": "no"}).status_code == 404
    assert [row["title"] for row in APIClient().get("/api/v1/maps/").json()] == ["The Ring"]
    here = f"/api/v1/maps/{made.json()['code']}/"
    assert json.loads(APIClient().get(here).json()["drawing"])["name"] == "The Ring"
    assert client.delete(here).status_code == 204 and client.get(here).json()["listed"] is False
