"""The market's services: baskets change hands at once or not at all, and nothing is lost on the way."""

from datetime import timedelta

import pytest

from core import clock
from core.error_status import get_status
from core.errors import DomainError, UnknownPageError
from core.limits import OPEN_OFFERS
from dynasty.catalog import baskets
from dynasty.domain import event_types
from dynasty.models import Account, Dynasty, Event, Mention, Offer, StreamEvent, Transfer
from dynasty.selectors import integrity
from dynasty.selectors import offers as read
from dynasty.services import chronicle, key_shop, offers, treasury

pytestmark = pytest.mark.django_db


def proven(dynasty: Dynasty) -> Dynasty:
    """Return a dynasty with a serious battle behind it."""
    chronicle.record(
        key=f"fought:{dynasty.code}", kind="fought", public=True, at=clock.now(), mentions=[(dynasty, None)], facts={}
    )
    return dynasty


@pytest.fixture
def traders(found) -> list[Dynasty]:
    return [proven(found()) for _ in range(3)]


def has(dynasty: Dynasty, asset: str = "gold") -> int:
    return treasury.get_wallet(dynasty, asset).balance


def in_escrow() -> int:
    return sum(Account.objects.filter(purpose="escrow").values_list("balance", flat=True))


def error_code(act, **data) -> str:
    """Return the code of a refusal, after which nothing may have been written."""
    before = (Transfer.objects.count(), Offer.objects.count(), Event.objects.count(), StreamEvent.objects.count())
    with pytest.raises(DomainError) as error:
        act(**data)
    assert str(error.value)
    after = (Transfer.objects.count(), Offer.objects.count(), Event.objects.count(), StreamEvent.objects.count())
    assert before == after
    return error.value.code


def test_an_offer_is_accepted(traders) -> None:
    giver, taker, _other = traders
    key_shop.buy_keys(dynasty=taker, name="iron")
    offer = offers.create(dynasty=giver, gives={"gold": 100, "copper": 5}, asks={"silver": 40, "key:iron": 1})
    assert (has(giver), has(giver, "copper"), in_escrow()) == (900, 19_995, 105)
    ended = offers.accept(offer=offer, dynasty=taker)
    assert (ended.status, ended.taker) == ("accepted", taker)
    assert (has(giver), has(giver, "silver"), has(giver, "key:iron")) == (900, 5_040, 1)
    assert (has(taker), has(taker, "copper"), has(taker, "silver")) == (1_100, 20_005, 5_000 - 250 - 40)
    assert not in_escrow() and integrity.find_differences() == []


def test_accepting_twice_is_accepting_once(traders) -> None:
    giver, taker, other = traders
    offer = offers.create(dynasty=giver, gives={"gold": 100}, asks={"silver": 40})
    offers.accept(offer=offer, dynasty=taker)
    offers.accept(offer=offer, dynasty=taker)
    assert has(taker) == 1_100
    assert error_code(offers.accept, offer=offer, dynasty=other) == "offer_ended"
    assert error_code(offers.withdraw, offer=offer, dynasty=giver) == "offer_ended"


def test_an_offer_is_withdrawn(traders) -> None:
    giver, taker, _other = traders
    offer = offers.create(dynasty=giver, gives={"gold": 1_000}, asks={"silver": 40})
    assert error_code(offers.withdraw, offer=offer, dynasty=taker) == "not_yours"
    for _ in range(2):
        assert offers.withdraw(offer=offer, dynasty=giver).status == "withdrawn"
    assert has(giver) == 1_000 and not in_escrow()
    assert error_code(offers.accept, offer=offer, dynasty=taker) == "offer_ended"
    assert integrity.find_differences() == []


def test_an_offer_lapses(traders, at) -> None:
    giver, taker, _other = traders
    at(2030, 1, 1)
    offer = offers.create(dynasty=giver, gives={"gold": 1_000}, asks={"silver": 40})
    at(2030, 1, 7)
    assert offers.lapse_due() == 0 and not offers.lapse(offer.pk)
    at(2030, 1, 8)
    assert error_code(offers.accept, offer=offer, dynasty=taker) == "offer_ended"
    assert error_code(offers.withdraw, offer=offer, dynasty=giver) == "offer_ended"
    assert (offers.lapse_due(), offers.lapse_due()) == (1, 0)
    offer.refresh_from_db()
    assert offer.status == "lapsed" and has(giver) == 1_000 and not in_escrow()


def test_one_that_cannot_lapse_does_not_keep_the_others(traders, at, monkeypatch) -> None:
    at(2030, 1, 1)
    made = [offers.create(dynasty=giver, gives={"gold": 1}, asks={"silver": 40}) for giver in traders]
    at(2030, 1, 9)
    real = offers.refund
    monkeypatch.setattr(offers, "refund", lambda row, *rest: real(row, *rest) if row.pk != made[0].pk else 1 / 0)
    assert offers.lapse_due() == 2
    assert Offer.objects.filter(status="open").get() == made[0]


