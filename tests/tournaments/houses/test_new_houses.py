"""House dynasties in a world without a past: what they may do, and what is forgotten of them."""

import random
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from hypothesis import given
from hypothesis import strategies as st

from core import clock
from dynasty.models import Dynasty, Event, Offer
from dynasty.selectors import integrity as books
from dynasty.selectors import prices
from dynasty.services import chronicle, offers
from tests import factories
from tests.factories import again, born, found, proven
from tournaments.models import Tournament
from tournaments.services import house_players, lifecycle, retention
from tournaments.services.houses import betting, circuit, history, market

pytestmark = pytest.mark.django_db


def test_a_world_with_people_gets_no_past() -> None:
    found("Ming")
    assert history.play_history() == 0 and not Tournament.objects.exists()


def test_a_past_is_whole_or_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    fight, fought = history.fight, list[bool]()

    def break_off_after_two(moment: datetime, type: str) -> bool:
        if len(fought) == 2:
            raise KeyboardInterrupt
        fought.append(fight(moment, type))
        return fought[-1]

    with monkeypatch.context() as broken:
        broken.setattr(history, "fight", break_off_after_two)
        with pytest.raises(KeyboardInterrupt):
            history.play_history()
    assert fought == [True, True] and not Tournament.objects.exists() and not Dynasty.objects.exists()
    monkeypatch.setattr(history, "BATTLES", 2)
    assert history.play_history() == 2 and Tournament.objects.count() == 2


def test_the_clock_is_set_back_here_alone() -> None:
    moment = clock.now() - timedelta(days=9)
    with clock.set_back(moment):
        assert clock.now() == moment
    assert clock.now() > moment + timedelta(days=8)


def test_where_houses_cannot_stake_nothing_is_written() -> None:
    house_players.found_houses()
    honour = next(each for each in circuit.CIRCUITS if each.type == "honour")
    assert circuit.try_to_announce(honour, betting_seconds=0) is None
    assert not Tournament.objects.exists()


STOCKS = st.dictionaries(st.sampled_from(list(market.VALUES)), st.integers(0, 10**7))


@given(STOCKS, st.sampled_from(list(market.VALUES)))
def test_prices_stay_within_a_factor_of_two_and_fall_with_the_stock(stock: dict[str, int], asset: str) -> None:
    price = market.get_price(asset, stock)
    assert 0.5 <= price / market.VALUES[asset] <= 2
    assert market.get_price(asset, stock | {asset: 2 * stock.get(asset, 0) + 10}) <= price


@given(STOCKS, st.integers(0, 1_000))
def test_no_house_gives_more_than_a_quarter_or_below_its_price(stock: dict[str, int], seed: int) -> None:
    parts = market.choose_parts(stock, random.Random(seed))
    if parts is not None:
        ((given_asset, amount),), ((asked, price),) = parts[0].items(), parts[1].items()
        assert given_asset != asked and amount <= stock[given_asset] // 4
        assert price * market.get_price(asked, stock) >= amount * market.get_price(given_asset, stock)


def test_the_database_erases_no_event_of_a_person() -> None:
    event = Event.objects.filter(mentions__dynasty=found("Persons")).order_by("pk")[0]
    with pytest.raises(DatabaseError, match="is written once"), transaction.atomic():
        chronicle.erase_events_of_houses([event.pk])
    assert Event.objects.filter(pk=event.pk).exists()


def test_old_offers_among_houses_are_deleted_once_no_price_is_shown_of_them() -> None:
    one, two = (proven(factories.house(name)) for name in ("Oriel", "Quillon"))
    person = proven(found("Persons"))
    for taker in (two, person):
        offers.accept(offer=offers.create(dynasty=one, gives={"copper": 5}, asks={"silver": 1}), dynasty=taker)
    withdrawn = offers.create(dynasty=one, gives={"copper": 5}, asks={"silver": 1})
    offers.withdraw(offer=withdrawn, dynasty=one)
    stands = offers.create(dynasty=one, gives={"copper": 5}, asks={"silver": 1})
    with clock.freeze(clock.now() + timedelta(days=prices.DAYS, minutes=-1)):
        assert retention.forget_house_offers() == 0
    with clock.freeze(clock.now() + timedelta(days=prices.DAYS, minutes=1)):
        assert retention.forget_house_offers() == 2
    assert set(Offer.objects.values_list("taker__name", "code")) >= {(None, stands.code)}
    assert set(Offer.objects.values_list("taker__name", flat=True)) == {None, "Persons"}
    assert books.find_differences() == []


def test_a_house_takes_a_person_s_emperor_and_a_person_takes_one_of_a_house() -> None:
    tournament = factories.announce("conquer", seats=2, terms={"houses": True})
    ming, oriel = found("Ming"), factories.house("Oriel")
    livia, sunniva = born(ming, "Livia"), born(oriel, "Sunniva")
    factories.enter(tournament, livia, "a")
    factories.enter(tournament, sunniva, "b", player="random")
    lifecycle.start(tournament_id=tournament.pk)
    factories.play(tournament, {"a": "seize b"})
    assert again(sunniva).dynasty == ming and again(livia).dynasty == ming


def test_the_queries_of_a_tick_do_not_grow_with_offers_or_houses(
    django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        house = factories.house(f"House {chr(65 + number)}")
        factories.proven(house)
    ming = proven(found("Ming"))
    for _each in range(10):
        offers.create(dynasty=ming, gives={"copper": 100}, asks={"gold": 50})
    with django_assert_max_num_queries(12):  # of which some ask for the time
        assert market.accept_offer() == 0
    tournament = factories.announce("gift", terms={"betting": True})
    with django_assert_max_num_queries(5):
        assert len(betting.list_bettors(tournament, random.Random(1))) > 15
    monkeypatch.setattr(market.keys, "KEYS", {"dear": SimpleNamespace(price=(("gold", 10**9),))})
    with django_assert_max_num_queries(4):
        assert market.buy_key() == 0
