"""Stages one and two of the simultaneous game: the reserve, and the moves."""

from collections.abc import Mapping, Sequence

from campaign import events
from campaign.orders import Order
from campaign.resolution import Resolution
from campaign.simultaneous.priority import pay_rank, rank
from campaign.state import State
from campaign.units import Garrison, change, count_spare, get_price

Sheets = Mapping[str, Sequence[Order]]
Bids = dict[str, tuple[int, str]]
"""By seat how many armies are bid, and of which unit."""


def payments(state: State, orders: Sequence[Order], reserve: int) -> dict[Order, int]:
    """Return what each order gets of the reserve, in the order of payment; a bid cut too low gets nothing."""
    left = reserve
    paid: dict[Order, int] = {}
    paying = [order for order in orders if order.do in ("reinforce", "colonize")]
    for order in sorted(paying, key=lambda order: pay_rank(state, order.at)):
        price = get_price(state.options, order.unit)
        granted = min(order.armies, left // price)
        if order.do == "colonize" and granted < state.options["min_bid"]:
            granted = 0
        paid[order] = granted
        left -= granted * price
    return paid


def spend(resolution: Resolution, sheets: Sheets) -> None:
    """Pay what was asked of the reserves, place it, and settle the auctions."""
    bids: dict[str, Bids] = {}
    placements: list[tuple[str, str, int, str]] = []
    for seat, orders in sheets.items():
        for order, armies in payments(resolution.state, orders, resolution.state.reserve.get(seat, 0)).items():
            pay(resolution, seat, order, armies)
            if armies and order.do == "colonize":
                bids.setdefault(order.at, {})[seat] = armies, order.unit
            elif armies:
                placements.append((order.at, seat, armies, order.unit))
    state = resolution.state
    for name, seat, armies, unit in sorted(placements, key=lambda row: rank(state, row[0])):
        resolution.add(name, armies, unit)
        resolution.record(events.build_placed(seat, name, armies, unit))
    for name in sorted(bids, key=lambda name: rank(state, name)):
        auction(resolution, name, bids[name])


def pay(resolution: Resolution, seat: str, order: Order, armies: int) -> None:
    """Take armies from a reserve, and report an order that was cut."""
    stock = resolution.state.reserve
    price = get_price(resolution.state.options, order.unit)
    resolution.set(reserve={**stock, seat: stock.get(seat, 0) - armies * price})
    if armies < order.armies:
        resolution.record(events.build_trimmed(seat, order.json(), order.armies, armies))


def auction(resolution: Resolution, name: str, bids: Bids) -> None:
    """Give a territory to the highest bid; equal ones roll off, and the others get theirs back.

    Who bids in the fog may bid for a territory that somebody holds: all those bids lose.
    """
    if resolution.state.owner(name):
        for seat, (armies, _unit) in bids.items():
            resolution.record(events.build_lost_bid(seat, name, armies))
        return_bids(resolution, bids)
        return
    most = max(armies for armies, _unit in bids.values())
    highest = [seat for seat in resolution.state.seats if seat in bids and bids[seat][0] == most]
    winner = highest[0] if len(highest) == 1 else resolution.roll_off(highest)
    resolution.hold(name, winner, *bids[winner])
    counts = {seat: armies for seat, (armies, _unit) in bids.items()}
    resolution.record(events.build_auction(name, counts, winner, bids[winner][1]))
    return_bids(resolution, {seat: bid for seat, bid in bids.items() if seat != winner})


def return_bids(resolution: Resolution, losing: Bids) -> None:
    """Give losing bids back, unless they are lost."""
    if resolution.state.options["losing_bids"] == "kept":
        options, stock = resolution.state.options, resolution.state.reserve
        back = {seat: stock[seat] + armies * get_price(options, unit) for seat, (armies, unit) in losing.items()}
        resolution.set(reserve={**stock, **back})


def departures(state: State, moves: Sequence[Order], standing: Mapping[str, Garrison]) -> dict[Order, int]:
    """Return what each move gets of what its territory can spare, in the fixed order of the targets."""
    left = dict(standing)
    departing: dict[Order, int] = {}
    for order in sorted(moves, key=lambda order: rank(state, order.target)):
        departing[order] = min(order.armies, count_spare(left[order.origin], order.unit))
        left[order.origin] = change(left[order.origin], order.unit, -departing[order])
    return departing


def move(resolution: Resolution, sheets: Sheets) -> None:
    """Let all moves leave together, then arrive."""
    standing = {name: resolution.state.garrison(name) for name in resolution.state.board}
    for seat, orders in sheets.items():
        leaving = departures(resolution.state, [order for order in orders if order.do == "move"], standing)
        for order, armies in leaving.items():
            if armies < order.armies:
                resolution.record(events.build_trimmed(seat, order.json(), order.armies, armies))
            if armies:
                resolution.add(order.origin, -armies, order.unit)
                resolution.add(order.target, armies, order.unit)
                resolution.record(events.build_moved(seat, order.origin, order.target, armies, order.unit))
