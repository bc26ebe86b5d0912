"""An asset is one record: an eleventh one is granted, owned, traded and shown without other changes."""

import pytest
from django.test import Client
from django.utils.translation import gettext_lazy, ngettext_lazy
from rest_framework.test import APIClient

from core.errors import DomainError
from dynasty.catalog.assets import ASSETS, Asset
from dynasty.models import Dynasty
from dynasty.services import offers
from tests.factories import books_balance, found, gold, proven

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def an_eleventh_asset(monkeypatch: pytest.MonkeyPatch) -> None:
    pearls = Asset("gemstones", gettext_lazy("pearls"), ngettext_lazy("pearl", "pearls"), grant=5)
    monkeypatch.setitem(ASSETS, "pearl", pearls)


def log_in(dynasty: Dynasty) -> tuple[Client, APIClient]:
    browser, program = Client(), APIClient()
    assert dynasty.user
    browser.force_login(dynasty.user)
    program.force_authenticate(dynasty.user)
    return browser, program


def test_a_new_dynasty_gets_it() -> None:
    dynasty = found("Founder")
    assert gold(dynasty, "pearl") == 5 and books_balance()
    browser, program = log_in(dynasty)
    page = browser.get("/court/wealth/").content.decode()
    assert "pearls" in page and 'value="pearl"' in page
    assert {"asset": "pearl", "amount": 5} in program.get("/api/v1/court/").json()["wealth"]
    rows = program.get("/api/v1/court/transfers/?asset=pearl").json()["rows"]
    assert [(row["amount"], row["cause"]) for row in rows] == [(5, "founding")]


def test_it_is_offered_and_traded_on_the_page() -> None:
    giver, taker = proven(found("Giver")), proven(found("Taker"))
    browser, _program = log_in(giver)
    assert browser.post("/market/new/", {"gives-pearl": "3", "asks-gold": "10"}).status_code == 302
    assert "3 pearls" in Client().get("/market/?gives=pearl").content.decode()
    assert "3 pearls" not in Client().get("/market/?asks=pearl").content.decode()
    offers.accept(offer=giver.offers.get(), dynasty=taker)
    assert (gold(giver, "pearl"), gold(taker, "pearl")) == (2, 8) and books_balance()


def test_it_is_offered_and_traded_by_programs() -> None:
    giver, taker = proven(found("Giver")), proven(found("Taker"))
    _browser, program = log_in(giver)
    answer = program.post("/api/v1/market/offers/", {"gives": {"pearl": 4}, "asks": {"gold": 1}}, format="json")
    assert answer.status_code == 201 and answer.json()["gives"] == {"pearl": 4}
    _browser, other = log_in(taker)
    found_by_filter = other.get("/api/v1/market/offers/?gives=pearl").json()["offers"]
    assert [each["code"] for each in found_by_filter] == [answer.json()["code"]]
    assert other.post(f"/api/v1/market/offers/{answer.json()['code']}/accept/").status_code == 200
    assert (gold(giver, "pearl"), gold(taker, "pearl")) == (1, 9) and books_balance()


def test_the_treasury_publishes_it() -> None:
    found("Founder")
    (sheet,) = [each for each in Client().get("/api/v1/treasury/").json()["sheets"] if each["asset"] == "pearl"]
    assert (sheet["minted"], sheet["held"], sheet["treasury"], sheet["sum"]) == (5, 5, -5, 0)
    assert "pearls" in Client().get("/treasury/").content.decode()


def test_an_asset_without_record_is_refused() -> None:
    giver = proven(found("Giver"))
    with pytest.raises(DomainError) as error:
        offers.create(dynasty=giver, gives={"shell": 1}, asks={"gold": 1})
    assert error.value.code == "unknown_asset"
