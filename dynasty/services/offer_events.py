"""From here dynasties hear of offers: in their logs, and in their streams (type `offer`)."""

from datetime import datetime
from typing import Any

from dynasty.catalog.keys import Basket
from dynasty.models import Captive, Dynasty, Offer
from dynasty.services import chronicle, event_streams, notifications


def publish_offer(offer: Offer, gives: Basket, asks: Basket, at: datetime) -> None:
    """Record in log and streams of both sides that an offer was made or how it ended, and notify."""
    other = offer.taker or offer.to
    sides = [side for side in (offer.giver, other) if side]
    made = offer.status == Offer.Status.OPEN
    captive = Captive.objects.select_related("emperor__birthplace").filter(offer=offer).first()
    facts = {
        "gives": dict(gives),
        "asks": dict(asks),
        "giver": offer.giver.name,
        "other": other.name if other else "",
        "code": offer.code,
        "result": ("made_to" if other else "made") if made else offer.status,
    }
    if captive:
        facts |= {"captive": captive.emperor.name, "emperor_code": captive.emperor.code}
    chronicle.record(
        key=f"offer:{offer.code}:{offer.status}",
        kind="offer",
        public=False,
        at=at,
        mentions=[(side, None) for side in sides],
        facts=facts,
    )
    notify_other_side(offer, facts, captive)
    for side in sorted(sides, key=lambda side: side.pk):
        publish_to_side(offer, side)


def notify_other_side(offer: Offer, facts: dict[str, Any], captive: Captive | None) -> None:
    """Notify the side that did not act: the recipient of an offer, or its maker when it ends.

    An offer of an emperor to everybody is told to the dynasty where it was born.
    """
    open_or_withdrawn = offer.status in (Offer.Status.OPEN, Offer.Status.WITHDRAWN)
    reader, doer = (offer.to, offer.giver) if open_or_withdrawn else (offer.giver, offer.taker or offer.giver)
    if captive and open_or_withdrawn:
        reader = captive.emperor.birthplace
    if reader:
        values = {"dynasty": doer.name, "gives": facts["gives"], "asks": facts["asks"], "result": offer.status}
        if captive:
            values |= build_captive_facts(offer, captive)
        notifications.notify(dynasty=reader, kind="offer", facts=values, key=f"offer:{offer.code}:{offer.status}")


def build_captive_facts(offer: Offer, captive: Captive) -> dict[str, Any]:
    """Return what a notification says of the emperor that an offer gives, and until when only its reader may accept."""
    facts: dict[str, Any] = {"captive": captive.emperor.name}
    if offer.status != Offer.Status.OPEN:
        return facts
    if captive.reserved_until is None:
        return facts | {"result": "captive"}
    return facts | {"result": "captive_first", "deadline": captive.reserved_until.isoformat()}


def publish_to_side(offer: Offer, side: Dynasty) -> None:
    """Publish an offer's status to one dynasty's stream."""
    event_streams.publish_event(
        stream_name=f"dynasty:{side.code}",
        key=f"offer:{offer.code}:{offer.status}",
        type="offer",
        body={"offer": offer.code, "status": offer.status, "own": side.pk == offer.giver_id},
    )
