"""Stages one and two of the simultaneous game: the reserve, and the moves."""

from collections.abc import Mapping, Sequence

from campaign import events
from campaign.orders import Order
from campaign.priority import rank
from campaign.resolution import Course
from campaign.state import State

Given = Mapping[str, Sequence[Order]]


def payments(state: State, seat: str, orders: Sequence[Order]) -> dict[Order, int]:
    """Return what each order gets of the reserve, in the fixed order; a bid cut too low gets nothing."""
    left = state.reserve.get(seat, 0)
    paid: dict[Order, int] = {}
    paying = [order for order in orders if order.do in ("reinforce", "colonize")]
    for order in sorted(paying, key=lambda order: rank(state, order.at)):
        given = min(order.armies, left)
        if order.do == "colonize" and given < state.options["min_bid"]:
            given = 0
        paid[order] = given
        left -= given
    return paid


def spend(course: Course, given: Given) -> None:
    """Pay what was asked of the reserves, place it, and settle the auctions."""
    bids: dict[str, dict[str, int]] = {}
    placements: list[tuple[str, str, int]] = []
    for seat, orders in given.items():
        for order, armies in payments(course.state, seat, orders).items():
            pay(course, seat, order, armies)
            if armies and order.do == "colonize":
                bids.setdefault(order.at, {})[seat] = armies
            elif armies:
                placements.append((order.at, seat, armies))
    state = course.state
    for name, seat, armies in sorted(placements, key=lambda row: rank(state, row[0])):
        course.add(name, armies)
        course.tell(events.placed(seat, name, armies))
    for name in sorted(bids, key=lambda name: rank(state, name)):
        auction(course, name, bids[name])


def pay(course: Course, seat: str, order: Order, armies: int) -> None:
    """Take armies from a reserve, and report an order that was cut."""
    stock = course.state.reserve
    course.set(reserve={**stock, seat: stock.get(seat, 0) - armies})
    if armies < order.armies:
        course.tell(events.trimmed(seat, order.json(), order.armies, armies))


def auction(course: Course, name: str, bids: Mapping[str, int]) -> None:
    """Give a territory to the highest bid; equal ones roll off, and the others get theirs back."""
    highest = [seat for seat in course.state.seats if bids.get(seat) == max(bids.values())]
    winner = highest[0] if len(highest) == 1 else course.roll_off(highest)
    course.hold(name, winner, bids[winner])
    course.tell(events.auction(name, bids, winner))
    if course.state.options["losing_bids"] == "kept":
        stock = course.state.reserve
        back = {seat: stock[seat] + armies for seat, armies in bids.items() if seat != winner}
        course.set(reserve={**stock, **back})


def departures(state: State, moves: Sequence[Order], spare: Mapping[str, int]) -> dict[Order, int]:
    """Return what each move gets of what its territory can spare, in the fixed order of the targets."""
    left = dict(spare)
    given: dict[Order, int] = {}
    for order in sorted(moves, key=lambda order: rank(state, order.target)):
        given[order] = min(order.armies, left[order.origin])
        left[order.origin] -= given[order]
    return given


def move(course: Course, given: Given) -> None:
    """Let all moves leave together, then arrive."""
    spare = {name: held.armies - 1 for name, held in course.state.board.items()}
    for seat, orders in given.items():
        leaving = departures(course.state, [order for order in orders if order.do == "move"], spare)
        for order, armies in leaving.items():
            if armies < order.armies:
                course.tell(events.trimmed(seat, order.json(), order.armies, armies))
            if armies:
                course.add(order.origin, -armies)
                course.add(order.target, armies)
                course.tell(events.moved(seat, order.origin, order.target, armies))
