"""Sentences for orders that could not be carried out as they were given: in the words of the map, not as typed."""

from collections.abc import Mapping
from typing import Any

from campaign.events import NOT_WON, Event
from campaign.words.i18n import N_, Sentence
from campaign.words.place_names import format_territory

NO_MORE_PLACING = N_("%(seat)s can no longer place armies on %(at)s.")
NO_MORE_MOVING = N_("%(seat)s can no longer move armies from %(from)s to %(to)s.")
LAPSED = {
    "attack": N_("%(seat)s can no longer attack %(to)s from %(from)s."),
    "capital": N_("%(seat)s can no longer choose %(at)s as a capital."),
    "claim": N_("%(seat)s can no longer claim %(at)s."),
    "colonize": N_("%(seat)s can no longer bid for %(at)s."),
    "fortify": NO_MORE_MOVING,
    "move": NO_MORE_MOVING,
    "place": NO_MORE_PLACING,
    "reinforce": NO_MORE_PLACING,
    "trade": N_("%(seat)s can no longer trade those cards."),
}
"""What is told of an order that is not possible any more when its turn comes, by its first word."""
TRIMMED = {
    "attack": N_("%(seat)s has only %(n)s left to attack %(to)s from %(from)s."),
    "colonize": N_("%(seat)s has only %(n)s left to bid for %(at)s."),
    "move": N_("%(seat)s has only %(n)s left to move from %(from)s to %(to)s."),
    "reinforce": N_("%(seat)s has only %(n)s left to place on %(at)s."),
}
"""What is told of an order that asked for more armies than there were."""
ANY_LAPSED = N_("An order of %(seat)s is not possible any more.")
ANY_TRIMMED = N_("%(seat)s has only %(n)s left for an order.")
IN_VAIN = N_("%(seat)s bids %(n)s for %(at)s in vain.")
PLACES = ("at", "from", "to")


def describe_trimmed(event: Event) -> list[Sentence]:
    """Return the sentence on an order that was carried out with fewer armies."""
    return [describe_order(event, TRIMMED, ANY_TRIMMED, {"n": event["given"]})]


def describe_lapsed(event: Event) -> list[Sentence]:
    """Return the sentence on an order that was not carried out."""
    if event["why"] == NOT_WON:
        return [describe_order(event, {"colonize": IN_VAIN}, ANY_LAPSED, {"n": event["order"]["armies"]})]
    return [describe_order(event, LAPSED, ANY_LAPSED, {})]


def describe_order(event: Event, sentences: Mapping[str, str], other: str, facts: Mapping[str, Any]) -> Sentence:
    """Return the sentence of an order's verb with its places; the other one if the order does not name all of them."""
    order = event["order"]
    fields = {"seat": event["seat"], **facts}
    fields |= {name: format_territory(order[name]) for name in PLACES if isinstance(order.get(name), str)}
    sentence = sentences.get(order["do"], other)
    needed = (name for name in PLACES if f"%({name})s" in sentence)
    return (sentence if all(name in fields for name in needed) else other), fields
