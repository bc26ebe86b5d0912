"""Truces between two seats, an option: offered, agreed, with a public end; campaign.turn_truces is for turns."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from campaign import events
from campaign.errors import build_bad_number
from campaign.orders import Order
from campaign.resolution import Resolution
from campaign.state import State

MAX_ROUNDS = 10
"""A truce lasts no longer than this without being agreed again."""
Sheets = Mapping[str, Sequence[Order]]


def has_truces(state: State) -> bool:
    """Return whether seats may agree on truces.

    Battles that began before there were any have no such option.
    """
    return bool(state.options.get("truces", "off") != "off")


def join(one: str, other: str) -> str:
    """Return two seats as the key of their truce, in seat order.

    >>> join("c", "a")
    'ac'
    """
    return "".join(sorted((one, other)))


def are_at_peace(state: State, one: str, other: str) -> bool:
    """Return whether a truce between two seats lasts."""
    return join(one, other) in state.truces


def check_offer(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    """Check the offer of a truce; return the code of a refusal, or None."""
    if not has_truces(state):
        return "not_available"
    if order.partner in state.team(seat) or order.partner not in state.living:
        return "bad_partner"
    if len(state.standing) <= 2:
        return "only_two"
    if are_at_peace(state, seat, order.partner):
        return "in_truce"
    return None if 1 <= order.rounds <= MAX_ROUNDS else build_bad_number(1, MAX_ROUNDS)


def check_attack(state: State, seat: str, target: str) -> str | None:
    """Return the code that refuses an attack on a territory of a seat with a truce, or None."""
    return "truce" if state.options.get("truces") == "kept" and belongs_to_partner(state, seat, target) else None


def belongs_to_partner(state: State, seat: str, name: str) -> bool:
    """Return whether a territory belongs to a seat with which this one has a truce."""
    return are_at_peace(state, seat, state.owner(name))


def find_breaches(state: State, seat: str, orders: Sequence[Order]) -> list[Order]:
    """Return the attacks of a sheet that break a truce."""
    return [order for order in orders if order.do == "attack" and belongs_to_partner(state, seat, order.target)]


def list_forms(state: State, seat: str) -> list[dict[str, Any]]:
    """Return a form for each truce that a seat may offer or accept."""
    offers = [Order("truce", partner=other, rounds=1) for other in state.living]
    allowed = [offer.partner for offer in offers if check_offer(state, seat, offer, []) is None]
    return [{"do": "truce", "seat": other, "rounds": [1, MAX_ROUNDS]} for other in allowed]


def break_truces(resolution: Resolution, sheets: Sheets) -> None:
    """End every truce against which an attack was ordered, before anything is fought."""
    state = resolution.state
    for seat, orders in sheets.items():
        for partner in dict.fromkeys(state.owner(order.target) for order in find_breaches(state, seat, orders)):
            left = {key: last for key, last in resolution.state.truces.items() if key != join(seat, partner)}
            resolution.set(truces=left)
            resolution.record(events.build_truce_broken(seat, partner))


def agree(resolution: Resolution, sheets: Sheets) -> None:
    """Make a truce where two offers meet, publish the other offers, and drop what has run out.

    The round has been resolved and not been counted up yet: a truce lasts from the next round on, for the fewer of both
    numbers of rounds. An offer stands until the end of the next round.
    """
    state = resolution.state
    offers = dict(state.offers)
    for seat, orders in sheets.items():
        offers |= {seat + order.partner: (order.rounds, state.round + 1) for order in orders if order.do == "truce"}
    truces = {key: last for key, last in state.truces.items() if last > state.round and set(key) <= set(state.living)}
    for one, other in combinations(state.living, 2):
        if one + other in offers and other + one in offers:
            last = state.round + min(offers.pop(one + other)[0], offers.pop(other + one)[0])
            truces[join(one, other)] = last
            resolution.record(events.build_truce(one, other, last))
    for key, (rounds, until) in offers.items():
        if until == state.round + 1 and set(key) <= set(state.living):
            resolution.record(events.build_truce_offered(key[0], key[1], rounds))
    standing = {key: offer for key, offer in offers.items() if offer[1] > state.round and set(key) <= set(state.living)}
    resolution.set(truces=truces, offers=standing)
