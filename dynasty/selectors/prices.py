"""Prices of the market: what one asset cost in another by day, and who would buy and sell it now.

Only swaps of one asset for one other have a price, and only offers to everybody count: the rest is private.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Count, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, TruncDate

from core import clock
from dynasty.catalog import assets
from dynasty.models import Offer

DAYS = 90
MAX_TRADES = 1_000
"""So many of the latest swaps are counted, each way round."""
SAMPLE = 100
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


class UniversalDay(TruncDate):
    """The day of a time in universal time, by the database's own function on SQLite."""

    def __init__(self, expression: str) -> None:
        super().__init__(expression, tzinfo=UTC)

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Compile to a function of SQLite itself; Django's runs in Python for each row."""
        sql, params = compiler.compile(self.lhs)
        return f"date({sql})", params


def get_ways(pair: Pair) -> tuple[str, str]:
    """Return how offers name a pair: those that give its asset, and those that ask for it.

    >>> get_ways(Pair("ruby", "gold"))
    ('ruby>gold', 'gold>ruby')
    """
    return f"{pair.asset}>{pair.currency}", f"{pair.currency}>{pair.asset}"


def list_days(pair: Pair, now: datetime) -> list[PriceDay]:
    """Return what a pair was swapped for on each day of the last DAYS with a swap, the earliest first."""
    days: dict[date, list[tuple[int, int, int]]] = defaultdict(list)
    gives, asks = get_ways(pair)
    for day, amount, cost, trades in sum_days(gives, now):
        days[day].append((amount, cost, trades))
    for day, cost, amount, trades in sum_days(asks, now):
        days[day].append((amount, cost, trades))
    return [PriceDay(day, *map(sum, zip(*sums, strict=True))) for day, sums in sorted(days.items())]


def sum_days(way: str, now: datetime) -> list[tuple[date, int, int, int]]:
    """Return what was given and asked one way round by day, and how often, in the latest MAX_TRADES swaps."""
    swaps = Offer.objects.filter(pair=way, status=Offer.Status.ACCEPTED)
    earliest = swaps.order_by("-ended_at").values("ended_at")[MAX_TRADES - 1 : MAX_TRADES]
    since = now - timedelta(days=DAYS)
    found = swaps.filter(ended_at__gte=since).filter(ended_at__gte=Coalesce(Subquery(earliest), since))
    days = found.annotate(day=UniversalDay("ended_at")).values("day").order_by()
    sums = days.annotate(gave=Sum("amount"), got=Sum("cost"), trades=Count("pk"))
    return [
        (day, int(gave), int(got), trades)
        for day, gave, got, trades in sums.values_list("day", "gave", "got", "trades")
    ]


def list_busiest(now: datetime) -> list[Pair]:
    """Return the pairs that were swapped most often of late, and then those with the most open offers of late.

    The price is told in the asset that stands first in the list of assets, where coins are.
    """
    swapped = Offer.objects.filter(status=Offer.Status.ACCEPTED, to=None, ended_at__gte=now - timedelta(days=DAYS))
    stands = Offer.objects.filter(status=Offer.Status.OPEN, to=None, lapses_at__gt=now)
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
    goods = [way.split(">") for way in rows.values_list("pair", flat=True)[:SAMPLE]]
    pairs = [sorted(each, key=lambda asset: order[asset]) for each in goods if order.keys() >= set(each)]
    return Counter(Pair(asset, currency) for currency, asset in pairs)


def get_book(pair: Pair, now: datetime) -> Book:
    """Return the best open offers of a pair."""
    # Compared as an expression: along the index of what lapses, SQLite read all that stands open.
    stands = (
        Offer.objects.filter(status=Offer.Status.OPEN).alias(end=Coalesce("lapses_at", "made_at")).filter(end__gt=now)
    )
    gives, asks = get_ways(pair)
    sells, buys = (stands.filter(pair=way).order_by("price", "made_at") for way in (gives, asks))
    rows: list[list[tuple[str, Any, Any]]] = [
        list(sells.values_list("code", "amount", "cost")[:MAX_ROWS]),
        list(buys.values_list("code", "cost", "amount")[:MAX_ROWS]),
    ]
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
