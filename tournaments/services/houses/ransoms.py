"""House dynasties and captured emperors: a house buys its own back, and offers those of people to where they were born.

A house never sells an emperor to others, and never buys one that was not born to it.
"""

import random
from math import ceil
from typing import TypeVar

from django.db.models import Model, QuerySet

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Captive, Emperor, Engagement, Offer, OfferPart
from dynasty.selectors import dynasties
from dynasty.services import offers
from tournaments.services import house_players
from tournaments.services.houses import market

Row = TypeVar("Row", bound=Model)
WORTH_OF_POINT = 100.0
"""What a point of reputation is worth to a house, in copper coins."""
MIN_POINTS = 5
"""An emperor with less reputation is offered for the price of so much."""
BATCH_SIZE = 10
"""So many are tried in one run."""


def trade() -> int:
    """Offer an emperor of a person back, and buy one back; return how many acts that were."""
    return offer_back() + buy_back()


def get_price(points: int) -> int:
    """Return for how many gold coins a house offers an emperor of this reputation.

    >>> get_price(0), get_price(30)
    (25, 150)
    """
    return ceil(max(points, MIN_POINTS) * WORTH_OF_POINT / market.VALUES["gold"])


@service
def offer_back() -> int:
    """Offer one emperor of a person to its dynasty of birth, where no house has done so before; return how many."""
    captured = Emperor.objects.filter(dynasty__house=True, birthplace__user__is_active=True, died_at=None)
    busy = Engagement.objects.values("emperor")
    offered = Captive.objects.filter(offer__giver__house=True).values("emperor")
    found = captured.exclude(pk__in=busy).exclude(pk__in=offered).exclude(fought_at=None)
    for emperor in draw_some(found.select_related("dynasty", "birthplace")):
        price = {"gold": get_price(dynasties.get_reputations([emperor.pk])[emperor.pk])}
        try:
            offers.create(dynasty=emperor.dynasty, gives={}, asks=price, to=emperor.birthplace, emperor=emperor)
        except DomainError:
            continue
        return 1
    return 0


def buy_back() -> int:
    """Let one house accept an offer of an emperor that was born to it, if the price is fair; return how many did."""
    born_here = Captive.objects.filter(open=True, emperor__birthplace__in=house_players.query_veterans())
    fresh = born_here.filter(offer__status=Offer.Status.OPEN, offer__lapses_at__gt=clock.now())
    found = draw_some(fresh.select_related("offer", "emperor__birthplace"))
    stocks, midnight = market.load_stocks() if found else {}, clock.get_midnight(clock.now())
    for captive in found:
        house = captive.emperor.birthplace
        trades = Offer.objects.filter(taker=house, ended_at__gte=midnight).count()
        if trades >= market.DAILY_TRADES or not is_fair(captive, stocks[house.pk]):
            continue
        if market.try_to_accept(captive.offer, house):
            return 1
    return 0


def draw_some(found: QuerySet[Row]) -> list[Row]:
    """Return some rows of many in a new order each time, so that none that is refused keeps the others waiting."""
    keys = list(found.values_list("pk", flat=True).order_by("pk"))
    luck = random.Random(clock.now().isoformat())
    drawn = luck.sample(keys, min(len(keys), BATCH_SIZE))
    rows = found.in_bulk(drawn)
    return [rows[key] for key in drawn if key in rows]


def is_fair(captive: Captive, stock: market.Stock) -> bool:
    """Return whether a price is worth the emperor's reputation to its house of birth, and a tenth of its stock."""
    asks = list(OfferPart.objects.filter(offer=captive.offer, side=OfferPart.Side.ASKS))
    if any(part.asset not in market.VALUES or stock.get(part.asset, 0) // 10 < part.amount for part in asks):
        return False
    worth = dynasties.get_reputations([captive.emperor_id])[captive.emperor_id] * WORTH_OF_POINT
    return sum(part.amount * market.get_price(part.asset, stock) for part in asks) <= worth
