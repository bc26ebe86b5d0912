"""Portraits: drawn from parts, always the same for the same emperor, with what battles left; chosen by the owner."""

import random
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from core import clock
from core.errors import DomainError
from dynasty.catalog import emblems, portraits
from dynasty.catalog.portraits import PARTS, Marks
from dynasty.models import BattleResult, Dynasty, Emperor
from dynasty.selectors import portraits as selected
from dynasty.services import emperors
from tests.factories import born, found

pytestmark = pytest.mark.django_db
EVERY_OPTION = [(part, option) for part, options in PARTS.items() for option in options]
ALL = Marks(battles=50, champion=True, king_slayer=True, survivor=True, captured=True, dead=True)


@pytest.fixture
def ming(db: None) -> Dynasty:
    return found("Ming")


@pytest.fixture
def livia(ming: Dynasty) -> Emperor:
    return born(ming, "Livia")


def add_result(emperor: Emperor, **fields: Any) -> None:
    plain: dict[str, Any] = {
        "place": f"p{BattleResult.objects.count()}",
        "seat": "a",
        "at": clock.now(),
        "type": "death",
        "game": "emperors",
        "field": "duel-2",
        "ending": "last",
        "seats": 2,
        "rounds": 3,
        "result": "won",
        "reputation": 0,
        "orders": 3,
        "missed": 0,
    }
    BattleResult.objects.create(dynasty=emperor.dynasty, emperor=emperor, **plain | fields)


@pytest.mark.parametrize(("part", "option"), EVERY_OPTION)
def test_every_part_is_drawn_and_named(part: str, option: str) -> None:
    parts = portraits.choose_default("somebody", "o") | {part: option}
    drawing = portraits.draw(parts, emblems.DEFAULT, ALL)
    root = ElementTree.fromstring(drawing)
    assert root.tag.endswith("svg") and "{" not in drawing
    assert not [word for word in ("style", "script", "class=", "href") if word in drawing]
    assert str(PARTS[part][option].name) in portraits.describe(parts)


def test_portraits_are_light_and_differ() -> None:
    luck = random.Random(5)
    drawn = [portraits.draw(portraits.choose_default(f"c{n}", "o"), emblems.pick_random(luck), ALL) for n in range(60)]
    assert len(set(drawn)) == 60 and max(map(len, drawn)) < 12_000
    assert portraits.choose_default("abc", "m") == portraits.choose_default("abc", "m")


def test_marks_are_earned_by_what_happened_alone(livia: Emperor) -> None:
    assert selected.get_marks(livia) == Marks()
    add_result(livia, seats=8, result="survived")
    add_result(livia, kills=1)
    add_result(livia, captor="b", fate="unharmed", result="fell")
    assert selected.get_marks(livia) == Marks(battles=3, king_slayer=True, survivor=True, captured=True)
    add_result(born(livia.dynasty, "Other"), seats=8, kills=2)
    assert len(portraits.list_marks(selected.get_marks(livia))) == 3


def test_whoever_fell_among_eight_and_died_of_it_has_no_such_marks(livia: Emperor) -> None:
    add_result(livia, seats=8, captor="b", fate="dies", result="fell")
    assert selected.get_marks(livia) == Marks(battles=1)


def test_a_halo_is_for_those_who_were_there_when_their_dynasty_became_champion(ming: Dynasty) -> None:
    livia = born(ming, "Livia", 10)
    with clock.freeze(clock.now() + timedelta(hours=1)):
        later = born(ming, "Later")
        assert [selected.get_marks(each).champion for each in (livia, later)] == [True, False]
        emperors.change_dynasty(emperor=livia, to=found("Qing"))
        assert selected.get_marks(livia).champion


def test_the_owner_chooses_the_parts_when_raising_and_later(client: Client, ming: Dynasty) -> None:
    client.force_login(ming.user)
    born_now = {"name": "Livia", "gender": "w", "birth_date": "1400-05-01", "crown": "rays"}
    assert client.post(reverse("court"), born_now).status_code == 302
    livia = Emperor.objects.get()
    assert selected.get_parts(livia)["crown"] == "rays"
    page, version = reverse("portrait", args=[livia.code]), selected.get_version(livia)
    parts = selected.get_parts(livia) | {"crown": "turban", "robe": "armour"}
    assert "turban" in client.get(page, parts).content.decode()
    assert client.post(page, parts | {"preview": "1"}).status_code == 200
    livia.refresh_from_db()
    assert selected.get_version(livia) == version, "a preview changes nothing"
    assert client.post(page, parts).status_code == 302
    livia.refresh_from_db()
    assert selected.get_parts(livia) == parts and selected.get_version(livia) != version
    assert client.post(page, parts | {"crown": "halo"}).status_code == 422
    picture = client.get(reverse("emperor_portrait", args=[livia.code]))
    assert picture["Content-Type"] == "image/svg+xml" and ElementTree.fromstring(picture.content) is not None


def test_others_and_the_dead_have_no_page_to_choose(client: Client, ming: Dynasty, livia: Emperor) -> None:
    page = reverse("portrait", args=[livia.code])
    client.force_login(found("Qing").user)
    assert client.get(page).status_code == 404
    Emperor.objects.filter(pk=livia.pk).update(died_at=clock.now())
    client.force_login(ming.user)
    assert client.get(page).status_code == 404
    with pytest.raises(DomainError) as error:
        emperors.choose_portrait(emperor=livia, portrait=selected.get_parts(livia))
    assert error.value.code == "dead"


def test_parts_that_nobody_offers_any_more_are_drawn_as_if_none_were_chosen(livia: Emperor) -> None:
    Emperor.objects.filter(pk=livia.pk).update(portrait={"crown": "of before"})
    livia.refresh_from_db()
    assert selected.get_parts(livia) == portraits.choose_default(livia.code, livia.gender)


def test_a_picture_is_kept_for_a_year_under_the_address_of_its_look_alone(client: Client, livia: Emperor) -> None:
    address = reverse("emperor_portrait", args=[livia.code])
    now, before = selected.get_version(livia), "0ld"
    kept = {version: client.get(f"{address}?v={version}")["Cache-Control"] for version in (now, before)}
    assert kept[now] == "public, max-age=31536000, immutable"
    assert kept[before] == client.get(address)["Cache-Control"] == "public, max-age=300"


def test_pages_show_portraits(client: Client, ming: Dynasty, livia: Emperor) -> None:
    add_result(livia, kills=1)
    address = reverse("emperor_portrait", args=[livia.code])
    client.force_login(ming.user)
    pages = [
        reverse("emperor", args=[livia.code]),
        reverse("court"),
        reverse("dynasty", args=[ming.code]),
        reverse("dynasty_family", args=[ming.code]),
        reverse("retire", args=[livia.code]),
    ]
    for page in pages:
        assert address in client.get(page).content.decode(), page
    assert str(portraits.MARKS["king_slayer"]) in client.get(pages[0]).content.decode()
