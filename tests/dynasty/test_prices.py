"""Prices, the order book and counter-offers."""

import importlib
from datetime import date, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core import clock
from dynasty.models import Dynasty, Offer
from dynasty.selectors import prices
from dynasty.selectors.prices import Pair
from dynasty.services import offers, treasury
from tests.dynasty.test_market_pages import proven, reader

pytestmark = pytest.mark.django_db
RUBIES = Pair("silver", "gold")


@pytest.fixture
def mine(found) -> Dynasty:
    return proven(found())


@pytest.fixture
def theirs(found) -> Dynasty:
    return proven(found("The Jade Court"))


def swap(
    giver: Dynasty, taker: Dynasty, gives: dict[str, int], asks: dict[str, int], to: Dynasty | None = None
) -> None:
    offers.accept(offer=offers.create(dynasty=giver, gives=gives, asks=asks, to=to), dynasty=taker)


@pytest.fixture
def traded(mine, theirs, at) -> None:
    """Swap on two days, and in ways that have no price."""
    at(2030, 1, 1)
    swap(mine, theirs, {"silver": 100}, {"gold": 20})
    swap(theirs, mine, {"gold": 30}, {"silver": 200})
    swap(mine, theirs, {"silver": 10, "copper": 1}, {"gold": 500})
    swap(mine, theirs, {"silver": 1}, {"gold": 400}, theirs)
    at(2030, 1, 2)
    swap(mine, theirs, {"silver": 50}, {"gold": 15})


def test_a_price_is_that_of_all_plain_swaps_of_a_day_in_either_direction(traded) -> None:
    days = prices.list_days(RUBIES, clock.now())
    assert [(each.day, each.amount, each.cost, each.trades) for each in days] == [
        (date(2030, 1, 1), 300, 50, 2),
        (date(2030, 1, 2), 50, 15, 1),
    ]
    other = prices.list_days(Pair("gold", "silver"), clock.now())
    assert [(each.amount, each.cost) for each in other] == [(50, 300), (15, 50)]


def test_the_book_has_the_best_open_offers_of_both_sides(mine, theirs, at) -> None:
    at(2030, 1, 1)
    for gives, asks in (
        ({"silver": 10}, {"gold": 3}),
        ({"silver": 40}, {"gold": 8}),
        ({"gold": 1}, {"silver": 10}),
        ({"gold": 3}, {"silver": 20}),
        ({"silver": 10, "copper": 1}, {"gold": 1}),
    ):
        offers.create(dynasty=theirs, gives=gives, asks=asks)
    offers.create(dynasty=theirs, gives={"silver": 1}, asks={"gold": 1}, to=mine)
    book = prices.get_book(RUBIES, clock.now())
    assert [(each.amount, each.cost, each.percent) for each in book.sells] == [(40, 8, 100), (10, 3, 25)]
    assert [(each.amount, each.cost, each.percent) for each in book.buys] == [(20, 3, 50), (10, 1, 25)]
    at(2030, 2, 1)
    assert prices.get_book(RUBIES, clock.now()) == prices.Book([], [])


