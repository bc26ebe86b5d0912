"""The pages and the API of the market, of wealth and of the treasury's books."""

import csv
import io
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from rest_framework.test import APIClient

from core import clock
from core.errors import UnknownPageError
from dynasty.models import Account, Dynasty, Offer, Transfer, TreasuryDay
from dynasty.selectors import transfers
from dynasty.selectors import treasury as ledger
from dynasty.services import chronicle, key_shop, offers, treasury

pytestmark = pytest.mark.django_db
MAX_QUERIES = 15
ROOT = "/api/v1"


def proven(dynasty: Dynasty) -> Dynasty:
    chronicle.record(
        key=f"fought:{dynasty.code}", kind="fought", public=True, at=clock.now(), mentions=[(dynasty, None)], facts={}
    )
    return dynasty


def reader(dynasty: Dynasty) -> Client:
    client = Client()
    client.force_login(dynasty.user)
    return client


@pytest.fixture
def mine(found) -> Dynasty:
    return proven(found())


@pytest.fixture
def theirs(found) -> Dynasty:
    return proven(found("The Jade Court"))


@pytest.fixture
def busy(mine, theirs, at) -> list[Offer]:
    """Return a market with more than a page of offers, one of them to this reader alone."""
    at(2030, 1, 1)
    key_shop.buy_keys(dynasty=theirs, name="iron", count=2)
    made = [offers.create(dynasty=theirs, gives={"gold": 1, "key:iron": 1}, asks={"silver": 5}, to=mine)]
    for number in range(19):
        at(2030, 1, 1, 0, number)
        made.append(offers.create(dynasty=theirs, gives={"copper": 1 + number}, asks={"gold": 2}))
        made.append(offers.create(dynasty=mine, gives={"silver": 1}, asks={"copper": 2, "ruby": 1}))
    return made


def pages(offer: Offer) -> list[str]:
    own = ["market_own", "market_compose", "market_keys", "treasury", "wealth"]
    filtered = reverse("market") + "?gives=copper&asks=gold"
    return [reverse("market"), filtered, *map(reverse, own), reverse("market_offer", args=[offer.code])]


def test_pages_open_with_few_queries(mine, busy, django_assert_max_num_queries) -> None:
    client = reader(mine)
    for page in pages(busy[0]):
        with django_assert_max_num_queries(MAX_QUERIES):
            assert client.get(page).status_code == 200, page


def test_visitors_may_look(busy, client) -> None:
    for page in (reverse("market"), reverse("market_keys"), reverse("treasury"), pages(busy[1])[-1]):
        assert client.get(page).status_code == 200, page
    assert client.get(pages(busy[0])[-1]).status_code == 404
    for name in ("market_own", "market_compose", "wealth", "wealth_csv", "wealth_json"):
        assert client.get(reverse(name)).status_code == 302, name


def test_an_empty_market_says_so(found, client) -> None:
    assert "No offers right now" in client.get(reverse("market")).content.decode()
    assert "given out nothing" in client.get(reverse("treasury")).content.decode()
    young = reader(found())
    assert "must have fought" in young.get(reverse("market")).content.decode()
    assert "must have fought" in young.get(reverse("market_compose")).content.decode()


def test_making_an_offer_without_a_script(mine, theirs) -> None:
    client = reader(mine)
    page = client.get(reverse("market_compose") + f"?to={theirs.code}").content.decode()
    assert f'value="{theirs.name}"' in page and 'name="gives-gold"' in page and 'name="gives-ruby"' not in page
    data = {"gives-gold": "25", "asks-key-iron": "1", "to": theirs.name.upper(), "token": "abc"}
    for _ in range(2):
        assert client.post(reverse("market_compose"), data).url == reverse("market_own")
    offer = Offer.objects.get()
    assert (offer.giver, offer.to) == (mine, theirs) and treasury.get_wallet(mine, "gold").balance == 975
    assert "25 gold coins" in client.get(reverse("market_own")).content.decode()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({}, "gives something and asks"),
        ({"gives-gold": "1", "asks-gold": "2"}, "for itself"),
        ({"gives-gold": "5000", "asks-silver": "2"}, "Not enough gold coins"),
        ({"gives-gold": "x", "asks-silver": "2"}, "whole number"),
        ({"gives-gold": "1", "asks-silver": "2", "to": "Nobody"}, "no such dynasty"),
    ],
)
def test_the_composer_says_what_is_wrong(mine, data, text) -> None:
    answer = reader(mine).post(reverse("market_compose"), data)
    assert answer.status_code == 422 and text in answer.content.decode()
    assert not Offer.objects.exists() and treasury.get_wallet(mine, "gold").balance == 1_000


