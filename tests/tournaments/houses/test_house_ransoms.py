"""House dynasties buy their captured emperors back, and offer those of people to where they were born."""

import pytest

from dynasty.models import Dynasty, Emperor, Offer
from dynasty.selectors import integrity
from dynasty.services import emperors, offers
from tests import factories
from tournaments.services.houses import market, ransoms

pytestmark = pytest.mark.django_db


def capture(home: Dynasty, captor: Dynasty, points: int = 30) -> Emperor:
    """Return an emperor of one dynasty that another one captured."""
    emperor = factories.born(home, "Bo", points)
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