def trade_much(giver: Dynasty, taker: Dynasty, share: int = 10) -> None:
    """Write two thousand open offers and as many swaps, one in `share` of the pair, by the database alone."""
    at = clock.now()
    made = {"giver": giver, "made_at": at, "lapses_at": at + timedelta(days=7), "amount": 1}

    def end(number: int) -> dict[str, Any]:
        ended = {"status": "accepted", "ended_at": at - timedelta(seconds=number), "taker": taker}
        return ended if number % 2 else {}

    Offer.objects.bulk_create(
        Offer(**made, pair="silver>gold" if n % (2 * share) < 2 else "ruby>gold", cost=n + 1, price=n + 1, **end(n))
        for n in range(4_000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def explain(statement: str) -> str:
    """Return the database's plan of a captured statement."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {'QUERY PLAN' if connection.vendor == 'sqlite' else ''} {statement}")
        return "\n".join(str(row) for row in cursor.fetchall())


@pytest.mark.parametrize("share", [1, 10])
def test_the_book_is_read_along_an_index_whatever_stands_open(mine, theirs, share: int) -> None:
    trade_much(mine, theirs, share)
    with CaptureQueriesContext(connection) as asked:
        book = prices.get_book(RUBIES, clock.now())
    assert [each.cost for each in book.sells] == [1 + 2 * share * n for n in range(prices.MAX_ROWS)]
    plans = [explain(each["sql"]) for each in asked.captured_queries if "dynasty_offer" in each["sql"]]
    assert len(plans) == 2 and all("order_books" in plan for plan in plans), plans
    assert not any("B-TREE" in plan or "Sort" in plan for plan in plans), "the index has them in order"


def test_days_are_added_up_by_the_database_from_so_many_swaps(mine, theirs, monkeypatch) -> None:
    monkeypatch.setattr(prices, "MAX_TRADES", 100)
    trade_much(mine, theirs)
    with CaptureQueriesContext(connection) as asked:
        days = prices.list_days(RUBIES, clock.now())
    assert sum(each.trades for each in days) == sum(each.amount for each in days) == prices.MAX_TRADES
    plans = [explain(each["sql"]) for each in asked.captured_queries if "dynasty_offer" in each["sql"]]
    along = ("swaps_of_pair",) if connection.vendor == "sqlite" else ("swaps_of_pair", "accepted_offers")
    assert len(plans) == 2 and all(any(name in plan for name in along) for plan in plans), plans


def test_the_latest_swaps_alone_are_counted(traded, monkeypatch) -> None:
    monkeypatch.setattr(prices, "MAX_TRADES", 1)
    days = prices.list_days(RUBIES, clock.now())
    assert [(each.day.day, each.amount, each.trades) for each in days] == [(1, 200, 1), (2, 50, 1)]


def test_offers_from_before_are_given_their_pair(traded, mine, theirs) -> None:
    offers.create(dynasty=theirs, gives={"silver": 40}, asks={"gold": 8})
    columns = list(Offer.objects.order_by("pk").values_list("pair", "amount", "cost", "price"))
    assert sum(bool(pair) for pair, *_rest in columns) == 4, "one was to one dynasty alone, one gave two goods"
    Offer.objects.update(pair="", amount=None, cost=None, price=None)
    importlib.import_module("dynasty.migrations.0031_pairs_of_offers").fill(apps, None)
    assert list(Offer.objects.order_by("pk").values_list("pair", "amount", "cost", "price")) == columns


def test_the_page_and_the_api_show_both_in_few_queries(traded, theirs) -> None:
    offers.create(dynasty=theirs, gives={"silver": 40}, asks={"gold": 8})
    client = reader(theirs)
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/market/prices/", {"of": "silver", "in": "gold"}).text
    assert len(asked) <= 15
    assert "Price of 100 silver coins in gold coins" in page and "See offer" in page and 'class="curve"' in page
    assert "Offer to buy" in page and "gives-gold=1" in page
    body = Client().get("/api/v1/market/prices/", {"of": "silver", "against": "gold"}).json()
    assert body["days"][0] == {"day": "2030-01-01", "amount": 300, "cost": 50, "trades": 2}
    assert [row["cost"] for row in body["sells"]] == [8] and body["buys"] == []
    assert Client().get("/api/v1/market/prices/", {"of": "gold", "against": "gold"}).status_code == 400


def test_the_pairs_swapped_most_come_first_and_then_those_that_are_offered(traded, mine, theirs) -> None:
    swap(mine, theirs, {"copper": 100}, {"silver": 20})
    offers.create(dynasty=theirs, gives={"gold": 1}, asks={"ruby": 1})
    offers.create(dynasty=theirs, gives={"gold": 1}, asks={"emerald": 2})
    offers.create(dynasty=theirs, gives={"gold": 2}, asks={"emerald": 3})
    offers.create(dynasty=theirs, gives={"gold": 2, "silver": 1}, asks={"diamond": 3})
    assert prices.list_busiest(clock.now()) == [
        Pair("silver", "gold"),
        Pair("copper", "silver"),
        Pair("emerald", "gold"),
        Pair("ruby", "gold"),
    ]
    with CaptureQueriesContext(connection) as asked:
        page = Client().get("/market/prices/").text
    assert len(asked) <= 15
    assert "Price of 100 silver coins in gold coins" in page, "what is traded most is shown first"
    links = page.partition('aria-label="Traded or offered most"')[2].partition("</nav>")[0]
    assert links.index("in=gold") < links.index("of=copper") < links.index("of=emerald") < links.index("of=ruby")
    assert links.count('aria-current="page"') == 1


def test_without_swaps_and_with_any_address_the_page_says_so() -> None:
    for query in ({}, {"of": "tin", "in": "x" * 500}, {"of": "gold", "in": "gold"}):
        assert "have not been swapped for each other" in Client().get("/market/prices/", query).text


def test_a_counter_offer_starts_from_the_offer_and_goes_to_its_maker(mine, theirs) -> None:
    made = offers.create(dynasty=theirs, gives={"gold": 30}, asks={"silver": 200, "copper": 7})
    page, client = reader(mine).get(f"/market/offer/{made.code}/").text, reader(mine)
    address = page.partition("?to=")[2].partition('"')[0].replace("&amp;", "&")
    form = client.get(f"/market/new/?to={address}").text
    assert f'value="{theirs.name}"' in form, "a player reads a name and no code"
    assert "Counter-offer</h1>" in form and "30 gold coins" in form and f"/market/offer/{made.code}/" in form
    for name, amount in (("gives-silver", 200), ("gives-copper", 7), ("asks-gold", 30)):
        field = form.partition(f'name="{name}"')[2].partition(">")[0]
        assert f'value="{amount}"' in field
    sent = {"to": theirs.code, "gives-silver": "150", "asks-gold": "30", "token": "one"}
    assert client.post("/market/new/", sent).status_code == 302
    answer = Offer.objects.get(giver=mine)
    assert answer.to == theirs and treasury.get_escrow(f"offer:{answer.code}", "silver").balance == 150
    refused = client.post(f"/market/new/?answers={made.code}", {"to": theirs.name, "token": "two"}).text
    assert "Counter-offer</h1>" in refused, "what is answered stays on the page beside an error"
    assert "Counter-offer</h1>" not in reader(theirs).get(f"/market/new/?answers={made.code}").text, "it is its own"
    assert "Make a counter-offer" not in reader(theirs).get(f"/market/offer/{made.code}/").text


def test_nonsense_in_the_address_leaves_the_composer_empty(mine) -> None:
    page = reader(mine).get("/market/new/", {"gives-gold": "-5", "asks-silver": "²", "asks-copper": "1e9"}).text
    form = page.partition('class="form composing"')[2].partition("</form>")[0]
    assert 'name="gives-gold"' in form and not any(each in form for each in ('value="-5"', "²", "1e9"))
