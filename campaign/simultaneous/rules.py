"""The game `campaign.simultaneous`: legal orders, checks, defaults and resolution."""

from collections.abc import Mapping
from typing import Any

from campaign import events, fog
from campaign.cards import sets_in
from campaign.chance import Luck
from campaign.errors import OrderError, build_bid_too_low
from campaign.events import Event
from campaign.findings import Finding, build_warning
from campaign.holdings import LIMIT
from campaign.leaving import eliminate
from campaign.missions import region_bonus
from campaign.orders import SIMULTANEOUS, Order
from campaign.resolution import Resolution
from campaign.rounds import close_round, strengths
from campaign.simultaneous import cards, fighting, reserve, truces
from campaign.simultaneous import orders as simultaneous_orders
from campaign.simultaneous.opening import open_round
from campaign.simultaneous.orders import Condition
from campaign.state import State
from campaign.units import PLAIN, UNITS, Garrison, change, count_spare, divide, list_units


def begin(resolution: Resolution) -> None:
    """Give everybody a reserve, and deal what is dealt."""
    state = resolution.state
    resolution.set(reserve=dict.fromkeys(state.seats, state.options["reserve"]))
    cards.shuffle_deck(resolution)
    if state.options["start"] == "open":
        return
    share = len(state.map.place) // len(state.seats) if state.options["start"] == "dealt" else 1
    mixed = resolution.luck.shuffle(list(state.map.place))
    for number, name in enumerate(mixed[: share * len(state.seats)]):
        seat = state.seats[number % len(state.seats)]
        resolution.hold(name, seat, 0)
        for unit, armies in divide(state.options["start_armies"], list_units(state.options)).items():
            resolution.add(name, armies, unit)
            resolution.record(events.build_placed(seat, name, armies, unit))
    resolution.set(landed=state.seats)


def to_act(state: State) -> tuple[str, ...]:
    """Return the seats that must submit now: all the living."""
    return state.living if state.ended is None else ()


