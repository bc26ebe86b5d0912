"""Truces in the games in turns: offered and accepted in one's own turn, from then on until the end of a round."""

from campaign import events
from campaign.orders import Order
from campaign.resolution import Resolution
from campaign.simultaneous import truces
from campaign.state import State

PHASES = ("draft", "cards", "attack", "fortify")
"""The phases in which a truce can be offered: those of one's own turn that one closes oneself."""


def check_offer(state: State, seat: str, order: Order) -> str | None:
    """Return the code that refuses an offer or an acceptance, or None."""
    if code := truces.check_offer(state, seat, order, []):
        return code
    return "offered" if seat + order.partner in state.offers else None


def list_forms(state: State, seat: str) -> list[dict[str, object]]:
    """Return a form for each truce that a seat may offer or accept."""
    return [form for form in truces.list_forms(state, seat) if seat + form["seat"] not in state.offers]


def offer(resolution: Resolution, seat: str, order: Order) -> None:
    """Accept what the other seat has offered, for the fewer of both numbers of rounds; else publish one's own offer.

    A truce lasts from now on. An offer stands until the end of the next round: the other seat has a turn for it.
    """
    state, partner = resolution.state, order.partner
    offered = state.offers.get(partner + seat)
    if offered is None:
        resolution.set(offers={**state.offers, seat + partner: (order.rounds, state.round + 1)})
        resolution.record(events.build_truce_offered(seat, partner, order.rounds))
        return
    last = state.round + min(order.rounds, offered[0])
    one, other = sorted((seat, partner))
    left = {key: found for key, found in state.offers.items() if key != partner + seat}
    resolution.set(truces={**state.truces, one + other: last}, offers=left)
    resolution.record(events.build_truce(one, other, last))


def break_truce(resolution: Resolution, seat: str, order: Order) -> None:
    """End the truce with the seat that is attacked, if there is one, before any die is rolled."""
    truces.break_truces(resolution, {seat: [order]})


def drop_ended(resolution: Resolution) -> None:
    """Drop truces and offers that have run out, and those of seats that have left."""
    state = resolution.state
    living, now = set(state.living), state.round
    lasting = {key: last for key, last in state.truces.items() if last >= now and set(key) <= living}
    standing = {key: found for key, found in state.offers.items() if found[1] >= now and set(key) <= living}
    if (lasting, standing) != (state.truces, state.offers):
        resolution.set(truces=lasting, offers=standing)
