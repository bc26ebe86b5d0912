"""Offers: made with what they give in escrow, and then accepted, withdrawn or lapsed, once."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import OFFER_DAYS, OPEN_OFFERS
from core.public_codes import new_code
from core.transactions import service
from dynasty.catalog import baskets
from dynasty.catalog.keys import Basket
from dynasty.models import Account, Dynasty, Emperor, Offer, OfferPart
from dynasty.selectors import dynasties
from dynasty.services import ransoms, treasury
from dynasty.services.offer_events import publish_offer
from dynasty.services.treasury import Payment

Status, Side = Offer.Status, OfferPart.Side
log = logging.getLogger(__name__)


@service
def create(
    *,
    dynasty: Dynasty,
    gives: dict[str, int],
    asks: dict[str, int],
    to: Dynasty | None = None,
    token: str = "",
    emperor: Emperor | None = None,
) -> Offer:
    """Offer a basket, or a captured emperor, for a basket, to everybody or to one dynasty.

    Two calls with one `token` are one offer.
    """
    goods, price = baskets.parse(gives), baskets.parse(asks)
    check_baskets(goods, price, emperor)
    check_trader(dynasty)
    check_recipient(dynasty, to)
    ransoms.check_recipient(emperor, to)
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)
    again = Offer.objects.filter(giver=dynasty, token=token).first() if token else None
    if again:
        return check_same_offer(again, goods, price, to, emperor)
    check_offer_count(dynasty)
    captured = ransoms.lock_captured(emperor, dynasty) if emperor else None
    at = clock.now()
    offer = Offer.objects.create(
        giver=dynasty,
        to=to,
        token=token or new_code(),
        made_at=at,
        lapses_at=at + timedelta(days=OFFER_DAYS),
        **({} if to else describe_swap(goods, price)),
    )
    OfferPart.objects.bulk_create(
        OfferPart(offer=offer, side=side, asset=asset, amount=amount)
        for side, basket in ((Side.GIVES, goods), (Side.ASKS, price))
        for asset, amount in basket
    )
    if captured:
        ransoms.put_up(offer, captured)
    treasury.move(build_stake_payments(offer, goods))
    publish_offer(offer, goods, price, at)
    return offer


def describe_swap(goods: Basket, price: Basket) -> dict[str, Any]:
    """Return the columns by which prices are read; none unless one asset is offered for one other.

    >>> describe_swap((("ruby", 2),), (("gold", 90),))
    {'pair': 'ruby>gold', 'amount': 2, 'cost': 90, 'price': 45.0}
    >>> describe_swap((("ruby", 2), ("silver", 1)), (("gold", 90),))
    {}
    """
    if len(goods) != 1 or len(price) != 1:
        return {}
    [(sold, amount)], [(paid, cost)] = goods, price
    return {"pair": f"{sold}>{paid}", "amount": amount, "cost": cost, "price": cost / amount}


def check_baskets(goods: Basket, price: Basket, emperor: Emperor | None) -> None:
    """Raise DomainError if a side is empty, an asset stands on both sides, or goods go with an emperor."""
    if emperor and goods:
        raise DomainError("emperor_alone", _("An Emperor is offered alone, without goods."))
    if not price or not (goods or emperor):
        raise DomainError("empty_basket", _("An offer gives something and asks for something."))
    if {asset for asset, _amount in goods} & {asset for asset, _amount in price}:
        raise DomainError("asset_on_both_sides", _("You cannot swap an asset for itself."))


def check_trader(dynasty: Dynasty) -> None:
    """Raise DomainError if a dynasty may not trade."""
    if not dynasties.has_fought(dynasty):
        raise DomainError(
            "never_fought", _("Before your dynasty makes or accepts offers, it must have fought a serious battle.")
        )


def check_recipient(dynasty: Dynasty, to: Dynasty | None) -> None:
    """Raise DomainError if nobody could accept."""
    if to is not None and to.house:
        raise DomainError("house_dynasty", _("House dynasties take offers to everybody only."))
    if to is not None and to.pk == dynasty.pk:
        sentence = _("You cannot make an offer to your own dynasty: name another one, or none.")
        raise DomainError("offer_to_yourself", sentence)


def check_offer_count(dynasty: Dynasty) -> None:
    """Raise DomainError at the limit of open offers. The caller holds the dynasty's row lock."""
    if Offer.objects.filter(giver=dynasty, status=Status.OPEN).count() >= OPEN_OFFERS:
        raise DomainError("too_many_offers", _("A dynasty can have %(most)s open offers."), most=OPEN_OFFERS)


def check_same_offer(offer: Offer, goods: Basket, price: Basket, to: Dynasty | None, emperor: Emperor | None) -> Offer:
    """Return the offer if it is equal to this request; raise DomainError otherwise."""
    captive = ransoms.find_captive(offer)
    made = (get_basket(offer, Side.GIVES), get_basket(offer, Side.ASKS), offer.to_id, captive and captive.emperor_id)
    if made != (goods, price, to and to.pk, emperor and emperor.pk):
        raise DomainError("key_reused", _("This was done before, with other amounts."))
    return offer


def get_basket(offer: Offer, side: str) -> Basket:
    """Return one side of an offer."""
    return baskets.parse(dict(offer.parts.filter(side=side).values_list("asset", "amount")))