def colonize(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    if fog.is_visible(state, seat, order.at) and state.owner(order.at) != "":
        return "not_unclaimed"
    least = state.options["min_bid"]
    return build_bid_too_low(least) if order.armies < least else None


def attack(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    problem = simultaneous_orders.attack(state, seat, order, before)
    return problem or ("unclaimed_target" if state.owner(order.target) == "" else None)


def name_unit(condition: Condition) -> Condition:
    """Return a condition that also checks the unit that an order names; the code of a refusal, or None."""

    def check_both(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
        return condition(state, seat, order, before) or check_unit(state, order)

    return check_both


def check_unit(state: State, order: Order) -> str | None:
    """Check that an order names a unit of the battle where there are some; return the code of a refusal, or None."""
    if order.unit in list_units(state.options):
        return None
    if list_units(state.options) == PLAIN:
        return "not_available" if order.unit in UNITS else "bad_field"
    return "unknown_unit"


CONDITIONS: dict[str, Condition] = {
    "reinforce": name_unit(simultaneous_orders.own),
    "colonize": name_unit(colonize),
    "trade": cards.check_trade,
    "move": name_unit(simultaneous_orders.move),
    "attack": name_unit(attack),
    "truce": truces.check_offer,
    "nop": simultaneous_orders.always,
}
RULES = {verb: (shape, CONDITIONS[verb]) for verb, shape in SIMULTANEOUS.items()}


def check(state: State, seat: str, submission: object) -> list[Finding]:
    """Return what is wrong with a sheet; asking for more than there is only draws a warning."""
    findings, read = simultaneous_orders.check(state, seat, submission, RULES, tuple(RULES))
    if findings or not read:
        return findings
    lines = {order: number for number, order in enumerate(read, 1)}
    paid = reserve.payments(state, read, state.reserve.get(seat, 0) + cards.count_traded(state, read))
    cut = [order for order in paid if paid[order] < order.armies]
    standing = _reinforce(state, read, paid)
    warned = [build_warning("over_reserve", lines[order]) for order in cut]
    warned += [build_warning("over_armies", lines[order]) for order in _too_big(state, read, standing)]
    warned += simultaneous_orders.warn_of_breaches(state, seat, read)
    return sorted(warned, key=lambda finding: int(finding["line"]))


def _reinforce(state: State, read: list[Order], paid: Mapping[Order, int]) -> dict[str, Garrison]:
    """Return what stands in each territory once the paid reinforcements have come."""
    standing = {name: state.garrison(name) for name in state.board}
    for order in read:
        if order.do == "reinforce":
            standing[order.at] = change(standing[order.at], order.unit, paid[order])
    return standing


def _too_big(state: State, read: list[Order], standing: Mapping[str, Garrison]) -> list[Order]:
    """Return the moves and attacks that will be cut, as far as the own sheet tells."""
    moves = [order for order in read if order.do == "move"]
    departing = reserve.departures(state, moves, standing)
    there = dict(standing)
    for order in moves:
        there[order.origin] = change(there[order.origin], order.unit, -departing[order])
        there[order.target] = change(there[order.target], order.unit, departing[order])
    attacks = [order for order in read if order.do == "attack"]
    cut = [order for order in attacks if order.armies > count_spare(there[order.origin], order.unit)]
    return [order for order in moves if departing[order] < order.armies] + cut


def legal(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the forms of the lines that may stand on a sheet; what is asked too much is cut."""
    if seat not in to_act(state):
        return []
    own, any_number = state.list_owned(seat), [1, LIMIT]
    visible = fog.get_visible_board(state, seat)
    free = [name for name in state.board if name not in visible or not visible[name].owner]
    bid = [state.options["min_bid"], LIMIT]
    steps = [(origin, target) for origin in own for target in state.map.neighbours[origin]]
    of = {"unit": list(UNITS)} if list_units(state.options) == UNITS else {}
    return [
        *({"do": "reinforce", "at": name, "armies": any_number, **of} for name in own),
        *({"do": "colonize", "at": name, "armies": bid, **of} for name in free),
        *({"do": "trade", "cards": list(each)} for each in sets_in(state, seat)),
        *(_step(state, seat, *step) | of for step in steps if can_enter(state, seat, step[1])),
        *truces.list_forms(state, seat),
        {"do": "nop"},
    ]


def can_enter(state: State, seat: str, name: str) -> bool:
    """Return whether a seat may move to a territory or attack it: it is not unclaimed, and no truce is in the way."""
    return state.owner(name) != "" and truces.check_attack(state, seat, name) is None


def _step(state: State, seat: str, origin: str, target: str) -> dict[str, Any]:
    verb = "move" if state.owner(target) in state.team(seat) else "attack"
    return {"do": verb, "from": origin, "to": target, "armies": [1, LIMIT]}


def default(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the empty sheet."""
    if seat not in to_act(state):
        raise OrderError("not_your_turn")
    return []


def resolve(state: State, submitted: Mapping[str, Any], luck: Luck) -> tuple[State, list[Event]]:
    """Return the state after one round, and what happened."""
    resolution, has_left = open_round(state, submitted, luck, check)
    if has_left:
        return resolution.finish(luck.words)
    sheets = {
        seat: simultaneous_orders.read(simultaneous_orders.data_of(submitted.get(seat)) or [], SIMULTANEOUS, state)
        for seat in to_act(state)
    }
    before = strengths(state)
    truces.break_truces(resolution, sheets)
    cards.trade(resolution, sheets)
    reserve.spend(resolution, sheets)
    reserve.move(resolution, sheets)
    captors = fighting.fight(resolution, sheets)
    close(resolution, before, captors, sheets)
    return resolution.finish(luck.words)


def close(
    resolution: Resolution,
    before: Mapping[str, tuple[int, int]],
    captors: Mapping[str, str],
    sheets: Mapping[str, list[Order]],
) -> None:
    """End the round: who is eliminated, who wins, what everybody receives, who agrees on a truce."""
    landed = [
        seat for seat in resolution.state.seats if seat in resolution.state.landed or resolution.state.list_owned(seat)
    ]
    resolution.set(landed=tuple(landed))
    cards.draw(resolution)
    fallen = [
        seat
        for seat in resolution.state.living
        if not resolution.state.list_owned(seat) and not may_land(resolution.state, seat)
    ]
    for seat in fallen:
        eliminate(resolution, seat, captors.get(seat), before[seat])
    cards.hand_on(resolution, fallen, captors)
    if not close_round(resolution):
        for seat in resolution.state.living:
            receive(resolution, seat)
        truces.agree(resolution, sheets)
        resolution.set(round=resolution.state.round + 1)


def may_land(state: State, seat: str) -> bool:
    """Tell whether a seat that never had a territory could still get one."""
    return seat not in state.landed and state.reserve.get(seat, 0) > 0 and bool(state.list_owned(""))


def receive(resolution: Resolution, seat: str) -> None:
    """Pay the income of a seat with territory into its reserve."""
    state, options = resolution.state, resolution.state.options
    lands = len(state.list_owned(seat))
    if not lands:
        return
    armies = max(options["income_minimum"], lands // options["income_divisor"])
    armies += region_bonus(state, seat) if options["region_bonus"] else 0
    resolution.set(reserve={**state.reserve, seat: state.reserve.get(seat, 0) + armies})
    resolution.record(events.build_income(seat, None, armies))
