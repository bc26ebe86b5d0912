"""Regalia: bought once and for good, seen on the emblem, proved by the books; prices that keep gemstones level."""

from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from core.errors import DomainError
from dynasty.catalog import assets, emblems, regalia
from dynasty.catalog.price_pairs import REFERENCE, SURCHARGE
from dynasty.models import Account, Dynasty, Transfer
from dynasty.selectors import integrity
from dynasty.services import account_deletion, founding, regalia_shop
from tests.factories import endow, found
from tournaments.domain import world_seed

pytestmark = pytest.mark.django_db


def has(dynasty: Dynasty, asset: str) -> int:
    return Account.objects.get(purpose="wallet", dynasty=dynasty, asset=asset).balance


def wear(dynasty: Dynasty) -> list[str]:
    dynasty.refresh_from_db()
    return regalia.list_worn(dynasty.emblem)


@pytest.mark.parametrize("name", regalia.REGALIA)
def test_every_piece_is_drawn_around_the_shield(name: str) -> None:
    bare, dressed = emblems.draw(emblems.DEFAULT), emblems.draw({**emblems.DEFAULT, regalia.KEY: [name]})
    ElementTree.fromstring(dressed)
    assert len(dressed) > len(bare) and 'viewBox="0 0 64 72"' in bare and regalia.BOX in dressed
    assert str(regalia.REGALIA[name].title) in emblems.describe({**emblems.DEFAULT, regalia.KEY: [name]})


def test_prices_are_level() -> None:
    """Compare prices: in gold coins a piece costs a quarter more, and each gemstone and metal has a piece."""
    assert {piece.price[0] for piece in regalia.REGALIA.values()} == set(assets.ASSETS) - {"gold", "silver", "copper"}
    for piece in regalia.REGALIA.values():
        asset, amount = piece.price
        paid, worth = piece.prices["gold"] * REFERENCE["gold"], amount * REFERENCE[asset]
        assert paid == pytest.approx(worth * SURCHARGE, rel=0.02)


def test_all_assets_come_into_the_world_and_prizes_are_worth_alike() -> None:
    given = {asset for prize in world_seed.PRIZES for asset in prize} | set(assets.get_grants())
    assert given == set(assets.ASSETS)
    values = REFERENCE | {"silver": 4, "copper": 1}
    worths = sorted(sum(values[asset] * amount for asset, amount in prize.items()) for prize in world_seed.PRIZES)
    assert worths[-2] <= 4 * worths[0]


def test_a_piece_is_paid_for_once_worn_for_good_and_proved() -> None:
    ming = found("Ming")
    endow(ming, "ruby", 10)
    regalia_shop.buy_piece(dynasty=ming, piece="rubies", asset="ruby")
    regalia_shop.buy_piece(dynasty=ming, piece="rubies", asset="gold")
    regalia_shop.buy_piece(dynasty=ming, piece="ribbon", asset="gold")
    assert (has(ming, "ruby"), has(ming, "gold"), wear(ming)) == (2, 550, ["rubies", "ribbon"])
    assert Transfer.objects.filter(cause="regalia").count() == 2 and integrity.find_differences() == []


@pytest.mark.parametrize(
    ("piece", "asset", "code"),
    [("halo", "gold", "no_such_regalia"), ("crown", "ruby", "no_such_price"), ("crown", "diamond", "not_enough")],
)
def test_what_cannot_be_bought(piece: str, asset: str, code: str) -> None:
    ming = found("Ming")
    with pytest.raises(DomainError) as refused:
        regalia_shop.buy_piece(dynasty=ming, piece=piece, asset=asset)
    assert refused.value.code == code and wear(ming) == [] and integrity.find_differences() == []


def test_the_books_find_what_was_not_paid_for_and_what_is_not_worn() -> None:
    ming, qing = found("Ming"), found("Qing")
    regalia_shop.buy_piece(dynasty=ming, piece="rubies", asset="gold")
    Dynasty.objects.filter(pk=qing.pk).update(emblem={**qing.emblem, regalia.KEY: ["crown"]})
    Dynasty.objects.filter(pk=ming.pk).update(emblem=emblems.DEFAULT)
    differences = {each.what: (each.stored, each.proved) for each in integrity.find_differences()}
    assert differences == {f"regalia {qing.code} crown": (1, 0), f"regalia {ming.code} rubies": (0, 1)}


def test_nobody_founds_with_regalia_and_who_leaves_has_none() -> None:
    ming = found("Ming")
    fields = founding.clean_fields("A name", "", {**emblems.DEFAULT, regalia.KEY: ["crown"]})
    assert regalia.KEY not in fields["emblem"]
    regalia_shop.buy_piece(dynasty=ming, piece="rubies", asset="gold")
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    assert wear(ming) == [] and integrity.find_differences() == []


def test_the_shelf_the_question_and_the_dynastys_page(client: Client) -> None:
    ming = found("Ming")
    assert "Log in to buy" in client.get("/market/regalia/").content.decode()
    client.force_login(ming.user)
    page = client.get("/market/regalia/rubies/").content.decode()
    assert "can’t be sold, taken off or given back" in page and "Buy it for 450 gold coins" in page
    assert wear(ming) == [], "looking buys nothing"
    assert client.post("/market/regalia/crown/", {"asset": "diamond"}).status_code == 409
    answer = client.post("/market/regalia/rubies/", {"asset": "gold"})
    assert answer.headers["Location"] == f"/dynasty/{ming.code}/"
    assert "Four rubies" in client.get(f"/dynasty/{ming.code}/").content.decode()
    assert "on your emblem already" in client.get("/market/regalia/rubies/").content.decode()
    assert client.get("/market/regalia/halo/").status_code == 404


def test_by_the_api(client: Client) -> None:
    ming = found("Ming")
    shelf: list[dict[str, Any]] = client.get("/api/v1/market/regalia/").json()
    assert {each["name"]: each["prices"] for each in shelf}["rubies"] == {"ruby": 8, "gold": 450}
    client.force_login(ming.user)
    for asset, status in (("ruby", 409), ("gold", 204)):
        body = {"name": "rubies", "asset": asset}
        answer = client.post("/api/v1/market/regalia/", body, content_type="application/json")
        assert answer.status_code == status
    assert client.get(f"/api/v1/dynasties/{ming.code}/").json()["emblem"]["regalia"] == ["rubies"]
