"""Stages one and two of the simultaneous game: the reserve, and the moves."""

from collections.abc import Mapping, Sequence

from campaign import events
from campaign.orders import Order
from campaign.resolution import Resolution
from campaign.simultaneous.priority import pay_rank, rank
from campaign.state import State

Sheets = Mapping[str, Sequence[Order]]


def payments(state: State, orders: Sequence[Order], reserve: int) -> dict[Order, int]:
    """Return what each order gets of the reserve, in the order of payment; a bid cut too low gets nothing."""
    left = reserve
    paid: dict[Order, int] = {}
    paying = [order for order in orders if order.do in ("reinforce", "colonize")]
    for order in sorted(paying, key=lambda order: pay_rank(state, order.at)):
        granted = min(order.armies, left)
        if order.do == "colonize" and granted < state.options["min_bid"]:
            granted = 0
        paid[order] = granted
        left -= granted
    return paid


def spend(resolution: Resolution, sheets: Sheets) -> None:
    """Pay what was asked of the reserves, place it, and settle the auctions."""
    bids: dict[str, dict[str, int]] = {}
    placements: list[tuple[str, str, int]] = []
    for seat, orders in sheets.items():
        for order, armies in payments(resolution.state, orders, resolution.state.reserve.get(seat, 0)).items():
            pay(resolution, seat, order, armies)
            if armies and order.do == "colonize":
                bids.setdefault(order.at, {})[seat] = armies
            elif armies:
                placements.append((order.at, seat, armies))
    state = resolution.state
    for name, seat, armies in sorted(placements, key=lambda row: rank(state, row[0])):
        resolution.add(name, armies)
        resolution.record(events.build_placed(seat, name, armies))
    for name in sorted(bids, key=lambda name: rank(state, name)):
        auction(resolution, name, bids[name])


def pay(resolution: Resolution, seat: str, order: Order, armies: int) -> None:
    """Take armies from a reserve, and report an order that was cut."""
    stock = resolution.state.reserve
    resolution.set(reserve={**stock, seat: stock.get(seat, 0) - armies})
    if armies < order.armies:
        resolution.record(events.build_trimmed(seat, order.json(), order.armies, armies))


def auction(resolution: Resolution, name: str, bids: Mapping[str, int]) -> None:
    """Give a territory to the highest bid; equal ones roll off, and the others get theirs back."""
    highest = [seat for seat in resolution.state.seats if bids.get(seat) == max(bids.values())]
    winner = highest[0] if len(highest) == 1 else resolution.roll_off(highest)
    resolution.hold(name, winner, bids[winner])
    resolution.record(events.build_auction(name, bids, winner))
    if resolution.state.options["losing_bids"] == "kept":
        stock = resolution.state.reserve
        back = {seat: stock[seat] + armies for seat, armies in bids.items() if seat != winner}
        resolution.set(reserve={**stock, **back})


def departures(state: State, moves: Sequence[Order], spare: Mapping[str, int]) -> dict[Order, int]:
    """Return what each move gets of what its territory can spare, in the fixed order of the targets."""
    left = dict(spare)
    departing: dict[Order, int] = {}
    for order in sorted(moves, key=lambda order: rank(state, order.target)):
        departing[order] = min(order.armies, left[order.origin])
        left[order.origin] -= departing[order]
    return departing


def move(resolution: Resolution, sheets: Sheets) -> None:
    """Let all moves leave together, then arrive."""
    spare = {name: holding.armies - 1 for name, holding in resolution.state.board.items()}
    for seat, orders in sheets.items():
        leaving = departures(resolution.state, [order for order in orders if order.do == "move"], spare)
        for order, armies in leaving.items():
            if armies < order.armies:
                resolution.record(events.build_trimmed(seat, order.json(), order.armies, armies))
            if armies:
                resolution.add(order.origin, -armies)
                resolution.add(order.target, armies)
                resolution.record(events.build_moved(seat, order.origin, order.target, armies))
