"""House dynasties on the market: standing offers around prices that move with their stocks, keys and regalia.

Nothing is minted: every house trades what it has, and accepts only what suits its own prices. Offers of people come
first; what a house offers is for people for half a day, and then for other houses too, so that stocks move.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from django.db.models import QuerySet

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog import keys, regalia
from dynasty.catalog.assets import ASSETS, get_grants
from dynasty.models import Account, Dynasty, Offer, OfferPart
from dynasty.services import key_shop, offers, regalia_shop
from tournaments.services import house_players

VALUES = {
    "copper": 1.0,
    "silver": 4.0,
    "gold": 20.0,
    "ruby": 900.0,
    "sapphire": 900.0,
    "emerald": 1_200.0,
    "diamond": 4_000.0,
    "silver_ounce": 60.0,
    "gold_ounce": 900.0,
    "platinum_ounce": 1_100.0,
}
"""What a house holds an asset worth where it has as much of it as is usual, in copper coins."""
USUAL_WORTH = 20_000.0
"""How much of each asset is usual for a house, in copper coins: the grant of each coin."""
STANDING = 14
"""Open offers of all houses together."""
OFFERS_OF_HOUSE = 2
DAILY_TRADES = 3
"""Offers of others that a house accepts on a day (UTC)."""
DAILY_SWAPS = 6
"""Offers of houses that houses accept on a day (UTC), all together."""
PEOPLE_FIRST = timedelta(hours=12)
"""How long an offer of a house is for people alone."""
OFFER_AGE = timedelta(hours=20)
"""After which a house withdraws an offer, since its prices have moved."""
LOTS = (100, 250, 500, 1_000)
"""What an offer is worth, in copper coins."""
KEY_HOLDERS = 8
"""Houses that have each key in any case, so that they can enter locked battlefields with people."""
MARGIN = 1.04
SCARCITY = 0.3
"""How prices follow stocks: with half of what is usual, an asset is worth 2 to the power of this as much."""

Stock = Mapping[str, int]


def trade() -> int:
    """Make, accept and withdraw offers of houses, buy a key and regalia; return how many acts that were."""
    return accept_offer() + withdraw_old() + make_offer() + buy_key() + buy_regalia()


def get_price(asset: str, stock: Stock) -> float:
    """Return what one of an asset is worth to a house with this stock, within a factor of two of its value.

    >>> get_price("gold", {"gold": 1000}), get_price("gold", {"gold": 4000}) < get_price("gold", {"gold": 1000})
    (20.0, True)
    """
    worth = (stock.get(asset, 0) + 1) * VALUES[asset]
    factor = (USUAL_WORTH / worth) ** SCARCITY if worth < 0.95 * USUAL_WORTH or worth > 1.05 * USUAL_WORTH else 1.0
    return VALUES[asset] * min(max(factor, 0.5), 2.0)


@dataclass(frozen=True)
class Trader:
    """A house that may trade, with what is in its wallet and what it has done on the market."""

    house: Dynasty
    stock: dict[str, int]
    standing: int
    """Its offers that are open."""
    trades: int
    """Offers of others that it has accepted today (UTC)."""


def list_traders(luck: random.Random) -> list[Trader]:
    """Return the houses that may trade, in random order, by as many queries however many there are."""
    midnight = clock.get_midnight(clock.now())
    houses = list(house_players.query_veterans().order_by("pk"))
    luck.shuffle(houses)
    stocks = load_stocks()
    standing = Counter(list_standing().values_list("giver", flat=True))
    accepted = Offer.objects.filter(status=Offer.Status.ACCEPTED, taker__house=True, ended_at__gte=midnight)
    trades = Counter(accepted.values_list("taker", flat=True))
    return [Trader(house, stocks[house.pk], standing[house.pk], trades[house.pk]) for house in houses]


def list_standing() -> QuerySet[Offer]:
    """Return the open offers of houses, but for captured emperors."""
    return Offer.objects.filter(status=Offer.Status.OPEN, giver__house=True, captive=None)


def load_stocks() -> defaultdict[int, dict[str, int]]:
    """Return what is in the wallet of each house, by its id and by asset."""
    wallets = Account.objects.filter(purpose=Account.Purpose.WALLET, dynasty__house=True, balance__gt=0)
    stocks: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for house, asset, balance in wallets.filter(asset__in=ASSETS).values_list("dynasty_id", "asset", "balance"):
        stocks[house][asset] = balance
    return stocks


def open_market(offers_wanted: int) -> int:
    """Let houses make offers over the last hours, so that a new world has a market; return how many were made."""
    if list_standing().exists():
        return 0
    step = OFFER_AGE / (offers_wanted + 1)
    made = 0
    for number in range(offers_wanted):
        with clock.set_back(clock.now() - step * (offers_wanted - number)):
            made += make_offer()
    return made


@service
def make_offer() -> int:
    """Let one house make an offer where too few stand; return how many were made."""
    if list_standing().count() >= STANDING:
        return 0
    luck = random.Random(clock.now().isoformat())
    for trader in list_traders(luck):
        if trader.standing < OFFERS_OF_HOUSE and (parts := choose_parts(trader.stock, luck)):
            gives, asks = parts
            offers.create(dynasty=trader.house, gives=gives, asks=asks)
            return 1
    return 0


def choose_parts(stock: Stock, luck: random.Random) -> tuple[dict[str, int], dict[str, int]] | None:
    """Return what a house with this stock gives and asks: something plenty for something scarce; None if it cannot."""
    plenty = [asset for asset in stock if stock[asset] * VALUES[asset] >= 4 * min(LOTS)]
    if not plenty:
        return None
    sold = luck.choice(plenty)
    bought = luck.choice([asset for asset in VALUES if asset != sold])
    lot = max(luck.choice(LOTS), get_price(bought, stock), get_price(sold, stock))
    amount = int(lot / get_price(sold, stock))
    price = ceil(amount * get_price(sold, stock) * MARGIN / get_price(bought, stock))
    if not 1 <= amount <= stock[sold] // 4 or price < 1:
        return None
    return {sold: amount}, {bought: price}


def accept_offer() -> int:
    """Let one house accept an offer to everybody that suits it; return how many were accepted."""
    luck = random.Random(clock.now().isoformat())
    found = list_acceptable(luck)
    traders = [each for each in list_traders(luck) if each.trades < DAILY_TRADES] if found else []
    for offer in found:
        luck.shuffle(traders)
        for trader in traders:
            if trader.house.pk != offer.giver_id and suits(offer, trader.stock):
                return int(try_to_accept(offer, trader.house))
    return 0


def list_acceptable(luck: random.Random) -> list[Offer]:
    """Return some open offers in random order: those of people, and then those that houses made long ago."""
    now = clock.now()
    open_offers = Offer.objects.filter(status=Offer.Status.OPEN, to=None, captive=None, lapses_at__gt=now)
    found = list(open_offers.filter(giver__house=False).values_list("pk", flat=True).order_by("pk"))
    found = luck.sample(found, min(len(found), STANDING))
    old = list(list_standing().filter(made_at__lte=now - PEOPLE_FIRST).values_list("pk", flat=True).order_by("pk"))
    if old and count_swaps() < DAILY_SWAPS:
        found += luck.sample(old, len(old))
    rows = Offer.objects.filter(pk__in=found).prefetch_related("parts").in_bulk() if found else {}
    return [rows[key] for key in found if key in rows]


def count_swaps() -> int:
    """Return how many offers of houses were accepted by houses today (UTC)."""
    accepted = Offer.objects.filter(status=Offer.Status.ACCEPTED, ended_at__gte=clock.get_midnight(clock.now()))
    return accepted.filter(giver__house=True, taker__house=True, captive=None).count()


def suits(offer: Offer, stock: Stock) -> bool:
    """Return whether a house with this stock gains by an offer, has what it asks, and risks little of its wealth."""
    gives = [part for part in offer.parts.all() if part.side == OfferPart.Side.GIVES]
    asks = [part for part in offer.parts.all() if part.side == OfferPart.Side.ASKS]
    if any(part.asset not in VALUES for part in (*gives, *asks)):
        return False
    if any(stock.get(part.asset, 0) // 10 < part.amount for part in asks):
        return False
    gained = sum(part.amount * get_price(part.asset, stock) for part in gives)
    return gained >= MARGIN * sum(part.amount * get_price(part.asset, stock) for part in asks)


def try_to_accept(offer: Offer, house: Dynasty) -> bool:
    """Accept an offer for a house; return whether it was still there."""
    try:
        offers.accept(offer=offer, dynasty=house)
    except DomainError:
        return False
    return True


def withdraw_old() -> int:
    """Withdraw one offer of a house that is older than OFFER_AGE; return how many were withdrawn."""
    old = list_standing().filter(made_at__lte=clock.now() - OFFER_AGE)
    offer = old.select_related("giver").order_by("made_at").first()
    if offer is not None:
        offers.withdraw(offer=offer, dynasty=offer.giver)
    return int(offer is not None)


def buy_key() -> int:
    """Let one house buy a key that it lacks and can easily afford; return how many were bought.

    Where KEY_HOLDERS have one, others buy it of what they have beyond their founding grant. So what comes in above the
    grants goes out again, and no more than that.
    """
    luck = random.Random(clock.now().isoformat())
    name = luck.choice(list(keys.KEYS))
    asset, price = keys.get_asset(name), keys.KEYS[name].price
    owners = list(
        Account.objects.filter(
            purpose=Account.Purpose.WALLET, asset=asset, dynasty__house=True, balance__gt=0
        ).values_list("dynasty", flat=True)
    )
    lacking = list(Dynasty.objects.filter(house=True).exclude(pk__in=owners).order_by("pk"))
    stocks, grants = load_stocks() if lacking else {}, get_grants()
    needed = {each: 4 * n if len(owners) < KEY_HOLDERS else grants.get(each, 0) + n for each, n in price}
    for house in lacking:
        if all(stocks[house.pk].get(each, 0) >= amount for each, amount in needed.items()):
            key_shop.buy_keys(dynasty=house, name=name)
            return 1
    return 0


def buy_regalia() -> int:
    """Let one house that has twice what a piece costs in gemstones or metal buy it; return how many were bought."""
    stocks = load_stocks()
    for house in Dynasty.objects.filter(house=True, pk__in=list(stocks)).order_by("pk"):
        worn = regalia.list_worn(house.emblem)
        for name, piece in regalia.REGALIA.items():
            asset, amount = piece.price
            if name not in worn and stocks[house.pk].get(asset, 0) >= 2 * amount:
                regalia_shop.buy_piece(dynasty=house, piece=name, asset=asset)
                return 1
    return 0