def test_accepting_shows_both_baskets_first(mine, theirs) -> None:
    offer = offers.create(dynasty=theirs, gives={"gold": 7}, asks={"copper": 19})
    client, page = reader(mine), reverse("market_offer", args=[offer.code])
    shown = client.get(page).content.decode()
    assert "7 gold coins" in shown and "19 copper coins" in shown and "you have 20,000" in shown
    accept = reverse("market_accept", args=[offer.code])
    assert accept in shown and client.get(accept).status_code == 405
    assert client.post(accept).url == page
    assert treasury.get_wallet(mine, "gold").balance == 1_007
    assert "accepted by" in client.get(page).content.decode()
    assert reader(theirs).post(reverse("market_withdraw", args=[offer.code])).status_code == 409


def test_an_offer_that_is_gone_is_said_to_be_gone(mine, theirs, found) -> None:
    offer = offers.create(dynasty=theirs, gives={"gold": 7}, asks={"copper": 19})
    client = reader(mine)
    Offer.objects.filter(pk=offer.pk).update(lapses_at=clock.now() - timedelta(seconds=1))
    answer = client.post(reverse("market_accept", args=[offer.code]))
    assert answer.status_code == 409 and "no longer open" in answer.content.decode()
    assert treasury.get_wallet(mine, "gold").balance == 1_000


def test_withdrawing(mine, theirs) -> None:
    offer = offers.create(dynasty=mine, gives={"gold": 7}, asks={"copper": 19})
    withdraw = reverse("market_withdraw", args=[offer.code])
    assert reader(theirs).post(withdraw).status_code == 403
    assert reader(mine).post(withdraw).status_code == 302
    assert treasury.get_wallet(mine, "gold").balance == 1_000


def test_buying_a_key(mine) -> None:
    client = reader(mine)
    data = {"name": "dragon", "count": "2", "token": "t"}
    for _ in range(2):
        assert client.post(reverse("market_buy"), data).status_code == 302
    assert treasury.get_wallet(mine, "gold").balance == 700
    assert "you have 2" in client.get(reverse("market_keys")).content.decode()
    assert client.post(reverse("market_buy"), data | {"count": "many"}).status_code == 422
    assert client.post(reverse("market_buy"), {"name": "throne", "count": "9"}).status_code == 409
    assert client.post(reverse("market_buy"), {"name": "nowhere", "count": "1"}).status_code == 404


def test_wealth_lists_every_transfer(mine, theirs, monkeypatch) -> None:
    offers.accept(offer=offers.create(dynasty=mine, gives={"gold": 7}, asks={"copper": 19}), dynasty=theirs)
    everything = transfers.export(mine, transfers.Filter())
    assert sorted((moved.asset, moved.amount, moved.cause, moved.other) for moved in everything) == [
        ("copper", 19, "trade", theirs.name),
        ("copper", 20_000, "founding", "the treasury"),
        ("gold", -7, "offer", "an offer"),
        ("gold", 1_000, "founding", "the treasury"),
        ("silver", 5_000, "founding", "the treasury"),
    ]
    monkeypatch.setattr(transfers, "PAGE_SIZE", 2)
    collected, cursor = [], ""
    while cursor is not None:
        page = transfers.get_page(mine, transfers.Filter(), cursor)
        collected += page.rows
        cursor = page.next
    assert collected == everything
    assert [moved.amount for moved in transfers.export(mine, transfers.Filter(way="out"))] == [-7]
    only = transfers.Filter(asset="copper", cause="trade", since=clock.now() - timedelta(hours=1))
    assert [moved.amount for moved in transfers.export(mine, only)] == [19]
    assert transfers.export(mine, transfers.Filter(until=clock.now() - timedelta(hours=1))) == []
    with pytest.raises(UnknownPageError):
        transfers.get_page(mine, transfers.Filter(), "no cursor")


