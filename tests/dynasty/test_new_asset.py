"""An asset is one record: an eleventh one is owned, offered and shown without other changes."""

import pytest
from django.test import Client
from django.utils.translation import gettext_lazy, ngettext_lazy

from dynasty.catalog import baskets
from dynasty.catalog.assets import ASSETS, Asset
from dynasty.services import offers
from tests.factories import books_balance, endow, found, gold, proven

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def an_eleventh_asset(monkeypatch: pytest.MonkeyPatch) -> None:
    pearls = Asset("gemstones", gettext_lazy("pearls"), ngettext_lazy("pearl", "pearls"))
    monkeypatch.setitem(ASSETS, "pearl", pearls)
    monkeypatch.setattr(baskets, "ORDER", ("pearl", *baskets.ORDER))  # made of the records when the site starts


def test_it_is_owned_traded_and_shown() -> None:
    giver, taker = proven(found("Giver")), proven(found("Taker"))
    endow(giver, "pearl", 5)
    offer = offers.create(dynasty=giver, gives={"pearl": 3}, asks={"gold": 10})
    page = Client().get("/market/").content.decode()
    assert "3 pearls" in page
    offers.accept(offer=offer, dynasty=taker)
    assert (gold(giver, "pearl"), gold(taker, "pearl")) == (2, 3) and books_balance()
