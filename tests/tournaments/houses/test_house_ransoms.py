"""House dynasties buy their captured emperors back, and offer those of people to where they were born."""

import pytest

from dynasty.models import Captive, Dynasty, Emperor, Offer
from dynasty.selectors import integrity
from dynasty.services import emperors, offers
from tests import factories
from tournaments.services.houses import market, ransoms

pytestmark = pytest.mark.django_db


def capture(home: Dynasty, captor: Dynasty, points: int = 30, name: str = "Bo") -> Emperor:
    """Return an emperor of one dynasty that another one captured."""
    emperor = factories.born(home, name, points)
    Emperor.objects.filter(pk=emperor.pk).update(fought_at=home.founded_at)
    return emperors.change_dynasty(emperor=emperor, to=captor, place="abc", title="The Pass", round=4)


@pytest.fixture
def house(db: None) -> Dynasty:
    return factories.proven(factories.house("Oriel"))


@pytest.fixture
def person(db: None) -> Dynasty:
    return factories.proven(factories.found("Ming"))


def test_a_house_offers_a_captured_emperor_to_its_house_of_birth_once(house: Dynasty, person: Dynasty) -> None:
    emperor = capture(person, house)
    assert (ransoms.trade(), ransoms.trade()) == (1, 0)
    offer = Offer.objects.get()
    assert (offer.giver, offer.to, market.withdraw_old()) == (house, person, 0)
    assert [(part.asset, part.amount) for part in offer.parts.all()] == [("gold", 150)]
    offers.accept(offer=offer, dynasty=person)
    emperor.refresh_from_db()
    assert emperor.dynasty == person and integrity.find_differences() == []


def test_an_emperor_that_cannot_be_offered_keeps_no_other_waiting(house: Dynasty, person: Dynasty) -> None:
    capture(person, factories.house("Quillon"))  # which never fought, so that its offers are refused
    other = capture(factories.proven(factories.found("Qing")), house)
    assert (ransoms.trade(), ransoms.trade()) == (1, 0)
    assert Captive.objects.get().emperor == other


def test_dear_offers_keep_no_fair_one_waiting(house: Dynasty, person: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("An", "Bo", "Cai"):
        offers.create(dynasty=person, gives={}, asks={"copper": 90_000}, emperor=capture(house, person, name=name))
    fair = capture(house, person, name="Dai")
    offers.create(dynasty=person, gives={}, asks={"copper": 1_000}, emperor=fair)
    monkeypatch.setattr(ransoms, "BATCH_SIZE", 3)
    assert sum(ransoms.trade() for _run in range(40)) == 1
    fair.refresh_from_db()
    assert fair.dynasty == house


def test_a_house_buys_its_own_back_at_a_fair_price(house: Dynasty, person: Dynasty) -> None:
    emperor = capture(house, person)
    dear = offers.create(dynasty=person, gives={}, asks={"copper": 10_000}, emperor=emperor)
    assert ransoms.trade() == 0
    offers.withdraw(offer=dear, dynasty=person)
    offers.create(dynasty=person, gives={}, asks={"copper": 1_000}, emperor=emperor)
    assert (ransoms.trade(), ransoms.trade()) == (1, 0)
    emperor.refresh_from_db()
    assert emperor.dynasty == house and integrity.find_differences() == []


def test_a_house_buys_no_stranger(house: Dynasty, person: Dynasty) -> None:
    other = factories.proven(factories.found("Qing"))
    offers.create(dynasty=person, gives={}, asks={"copper": 1}, emperor=capture(other, person))
    assert ransoms.trade() == 0 and market.accept_offer() == 0