def build_stake_payments(offer: Offer, goods: Basket) -> list[Payment]:
    """Return the payments of what is given into escrow."""
    return [
        Payment(f"offer:{offer.code}:{asset}", treasury.get_wallet(offer.giver, asset), held_in, asset, amount, "offer")
        for asset, amount in goods
        for held_in in [get_escrow(offer, asset)]
    ]


def get_escrow(offer: Offer, asset: str) -> Account:
    """Return the escrow account of an open offer."""
    return treasury.get_escrow(f"offer:{offer.code}", asset)


def lock_offer(offer_id: int) -> Offer:
    """Lock an offer's row and return it; raise DomainError if there is none."""
    rows = Offer.objects.select_for_update(no_key=True, of=("self",)).select_related("giver", "to", "taker")
    found = rows.filter(pk=offer_id).first()
    if found is None:
        raise DomainError("no_such_offer", _("There is no such offer."))
    return found


def check_open(offer: Offer, at: datetime) -> None:
    if offer.status != Status.OPEN or offer.lapses_at <= at:
        raise DomainError("offer_ended", _("This offer is no longer open."))


@service
def accept(*, offer: Offer, dynasty: Dynasty) -> Offer:
    """Swap both baskets; nothing happens if this dynasty has accepted already."""
    row, at = lock_offer(offer.pk), clock.now()
    if row.taker_id == dynasty.pk:
        return row
    check_open(row, at)
    if row.giver_id == dynasty.pk:
        raise DomainError("offer_to_yourself", _("An offer is for somebody else."))
    if row.to_id not in (None, dynasty.pk):
        raise DomainError("no_such_offer", _("There is no such offer."))
    captive = ransoms.find_captive(row)
    ransoms.check_turn(captive, dynasty, at)
    check_trader(dynasty)
    goods, price = get_basket(row, Side.GIVES), get_basket(row, Side.ASKS)
    if captive:
        ransoms.lock_captured(captive.emperor, row.giver, offered=True)
    treasury.move(build_swap_payments(row, dynasty, goods, price))
    if captive:
        ransoms.hand_over(captive, dynasty)
    return close(row, Status.ACCEPTED, at, goods, price, taker=dynasty)


def build_swap_payments(offer: Offer, taker: Dynasty, goods: Basket, price: Basket) -> list[Payment]:
    """Return the payments to both sides."""
    ref, purse = f"offer:{offer.code}", treasury.get_wallet
    pays = [
        Payment(f"{ref}:{asset}:paid", purse(taker, asset), purse(offer.giver, asset), asset, amount, "trade")
        for asset, amount in price
    ]
    gets = [
        Payment(f"{ref}:{asset}:taken", get_escrow(offer, asset), purse(taker, asset), asset, amount, "trade")
        for asset, amount in goods
    ]
    return pays + gets


def close(offer: Offer, status: str, at: datetime, goods: Basket, price: Basket, taker: Dynasty | None = None) -> Offer:
    """Store how an offer ended, and publish it."""
    offer.status, offer.ended_at, offer.taker = status, at, taker
    offer.save(update_fields=["status", "ended_at", "taker"])
    ransoms.end(offer)
    publish_offer(offer, goods, price, at)
    return offer


@service
def withdraw(*, offer: Offer, dynasty: Dynasty) -> Offer:
    """Withdraw an own offer and refund it; nothing happens if it is withdrawn already."""
    row, at = lock_offer(offer.pk), clock.now()
    if row.giver_id != dynasty.pk:
        raise DomainError("not_yours", _("Only the dynasty that made an offer can withdraw it."))
    if row.status == Status.WITHDRAWN:
        return row
    check_open(row, at)
    return refund(row, Status.WITHDRAWN, at)


def refund(offer: Offer, status: str, at: datetime) -> Offer:
    """End a locked offer that nobody accepted, and refund it."""
    goods = get_basket(offer, Side.GIVES)
    treasury.move(
        Payment(
            f"offer:{offer.code}:{asset}:back",
            get_escrow(offer, asset),
            treasury.get_wallet(offer.giver, asset),
            asset,
            amount,
            "given_back",
        )
        for asset, amount in goods
    )
    return close(offer, status, at, goods, get_basket(offer, Side.ASKS))


def lapse_due(*, limit: int = 200) -> int:
    """Let overdue offers lapse, each in its own transaction, and return how many."""
    due = Offer.objects.filter(status=Status.OPEN, lapses_at__lte=clock.now()).order_by("lapses_at")
    return sum(try_lapse(pk) for pk in due.values_list("pk", flat=True)[:limit])


def try_lapse(offer_id: int) -> bool:
    """Let one offer lapse; log an error instead of raising it, so that the others go on."""
    try:
        return lapse(offer_id)
    except Exception:
        log.exception("offer %s cannot lapse", offer_id)
        return False


@service
def lapse(offer_id: int) -> bool:
    """Let one offer lapse if it is overdue and still open; return whether it did."""
    row, at = lock_offer(offer_id), clock.now()
    if row.status != Status.OPEN or row.lapses_at > at:
        return False
    refund(row, Status.LAPSED, at)
    return True