def test_the_world_lets_them_lapse(traders, at, monkeypatch) -> None:
    from tournaments import tasks

    at(2030, 1, 1)
    offers.create(dynasty=traders[0], gives={"gold": 1}, asks={"silver": 40})
    at(2030, 1, 9)
    monkeypatch.setattr(tasks.world, "tend", lambda: {"founded": 12})
    done = tasks.tend_world()
    assert (done["founded"], done["lapsed"]) == (12, 1)


@pytest.mark.parametrize(
    ("gives", "asks", "code"),
    [
        ({}, {"gold": 1}, "empty_basket"),
        ({"gold": 1}, {}, "empty_basket"),
        ({"gold": 1}, {"gold": 2}, "asset_on_both_sides"),
        ({"reputation": 1}, {"gold": 2}, "unknown_asset"),
        ({"gold": 1}, {"key:nowhere": 2}, "unknown_asset"),
        ({"gold": 0}, {"silver": 2}, "bad_amount"),
        ({"gold": -1}, {"silver": 2}, "bad_amount"),
        ({"gold": True}, {"silver": 2}, "bad_amount"),
        ({"gold": 1}, {"silver": 10**12 + 1}, "bad_amount"),
        ({"gold": 1_001}, {"silver": 1}, "not_enough"),
        ({"gold": 1, "ruby": 1}, {"silver": 1}, "not_enough"),
    ],
)
def test_baskets_that_cannot_be(traders, gives, asks, code) -> None:
    assert error_code(offers.create, dynasty=traders[0], gives=gives, asks=asks) == code
    assert has(traders[0]) == 1_000 and not in_escrow()


def test_who_may_not_trade(traders, found, house) -> None:
    giver, taker, other = traders
    young, data = found(), {"gives": {"gold": 1}, "asks": {"silver": 1}}
    assert error_code(offers.create, dynasty=young, **data) == "never_fought"
    assert error_code(offers.create, dynasty=house, **data) == "never_fought"
    assert error_code(offers.create, dynasty=giver, to=house, **data) == "house_dynasty"
    assert error_code(offers.create, dynasty=giver, to=giver, **data) == "offer_to_yourself"
    open_to_all, to_one = offers.create(dynasty=giver, **data), offers.create(dynasty=giver, to=taker, **data)
    assert error_code(offers.accept, offer=open_to_all, dynasty=young) == "never_fought"
    assert error_code(offers.accept, offer=open_to_all, dynasty=house) == "never_fought"
    assert error_code(offers.accept, offer=open_to_all, dynasty=giver) == "offer_to_yourself"
    assert error_code(offers.accept, offer=to_one, dynasty=other) == "no_such_offer"
    assert {get_status(code) for code in ("never_fought", "house_dynasty")} == {403}
    assert (get_status("offer_ended"), get_status("no_such_offer"), get_status("empty_basket")) == (409, 404, 422)


def test_who_cannot_pay_cannot_accept(traders) -> None:
    giver, taker, _other = traders
    offer = offers.create(dynasty=giver, gives={"gold": 1}, asks={"silver": 5_000, "copper": 20_001})
    assert error_code(offers.accept, offer=offer, dynasty=taker) == "not_enough"
    assert has(taker, "silver") == 5_000


def test_a_dynasty_has_so_many_open_offers(traders) -> None:
    data = {"dynasty": traders[0], "gives": {"gold": 1}, "asks": {"silver": 1}}
    made = [offers.create(**data) for _ in range(OPEN_OFFERS)]
    assert error_code(offers.create, **data) == "too_many_offers"
    offers.withdraw(offer=made[3], dynasty=traders[0])
    offers.create(**data)


def test_a_request_sent_twice_is_one_offer(traders) -> None:
    data = {"dynasty": traders[0], "gives": {"gold": 10}, "asks": {"silver": 1}, "token": "my-wish"}
    assert offers.create(**data) == offers.create(**data)
    assert has(traders[0]) == 990
    assert error_code(offers.create, **data | {"asks": {"silver": 2}}) == "key_reused"
    assert offers.create(**data | {"dynasty": traders[1]}).giver == traders[1]


def test_both_sides_are_told_and_nobody_else(traders) -> None:
    giver, taker, other = traders
    offer = offers.create(dynasty=giver, gives={"gold": 1, "silver": 2}, asks={"copper": 3}, to=taker)
    offers.accept(offer=offer, dynasty=taker)
    mentions = Mention.objects.filter(kind="offer").order_by("pk").values_list("dynasty__code", "public")
    assert list(mentions) == [(giver.code, False), (taker.code, False)] * 2
    sentences = [
        event_types.format_sentence(event.kind, event.facts)
        for event in Event.objects.filter(kind="offer").order_by("at")
    ]
    assert sentences[0] == f"{giver.name} offered {taker.name}: 1 gold coin and 2 silver coins for 3 copper coins."
    assert sentences[1].startswith(f"{taker.name} accepted the offer of {giver.name}: ")
    for side in (giver, taker):
        events = StreamEvent.objects.filter(stream__name=f"dynasty:{side.code}", type="offer").order_by("number")
        assert [event.body["status"] for event in events] == ["open", "accepted"]
        assert {event.body["own"] for event in events} == {side == giver}
    assert not StreamEvent.objects.filter(stream__name=f"dynasty:{other.code}").exists()


