"""Prices of the market: what one asset cost in another by day, and who would buy and sell it now.

Only swaps of one asset for one other have a price, and only offers to everybody count: the rest is private.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, FilteredRelation, FloatField, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from core import clock
from dynasty.catalog import assets
from dynasty.models import Offer, OfferPart

Side = OfferPart.Side
DAYS = 90
MAX_TRADES = 1_000
"""So many of the latest swaps are counted."""
SAMPLE = 300
"""So many of the latest swaps, and of the latest open offers, say which pairs are busy."""
MAX_PAIRS = 8
"""So many pairs are offered as links."""
MAX_ROWS = 10
"""So many offers are shown on each side of an order book."""
LOTS = (1, 10, 100, 1_000, 10_000)
LEGIBLE = 10
"""A price is quoted for the smallest lot that costs at least so much."""


@dataclass(frozen=True)
class Pair:
    """An asset, and the one in which its price is told."""

    asset: str
    currency: str


@dataclass(frozen=True)
class PriceDay:
    """What was swapped on a day of universal time, all together."""

    day: date
    amount: int
    cost: int
    trades: int

    @property
    def price(self) -> Fraction:
        return Fraction(self.cost, self.amount)


@dataclass(frozen=True)
class BookRow:
    """An open offer to sell an asset, or to buy it."""

    code: str
    amount: int
    cost: int
    percent: int
    """Its amount, in percent of the largest in the book."""

    @property
    def price(self) -> Fraction:
        return Fraction(self.cost, self.amount)


@dataclass(frozen=True)
class Book:
    """The best open offers of a pair: those who sell, the cheapest first; those who buy, the dearest first."""

    sells: list[BookRow]
    buys: list[BookRow]


def query_swaps(pair: Pair) -> QuerySet[Any]:
    """Return the offers to everybody that swap these two assets and nothing else, in either direction.

    An asset stands on one side of an offer, so each is joined once.
    """
    others = OfferPart.objects.filter(offer=OuterRef("pk")).exclude(asset__in=(pair.asset, pair.currency))
    swaps = Offer.objects.filter(~Exists(others), to=None).annotate(
        sold=FilteredRelation("parts", condition=Q(parts__asset=pair.asset)),
        paid=FilteredRelation("parts", condition=Q(parts__asset=pair.currency)),
    )
    return swaps.filter(sold__amount__gt=0, paid__amount__gt=0).annotate(
        amount=F("sold__amount"), cost=F("paid__amount")
    )


def list_days(pair: Pair, now: datetime) -> list[PriceDay]:
    """Return what a pair was swapped for on each day of the last DAYS with a swap, the earliest first."""
    accepted = Q(status=Offer.Status.ACCEPTED, ended_at__gte=now - timedelta(days=DAYS))
    found = query_swaps(pair).filter(accepted).order_by("-ended_at")
    days: dict[date, list[tuple[int, int]]] = defaultdict(list)
    for at, amount, cost in found.values_list("ended_at", "amount", "cost")[:MAX_TRADES]:
        days[at.astimezone(UTC).date()].append((amount, cost))
    return [
        PriceDay(day, sum(amount for amount, _cost in swaps), sum(cost for _amount, cost in swaps), len(swaps))
        for day, swaps in sorted(days.items())
    ]


def list_busiest(now: datetime) -> list[Pair]:
    """Return the pairs that were swapped most often of late, and then those with the most open offers of late.

    The price is told in the asset that stands first in the list of assets, where coins are.
    """
    everybodys = Offer.objects.filter(to=None)
    swapped = everybodys.filter(status=Offer.Status.ACCEPTED, ended_at__gte=now - timedelta(days=DAYS))
    stands = everybodys.filter(status=Offer.Status.OPEN, lapses_at__gt=now)
    swaps, offers = count_pairs(swapped.order_by("-ended_at")), count_pairs(stands.order_by("-made_at", "-id"))
    order = list(assets.ASSETS)
    ranked = sorted(
        swaps | offers,
        key=lambda pair: (-swaps[pair], -offers[pair], order.index(pair.asset), order.index(pair.currency)),
    )
    return ranked[:MAX_PAIRS]


def count_pairs(rows: QuerySet[Any]) -> Counter[Pair]:
    """Count the first SAMPLE of these offers that swap one asset for one other, by pair, whichever of them is given.

    Keys have no price.
    """
    order = {asset: number for number, asset in enumerate(assets.ASSETS)}
    goods: dict[int, list[tuple[str, str]]] = defaultdict(list)
    offers = list(rows.values_list("pk", flat=True)[:SAMPLE])
    for offer, side, asset in OfferPart.objects.filter(offer__in=offers).values_list("offer", "side", "asset"):
        goods[offer].append((side, asset))
    swaps = [
        each for each in goods.values() if sorted(side for side, _asset in each) == sorted((Side.GIVES, Side.ASKS))
    ]
    pairs = [
        sorted((asset for _side, asset in each if asset in order), key=lambda asset: order[asset]) for each in swaps
    ]
    return Counter(Pair(pair[1], pair[0]) for pair in pairs if len(pair) == 2)


def get_book(pair: Pair, now: datetime) -> Book:
    """Return the best open offers of a pair."""
    stands = query_swaps(pair).filter(status=Offer.Status.OPEN, lapses_at__gt=now)
    price = Cast(F("cost"), FloatField()) / Cast(F("amount"), FloatField())
    columns = ("code", "amount", "cost")
    sells = stands.filter(sold__side=Side.GIVES).order_by(price.asc(), "made_at")
    buys = stands.filter(paid__side=Side.GIVES).order_by(price.desc(), "made_at")
    rows = [list(each.values_list(*columns)[:MAX_ROWS]) for each in (sells, buys)]
    most = max((amount for side in rows for _code, amount, _cost in side), default=1)
    found = [
        [BookRow(code, amount, cost, max(1, round(100 * amount / most))) for code, amount, cost in side]
        for side in rows
    ]
    return Book(*found)


def read_pair(asset: str, currency: str) -> Pair:
    """Return the pair of an address; rubies in gold coins for anything that is none.

    >>> read_pair("silver", "gold"), read_pair("gold", "gold"), read_pair("tin", "")
    (Pair(asset='silver', currency='gold'), Pair(asset='gold', currency='silver'), Pair(asset='ruby', currency='gold'))
    """
    asset = asset if asset in assets.ASSETS else "ruby"
    currency = currency if currency in assets.ASSETS else "gold"
    if asset == currency:
        currency = "silver" if asset == "gold" else "gold"
    return Pair(asset, currency)


def choose_lot(prices: list[Fraction]) -> int:
    """Return for how many units prices are quoted, so that the lowest is legible as a whole number.

    >>> choose_lot([Fraction(45)]), choose_lot([Fraction(1, 20), Fraction(3)]), choose_lot([])
    (1, 1000, 1)
    """
    least = min(prices, default=Fraction(LEGIBLE))
    return next((lot for lot in LOTS if least * lot >= LEGIBLE), LOTS[-1])


def build_points(days: list[PriceDay], lot: int) -> list[tuple[datetime, int]]:
    """Return the points of a chart: the price of a lot from each day on."""
    return [(clock.begin_day(each.day), round(each.price * lot)) for each in days]