def test_wealth_as_files(mine, theirs) -> None:
    Dynasty.objects.filter(pk=theirs.pk).update(name="=1+1")  # no name is like that; a file must not rely on it
    offers.accept(offer=offers.create(dynasty=mine, gives={"gold": 7}, asks={"copper": 19}), dynasty=theirs)
    client = reader(mine)
    answer = client.get(reverse("wealth_csv") + "?asset=copper&way=in")
    assert answer["Cache-Control"] == "private, no-store" and "attachment" in answer["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(row[1], row[2], row[4]) for row in rows[1:]] == [
        ("copper", "19", "'=1+1"), ("copper", "20000", "the treasury"),
    ]  # fmt: skip
    body = client.get(reverse("wealth_json")).json()
    assert body["dynasty"]["code"] == mine.code and len(body["transfers"]) == 5
    assert sum(row["amount"] for row in body["transfers"] if row["asset"] == "gold") == 993


def test_the_books_add_up(mine, theirs, at) -> None:
    at(2030, 3, 1)
    key_shop.buy_keys(dynasty=mine, name="dragon", count=2)
    at(2030, 3, 30)
    key_shop.buy_keys(dynasty=mine, name="dragon")
    offers.create(dynasty=theirs, gives={"gold": 7}, asks={"copper": 19})
    chest = treasury.get_escrow("chest:abc:a", "gold")
    treasury.transfer(
        key="c", debit=treasury.get_wallet(theirs, "gold"), credit=chest, asset="gold", amount=100, cause="chest_filled"
    )
    cache.clear()
    books = ledger.get_books()
    gold = {sheet.asset: sheet for sheet in books.sheets}["gold"]
    assert (gold.minted, gold.burnt, gold.escrow, gold.held, gold.treasury) == (2_000, 450, 7, 1_543, -1_550)
    assert books.balanced and gold.minted - gold.burnt == gold.there_is
    assert len(gold.days) == 30
    assert [(day.date.day, day.minted, day.burnt) for day in gold.busy_days] == [(30, 0, 150), (1, 0, 300)]
    kept = {sheet.asset: (sheet.held + sheet.escrow) for sheet in books.sheets}
    for asset, total in kept.items():
        balances = Account.objects.filter(asset=asset).exclude(purpose="treasury").values_list("balance", flat=True)
        assert sum(balances) == total
    page = Client().get(reverse("treasury")).content.decode()
    assert "to the last coin" in page and 'href="/checks/"' in page and "-1,550" in page.replace("\u2212", "-")


def test_wrong_books_say_so(mine) -> None:
    assert ledger.build_books().balanced
    TreasuryDay.objects.filter(account__asset="gold").update(minted=F("minted") + 1)
    cache.clear()
    wrong = ledger.get_books()
    assert not wrong.balanced and {sheet.asset: sheet.sum for sheet in wrong.sheets if sheet.sum} == {"gold": 1}
    assert "Something is wrong in the ledger" in Client().get(reverse("treasury")).content.decode()


def test_nobody_s_wealth_is_looked_at_for_the_books(mine) -> None:
    """Check that the books cost the same in a world of many dynasties, unlike the proof that accounts add up."""
    with CaptureQueriesContext(connection) as queries:
        ledger.build_books()
    asked = [each["sql"] for each in queries.captured_queries if "dynasty_account" in each["sql"]]
    assert len(asked) == 2 and all('"purpose" = ' in sql for sql in asked)
    plan = in_escrow_plan()
    assert "escrows_that_hold" in plan and "SCAN dynasty_account\n" not in plan, plan


