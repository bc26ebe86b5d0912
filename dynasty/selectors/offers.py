"""Selectors of the market: offers as a reader may see them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from core import clock
from core.limits import PAGE_SIZE
from dynasty.catalog import assets, baskets
from dynasty.catalog.keys import Basket
from dynasty.models import Captive, Dynasty, Emperor, Engagement, Offer, OfferPart
from dynasty.selectors import cursors, dynasties
from dynasty.selectors.wealth import get_balances

Side = OfferPart.Side
CAPTIVE = "captive"
"""In a filter of what offers give: an emperor."""


@dataclass(frozen=True)
class Part:
    asset: str
    amount: int
    words: str
    has: int = 0
    """The amount of it in the reader's wallet."""


@dataclass(frozen=True)
class VisibleCaptive:
    """The emperor that an offer gives, as a reader sees it."""

    emperor: Emperor
    reputation: int
    reserved_until: datetime | None
    """Until when only the dynasty where it was born can accept; None if that is over."""
    home: bool
    """Whether it was born to the reader's dynasty."""

    @property
    def barred(self) -> bool:
        """Whether the reader has to wait."""
        return self.reserved_until is not None and not self.home


@dataclass(frozen=True)
class VisibleOffer:
    """An offer as its reader sees it."""

    offer: Offer
    gives: list[Part]
    asks: list[Part]
    own: bool
    for_reader: bool
    """Whether it was made to the reader alone."""
    captive: VisibleCaptive | None

    @property
    def lacking(self) -> list[Part]:
        """What the reader has not enough of to accept."""
        return [part for part in self.asks if part.has < part.amount]


@dataclass(frozen=True)
class OfferPage:
    offers: list[VisibleOffer]
    next: str | None


def query_offers() -> QuerySet[Offer]:
    found = Offer.objects.select_related("giver", "to", "taker", "captive__emperor__birthplace")
    return found.prefetch_related("parts")


def query_open_offers() -> QuerySet[Offer]:
    """Return open offers, lapsed ones that no sweep has closed yet included."""
    return query_offers().filter(status=Offer.Status.OPEN)


def get_open_page(
    reader: Dynasty | None, at: datetime, *, gives: str = "", asks: str = "", cursor: str = ""
) -> OfferPage:
    """Return a page of the offers that everybody may accept, the latest first."""
    found = query_open_offers().filter(to=None)
    for side, asset in ((Side.GIVES, gives), (Side.ASKS, asks)):
        if asset == CAPTIVE:
            found = found.filter(captive__isnull=False)
        elif asset:
            found = found.filter(Exists(OfferPart.objects.filter(offer=OuterRef("pk"), side=side, asset=asset)))
    return build_page(found, reader, cursor, at)


def get_received_page(reader: Dynasty, at: datetime, cursor: str = "") -> OfferPage:
    """Return a page of the offers that were made to the reader."""
    return build_page(query_open_offers().filter(to=reader), reader, cursor, at)


def get_own_page(reader: Dynasty, cursor: str = "") -> OfferPage:
    """Return a page of the reader's own offers, whatever their status."""
    return build_page(query_offers().filter(giver=reader), reader, cursor)


def build_page(found: QuerySet[Offer], reader: Dynasty | None, cursor: str, at: datetime | None = None) -> OfferPage:
    """Build a page of offers, the latest first; `at`: leave out what has lapsed by then."""
    rows, next_cursor = cursors.take_page(found, cursor, PAGE_SIZE, "made_at")
    has = get_balances(reader)
    shown = [offer for offer in rows if at is None or offer.lapses_at > at]
    return OfferPage(build_visible_offers(shown, reader, has), next_cursor or None)


def find_offer(code: str, reader: Dynasty | None) -> VisibleOffer | None:
    """Return an offer that the reader may see, or None.

    An offer to a dynasty is visible to that dynasty and its maker, an accepted one to its maker and taker.
    The query itself filters, so that a hidden offer takes as long as a missing one.
    """
    visible = Q(to=None, status=Offer.Status.OPEN)
    if reader is not None:
        visible |= Q(giver=reader) | Q(to=reader) | Q(to=None, taker=reader)
    offer = query_offers().filter(visible, code=code).first()
    return build_visible_offers([offer], reader, get_balances(reader))[0] if offer else None


def was_public(code: str) -> bool:
    """Return whether there was an offer to everybody with this code."""
    return Offer.objects.filter(code=code, to=None).exists()


def build_visible_offers(offers: list[Offer], reader: Dynasty | None, has: dict[str, int]) -> list[VisibleOffer]:
    captives = [captive.emperor_id for offer in offers if (captive := get_captive(offer))]
    reputations = dynasties.get_reputations(captives) if captives else {}
    return [build_visible_offer(offer, reader, has, reputations) for offer in offers]


def get_captive(offer: Offer) -> Captive | None:
    """Return the emperor that an offer gives; None if it gives goods."""
    return getattr(offer, "captive", None)


def build_visible_offer(
    offer: Offer, reader: Dynasty | None, has: dict[str, int], reputations: dict[int, int]
) -> VisibleOffer:
    reader_id, captive = reader.pk if reader else None, get_captive(offer)
    return VisibleOffer(
        offer,
        list_parts(offer, Side.GIVES, has),
        list_parts(offer, Side.ASKS, has),
        offer.giver_id == reader_id,
        reader_id is not None and offer.to_id == reader_id,
        build_visible_captive(captive, reader_id, reputations[captive.emperor_id]) if captive else None,
    )


def build_visible_captive(captive: Captive, reader_id: int | None, reputation: int) -> VisibleCaptive:
    until, home = captive.reserved_until, captive.emperor.birthplace_id == reader_id
    return VisibleCaptive(captive.emperor, reputation, until if until and until > clock.now() else None, home)


def list_captives(dynasty: Dynasty) -> list[Emperor]:
    """Return the emperors at court that a dynasty may offer: born elsewhere, and not on offer."""
    away = Engagement.objects.filter(emperor=OuterRef("pk"))
    offered = Captive.objects.filter(emperor=OuterRef("pk"), open=True)
    found = dynasty.emperors.filter(~Exists(away), ~Exists(offered), died_at=None, fought_at__isnull=False)
    return list(found.exclude(birthplace=dynasty).select_related("birthplace").order_by("folded_name", "pk"))


def find_offer_of(emperor: Emperor, reader: Dynasty | None) -> VisibleOffer | None:
    """Return the open offer that gives an emperor, if there is one that the reader may see."""
    if emperor.dynasty_id == emperor.birthplace_id:
        return None
    codes = Captive.objects.filter(emperor=emperor, open=True).values_list("offer__code", flat=True)
    return find_offer(code, reader) if (code := codes.first()) else None


def list_parts(offer: Offer, side: str, has: dict[str, int]) -> list[Part]:
    """Return one side of an offer, in the order of the assets."""
    amounts = {part.asset: part.amount for part in offer.parts.all() if part.side == side}
    basket: Basket = tuple((asset, amounts[asset]) for asset in baskets.list_goods() if asset in amounts)
    return [Part(asset, amount, assets.format_amount(amount, asset), has.get(asset, 0)) for asset, amount in basket]
