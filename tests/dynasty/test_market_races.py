"""Fifty at once: an offer is accepted by one, and offers never give more than there is."""

import pytest

from core.limits import OPEN_OFFERS
from dynasty.models import Captive, Engagement, Offer
from dynasty.selectors import integrity
from dynasty.services import emperors, key_shop, offers, treasury
from tests.dynasty.test_market import has, proven
from tests.dynasty.test_races import race

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.races]
CROWD = 50


@pytest.fixture
def giver(found):
    return proven(found())


def test_fifty_accept_and_one_has_it(giver, found) -> None:
    takers = [proven(found()) for _ in range(5)]
    offer = offers.create(dynasty=giver, gives={"gold": 100}, asks={"silver": 40})
    ends = race(lambda number: offers.accept(offer=offer, dynasty=takers[number % 5]), threads=CROWD)
    assert ends == {"ok": CROWD // 5, "offer_ended": CROWD - CROWD // 5}  # whoever has it is told so each time
    assert sorted(has(taker) for taker in takers) == [1_000] * 4 + [1_100]
    assert (has(giver), has(giver, "silver")) == (900, 5_040) and integrity.find_differences() == []


def test_accepting_or_withdrawing_but_not_both(giver, found) -> None:
    taker = proven(found())
    offer = offers.create(dynasty=giver, gives={"gold": 100}, asks={"silver": 40})
    acts = (lambda: offers.accept(offer=offer, dynasty=taker), lambda: offers.withdraw(offer=offer, dynasty=giver))
    ends = race(lambda number: acts[number % 2](), threads=16)
    assert ends == {"ok": 8, "offer_ended": 8}
    assert has(giver) + has(taker) == 2_000 and integrity.find_differences() == []


def test_an_emperor_is_bought_back_or_withdrawn(giver, found, born) -> None:
    home = proven(found())
    emperor = emperors.change_dynasty(emperor=born(home, fought=True), to=giver)
    offer = offers.create(dynasty=giver, gives={}, asks={"gold": 10}, emperor=emperor, to=home)
    acts = (
        lambda: offers.accept(offer=offer, dynasty=home),
        lambda: offers.withdraw(offer=offer, dynasty=giver),
    )
    race(lambda number: acts[number % 2](), threads=8)
    emperor.refresh_from_db()
    sold = Offer.objects.get().status == "accepted"
    assert (emperor.dynasty == home) == sold and has(home) == (990 if sold else 1_000)
    assert integrity.find_differences() == []


def test_an_emperor_is_offered_or_away(giver, found, born) -> None:
    emperor = emperors.change_dynasty(emperor=born(proven(found()), fought=True), to=giver)
    acts = (
        lambda: offers.create(dynasty=giver, gives={}, asks={"gold": 10}, emperor=emperor),
        lambda: emperors.engage(emperor=emperor, kind="entered", place="abc"),
    )
    race(lambda number: acts[number % 2](), threads=8)
    assert Captive.objects.filter(open=True).count() + Engagement.objects.count() == 1


def test_fifty_offers_never_give_more_than_there_is(giver) -> None:
    ends = race(lambda number: offers.create(dynasty=giver, gives={"gold": 100}, asks={"silver": 1}), threads=CROWD)
    assert ends == {"ok": 10, "not_enough": CROWD - 10}
    assert has(giver) == 0 and Offer.objects.count() == 10 and integrity.find_differences() == []


def test_fifty_offers_are_never_more_than_allowed(giver) -> None:
    ends = race(lambda number: offers.create(dynasty=giver, gives={"gold": 1}, asks={"silver": 1}), threads=CROWD)
    assert ends == {"ok": OPEN_OFFERS, "too_many_offers": CROWD - OPEN_OFFERS}
    assert has(giver) == 1_000 - OPEN_OFFERS and integrity.find_differences() == []


def test_one_request_is_one_offer_and_one_purchase(giver) -> None:
    data = {"dynasty": giver, "gives": {"gold": 1}, "asks": {"silver": 1}, "token": "once"}
    assert race(lambda number: offers.create(**data)) == {"ok": 8}
    assert race(lambda number: key_shop.buy_keys(dynasty=giver, name="iron", token="once")) == {"ok": 8}
    assert (has(giver), has(giver, "silver"), has(giver, "key:iron")) == (999, 4_750, 1)
    assert Offer.objects.count() == 1 and treasury.get_treasury("key:iron").balance == -1


def test_dynasties_that_trade_with_each_other_do_not_wait_for_ever(giver, found) -> None:
    other = proven(found())
    for number in range(8):
        offers.create(dynasty=giver, gives={"gold": 1 + number}, asks={"silver": 2})
        offers.create(dynasty=other, gives={"silver": 1 + number}, asks={"gold": 2})
    made = list(Offer.objects.order_by("pk"))
    ends = race(
        lambda number: offers.accept(offer=made[number], dynasty=other if made[number].giver_id == giver.pk else giver),
        threads=16,
    )
    assert ends == {"ok": 16} and has(giver) + has(other) == 2_000 and integrity.find_differences() == []