def test_every_end_has_its_sentence(traders, at) -> None:
    at(2030, 1, 1)
    first, second = (offers.create(dynasty=traders[0], gives={"gold": 1}, asks={"key:iron": 2}) for _ in range(2))
    offers.withdraw(offer=first, dynasty=traders[0])
    at(2030, 1, 9)
    offers.lapse(second.pk)
    events = {event_types.format_sentence("offer", event.facts) for event in Event.objects.filter(kind="offer")}
    name, basket = traders[0].name, "1 gold coin for 2 keys “Iron Gate”."
    assert events == {
        f"{name} offered on the market: {basket}",
        f"{name} withdrew an offer: {basket}",
        f"An offer from {name} lapsed: {basket}",
    }


def test_what_the_market_shows(traders) -> None:
    giver, taker, other = traders
    everybody = offers.create(dynasty=giver, gives={"gold": 1}, asks={"silver": 1})
    alone = offers.create(dynasty=giver, gives={"copper": 1}, asks={"silver": 9_000}, to=taker)
    now = clock.now()
    assert [shown.offer for shown in read.get_open_page(taker, now).offers] == [everybody]
    assert [shown.offer for shown in read.get_open_page(None, now, gives="gold", asks="silver").offers] == [everybody]
    assert read.get_open_page(None, now, gives="copper").offers == []
    [shown] = read.get_received_page(taker, now).offers
    assert shown.offer == alone and shown.for_reader and [part.asset for part in shown.lacking] == ["silver"]
    assert [shown.own for shown in read.get_own_page(giver).offers] == [True, True]
    found = {reader and reader.pk: bool(read.find_offer(alone.code, reader)) for reader in (None, giver, taker, other)}
    assert found == {None: False, giver.pk: True, taker.pk: True, other.pk: False}
    assert read.get_open_page(None, now + timedelta(days=8)).offers == []
    offers.accept(offer=everybody, dynasty=taker)
    assert read.find_offer(everybody.code, other) is None and read.find_offer(everybody.code, taker)


def test_pages_of_offers_end_where_the_next_begins(traders, monkeypatch) -> None:
    monkeypatch.setattr(read, "PAGE_SIZE", 2)
    made = [offers.create(dynasty=traders[0], gives={"gold": 1}, asks={"silver": 1}) for _ in range(5)]
    collected, cursor = [], ""
    while cursor is not None:
        page = read.get_own_page(traders[0], cursor)
        collected += [shown.offer for shown in page.offers]
        cursor = page.next
    assert collected == made[::-1]
    for nonsense in ("x", "MjAyNnx4", "///", "é"):
        with pytest.raises(UnknownPageError):
            read.get_own_page(traders[0], nonsense)


def test_keys_are_bought(found, house) -> None:
    dynasty = found()
    for _ in range(2):
        key_shop.buy_keys(dynasty=dynasty, name="jade", count=2, token="once")
    assert (has(dynasty, "key:jade"), has(dynasty, "silver"), has(dynasty, "copper")) == (2, 3_000, 18_000)
    assert error_code(key_shop.buy_keys, dynasty=dynasty, name="jade", count=3, token="once") == "key_reused"
    assert error_code(key_shop.buy_keys, dynasty=dynasty, name="nowhere") == "no_such_key"
    assert error_code(key_shop.buy_keys, dynasty=dynasty, name="jade", count=0) == "bad_amount"
    assert error_code(key_shop.buy_keys, dynasty=dynasty, name="throne", count=3) == "not_enough"
    key_shop.buy_keys(dynasty=house, name="jade")
    assert treasury.get_treasury("key:jade").balance == -3 and integrity.find_differences() == []


def test_books_miss_what_an_offer_should_hold(traders) -> None:
    offer = offers.create(dynasty=traders[0], gives={"gold": 7}, asks={"silver": 1})
    Offer.objects.filter(pk=offer.pk).update(status="lapsed", ended_at=clock.now())
    [difference] = integrity.find_differences()
    assert (difference.what, difference.stored, difference.proved) == (f"escrow offer:{offer.code} of gold", 7, 0)


def test_baskets_have_one_order() -> None:
    assert baskets.parse({"key:iron": 1, "silver": 2, "gold": 3}) == (("gold", 3), ("silver", 2), ("key:iron", 1))
    assert baskets.format_basket({"gold": 1_000}) == "1,000 gold coins"
    assert baskets.format_basket({"gold": 1, "ruby": 2, "key:iron": 1}) == "1 gold coin, 2 rubies and 1 key “Iron Gate”"
    assert baskets.format_basket({}) == ""