def in_escrow_plan() -> str:
    """Explain how the database adds up what is in escrow, among many accounts that are no escrows."""
    Account.objects.bulk_create(Account(purpose="wallet", ref=f"w{n}", asset="gold", balance=1) for n in range(2_000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return ledger.query_escrow_totals().explain()


def test_the_books_do_not_betray_a_chest(mine) -> None:
    before = ledger.build_books().sheets
    chest = treasury.get_escrow("chest:abc:a", "gold")
    treasury.transfer(
        key="c", debit=treasury.get_wallet(mine, "gold"), credit=chest, asset="gold", amount=100, cause="chest_filled"
    )
    assert ledger.build_books().sheets == before


def test_the_books_take_six_queries_and_then_none(mine, django_assert_num_queries) -> None:
    with django_assert_num_queries(5):  # the clock, the treasury's accounts, the balances, both totals, the days
        ledger.build_books()
    ledger.get_books()
    with django_assert_num_queries(0):
        ledger.get_books()


def api_of(dynasty: Dynasty) -> APIClient:
    api = APIClient()
    api.force_authenticate(dynasty.user)
    return api


def test_programs_trade(mine, theirs) -> None:
    giver, taker = api_of(mine), api_of(theirs)
    data = {"gives": {"gold": 5}, "asks": {"copper": 9}, "to": theirs.code, "token": "w1"}
    made = [giver.post(f"{ROOT}/market/offers/", data, format="json") for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 201] and made[0].json() == made[1].json()
    code = made[0].json()["code"]
    assert made[0].json()["gives"] == {"gold": 5} and made[0].json()["to"]["code"] == theirs.code
    [shown] = taker.get(f"{ROOT}/market/offers/", {"list": "to_me"}).json()["offers"]
    assert shown["code"] == code and not shown["own"]
    assert APIClient().get(f"{ROOT}/market/offers/{code}/").status_code == 404
    done = taker.post(f"{ROOT}/market/offers/{code}/accept/")
    assert done.status_code == 200 and done.json()["status"] == "accepted"
    gone = giver.delete(f"{ROOT}/market/offers/{code}/")
    assert gone.status_code == 409 and gone.json()["code"] == "offer_ended"
    moved = giver.get(f"{ROOT}/court/transfers/", {"asset": "copper", "way": "in"}).json()["rows"]
    assert [row["amount"] for row in moved] == [9, 20_000]


def test_programs_withdraw_and_buy(mine) -> None:
    api = api_of(mine)
    code = api.post(f"{ROOT}/market/offers/", {"gives": {"gold": 5}, "asks": {"ruby": 1}}, format="json").json()["code"]
    assert [row["code"] for row in api.get(f"{ROOT}/market/offers/", {"gives": "gold"}).json()["offers"]] == [code]
    assert api.delete(f"{ROOT}/market/offers/{code}/").status_code == 204
    assert api.get(f"{ROOT}/market/offers/", {"list": "own"}).json()["offers"][0]["status"] == "withdrawn"
    assert {"name": "iron", "price": {"silver": 250}}.items() <= api.get(f"{ROOT}/market/keys/").json()[1].items()
    assert api.post(f"{ROOT}/market/keys/", {"name": "iron", "count": 2}, format="json").status_code == 204
    assert treasury.get_wallet(mine, "key:iron").balance == 2
    silver = next(row for row in api.get(f"{ROOT}/treasury/").json()["sheets"] if row["asset"] == "silver")
    assert (silver["minted"], silver["burnt"], silver["sum"]) == (5_000, 500, 0)


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        ({"gives": {"gold": 5}}, 400, "invalid"),
        ({"gives": {"gold": 1.5}, "asks": {"ruby": 1}}, 400, "invalid"),
        ({"gives": {"gold": 5}, "asks": {"fame": 1}}, 400, "invalid"),
        ({"gives": {"gold": 5}, "asks": {"ruby": 1}, "to": "nosuchcode"}, 404, "no_such_dynasty"),
        ({"gives": {"gold": 5_000}, "asks": {"ruby": 1}}, 409, "not_enough"),
    ],
)
def test_programs_hear_what_is_wrong(mine, data, status, code) -> None:
    before = Transfer.objects.count()
    answer = api_of(mine).post(f"{ROOT}/market/offers/", data, format="json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Offer.objects.exists() and Transfer.objects.count() == before


def test_programs_without_a_dynasty_may_look(client, busy) -> None:
    assert len(client.get(f"{ROOT}/market/offers/").json()["offers"]) == 38
    for path in ("market/offers/", "market/keys/"):
        assert client.post(f"{ROOT}/{path}", {}, content_type="application/json").status_code in (401, 403)
    assert client.get(f"{ROOT}/court/transfers/").status_code in (401, 403)
