"""From here dynasties hear of offers: in their logs, and in their streams (type `offer`)."""

from datetime import datetime
from typing import Any

from dynasty.catalog.keys import Basket
from dynasty.models import Dynasty, Offer
from dynasty.services import chronicle, event_streams, notifications


def publish_offer(offer: Offer, gives: Basket, asks: Basket, at: datetime) -> None:
    """Record in log and streams of both sides that an offer was made or how it ended, and notify."""
    other = offer.taker or offer.to
    sides = [side for side in (offer.giver, other) if side]
    made = offer.status == Offer.Status.OPEN
    facts = {
        "gives": dict(gives),
        "asks": dict(asks),
        "giver": offer.giver.name,
        "other": other.name if other else "",
        "code": offer.code,
        "result": ("made_to" if other else "made") if made else offer.status,
    }
    chronicle.record(
        key=f"offer:{offer.code}:{offer.status}",
        kind="offer",
        public=False,
        at=at,
        mentions=[(side, None) for side in sides],
        facts=facts,
    )
    notify_other_side(offer, facts)
    for side in sorted(sides, key=lambda side: side.pk):
        publish_to_side(offer, side)


def notify_other_side(offer: Offer, facts: dict[str, Any]) -> None:
    """Notify the side that did not act: the recipient of an offer, or its maker when it ends."""
    open_or_withdrawn = offer.status in (Offer.Status.OPEN, Offer.Status.WITHDRAWN)
    reader, doer = (offer.to, offer.giver) if open_or_withdrawn else (offer.giver, offer.taker or offer.giver)
    if reader:
        said = {"dynasty": doer.name, "gives": facts["gives"], "asks": facts["asks"], "result": offer.status}
        notifications.notify(dynasty=reader, kind="offer", facts=said, key=f"offer:{offer.code}:{offer.status}")


def publish_to_side(offer: Offer, side: Dynasty) -> None:
    """Publish an offer's status to one dynasty's stream."""
    event_streams.publish_event(
        stream_name=f"dynasty:{side.code}",
        key=f"offer:{offer.code}:{offer.status}",
        type="offer",
        body={"offer": offer.code, "status": offer.status, "own": side.pk == offer.giver_id},
    )
