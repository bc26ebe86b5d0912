"""The game `campaign.skirmish`: legal orders, checks, defaults and resolution."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaign import events
from campaign.chance import Luck
from campaign.errors import (
    OrderError,
    build_bad_number,
    build_not_enough_money,
    build_too_many,
    build_too_many_leave,
)
from campaign.events import Event
from campaign.findings import Finding, build_error
from campaign.leaving import eliminate
from campaign.orders import SKIRMISH, Order
from campaign.resolution import Resolution, with_item
from campaign.rounds import close_round, strengths
from campaign.simultaneous import orders as simultaneous_orders
from campaign.simultaneous import truces
from campaign.simultaneous.opening import open_round
from campaign.simultaneous.orders import Condition
from campaign.skirmish.combat import Attack, clash, decide
from campaign.state import State
from campaign.words.place_names import format_territory

PHASES = {"placing": ("place",), "plan": ("build", "guard", "move", "attack", "truce", "nop")}


def begin(resolution: Resolution) -> None:
    """Give every seat its home; all place their first armies there."""
    state = resolution.state
    homes = list(state.map.homes)
    if len(homes) < len(state.seats):
        homes = resolution.luck.shuffle(list(state.map.place))
    for seat, home in zip(state.seats, homes, strict=False):
        resolution.hold(home, seat, 0)
        resolution.record(events.build_placed(seat, home, 0))
    resolution.set(money=dict.fromkeys(state.seats, 0))
    resolution.enter("placing", None)


def to_act(state: State) -> tuple[str, ...]:
    """Return the seats that must submit now: all the living."""
    return state.living if state.ended is None else ()


def attack(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    problem = simultaneous_orders.attack(state, seat, order, before)
    again = any(other.do == "attack" and other.origin == order.origin for other in before)
    return problem or ("one_attack" if again else None)


def first_armies(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    if order.armies < 1:
        return build_bad_number(1, count_most(state, seat, order))
    return simultaneous_orders.own(state, seat, order, before)


def count_most(state: State, seat: str, order: Order) -> int:
    """Return how many armies an order can name at most, if it is the only one of its kind."""
    if order.do == "place":
        return int(state.options["start_units"])
    if order.do == "build":
        return int(state.money.get(seat, 0) // state.options["unit_cost"])
    return state.armies(order.origin)


CONDITIONS: dict[str, Condition] = {
    "place": first_armies,
    "build": simultaneous_orders.own,
    "guard": simultaneous_orders.own,
    "move": simultaneous_orders.move,
    "attack": attack,
    "truce": truces.check_offer,
    "nop": simultaneous_orders.always,
}
RULES = {verb: (shape, CONDITIONS[verb]) for verb, shape in SKIRMISH.items()}


def check(state: State, seat: str, submission: object) -> list[Finding]:
    """Return what is wrong with the lines of a sheet, or else with the whole of it."""
    findings, read = simultaneous_orders.check(state, seat, submission, RULES, PHASES.get(state.phase, ()), count_most)
    if findings or simultaneous_orders.get_leaving(simultaneous_orders.data_of(submission)) is not None:
        return findings
    code = _why_not_placed(state, read) if state.phase == "placing" else _why_not_planned(state, seat, read)
    return [build_error(code)] if code else simultaneous_orders.warn_of_breaches(state, seat, read)


def _why_not_placed(state: State, read: list[Order]) -> str | None:
    total = sum(order.armies for order in read)
    if total > state.options["start_units"]:
        return build_too_many(state.options["start_units"])
    return "must_place" if total < state.options["start_units"] else None


def _why_not_planned(state: State, seat: str, read: list[Order]) -> str | None:
    total, money = sum(cost(state, order) for order in read), state.money.get(seat, 0)
    if total > money:
        return build_not_enough_money(total, money)
    for name, armies in count_leaving(read).items():
        if armies > state.armies(name):
            return build_too_many_leave(format_territory(name), state.armies(name))
    return None


def cost(state: State, order: Order) -> int:
    """Return the coins that an order costs."""
    prices = {"build": order.armies * state.options["unit_cost"], "guard": state.options["guard_cost"]}
    return int(prices.get(order.do, 0))


def count_leaving(read: Sequence[Order]) -> dict[str, int]:
    """Return how many armies move out and attack from each field."""
    sent: dict[str, int] = {}
    for order in read:
        if order.origin:
            sent[order.origin] = sent.get(order.origin, 0) + order.armies
    return sent


def legal(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the forms of the lines that may stand on a sheet."""
    if seat not in to_act(state):
        return []
    own = state.list_owned(seat)
    if state.phase == "placing":
        units = state.options["start_units"]
        return [{"do": "place", "at": name, "armies": [1, units]} for name in own] if units else []
    money, price = state.money.get(seat, 0), state.options["unit_cost"]
    guards = own if money >= state.options["guard_cost"] else []
    steps = [(origin, to) for origin in own if state.armies(origin) for to in state.map.neighbours[origin]]
    return [
        *({"do": "build", "at": name, "armies": [1, money // price]} for name in own if money >= price),
        *({"do": "guard", "at": name} for name in guards),
        *(_step(state, seat, *step) for step in steps if truces.check_attack(state, seat, step[1]) is None),
        *truces.list_forms(state, seat),
        {"do": "nop"},
    ]


def _step(state: State, seat: str, origin: str, target: str) -> dict[str, Any]:
    verb = "move" if state.owner(target) in state.team(seat) else "attack"
    return {"do": verb, "from": origin, "to": target, "armies": [1, state.armies(origin)]}


def default(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the empty sheet, or everything placed on the first own field."""
    if seat not in to_act(state):
        raise OrderError("not_your_turn")
    units = state.options["start_units"]
    if state.phase != "placing" or not units:
        return []
    return [{"do": "place", "at": state.list_owned(seat)[0], "armies": units}]


def resolve(state: State, submitted: Mapping[str, Any], luck: Luck) -> tuple[State, list[Event]]:
    """Return the state after the placing or after one round, and what happened."""
    resolution, has_left = open_round(state, submitted, luck, check)
    if has_left:
        return resolution.finish(luck.words)
    sheets = {seat: _sheet(state, seat, submitted) for seat in to_act(state)}
    if state.phase == "placing":
        place(resolution, sheets)
    else:
        play(resolution, sheets)
    return resolution.finish(luck.words)


def _sheet(state: State, seat: str, submitted: Mapping[str, Any]) -> list[Order]:
    data = simultaneous_orders.data_of(submitted[seat]) if seat in submitted else default(state, seat)
    return simultaneous_orders.read(list(data or []), SKIRMISH, state)


def place(resolution: Resolution, sheets: Mapping[str, Sequence[Order]]) -> None:
    """Put the first armies on the map; then comes the first income."""
    for seat, orders in sheets.items():
        for order in orders:
            resolution.add(order.at, order.armies)
            resolution.record(events.build_placed(seat, order.at, order.armies))
    receive(resolution)
    resolution.enter("plan", None)


def play(resolution: Resolution, sheets: Mapping[str, Sequence[Order]]) -> None:
    """Carry out one round."""
    before = strengths(resolution.state)
    truces.break_truces(resolution, sheets)
    guarded = purchase(resolution, sheets)
    attacks = depart(resolution, sheets)
    attacks = clash(resolution, attacks)
    captors = decide(resolution, attacks, guarded)
    close(resolution, before, captors, sheets)


def purchase(resolution: Resolution, sheets: Mapping[str, Sequence[Order]]) -> set[str]:
    """Pay for everything; return the fields that are guarded this round."""
    for seat, orders in sheets.items():
        left = resolution.state.money.get(seat, 0) - sum(cost(resolution.state, order) for order in orders)
        resolution.set(money=with_item(resolution.state.money, seat, left))
        for order in orders:
            if order.do == "build":
                begun = resolution.state.building.get(order.at, 0) + order.armies
                resolution.set(building=with_item(resolution.state.building, order.at, begun))
    return {order.at for orders in sheets.values() for order in orders if order.do == "guard"}


def depart(resolution: Resolution, sheets: Mapping[str, Sequence[Order]]) -> list[Attack]:
    """Let moves leave and arrive, and attacks leave; return the attacks in map order."""
    steps = [(seat, order) for seat, orders in sheets.items() for order in orders if order.origin]
    for seat, order in steps:
        resolution.add(order.origin, -order.armies)
        if order.do == "move":
            resolution.add(order.target, order.armies)
            resolution.record(events.build_moved(seat, order.origin, order.target, order.armies))
    attacks = [Attack(seat, order.origin, order.target, order.armies) for seat, order in steps if order.do == "attack"]
    return sorted(attacks, key=lambda attack: resolution.state.map.place[attack.origin])


def close(
    resolution: Resolution,
    before: Mapping[str, tuple[int, int]],
    captors: Mapping[str, str],
    sheets: Mapping[str, Sequence[Order]],
) -> None:
    """End the round: who is eliminated, who wins, income and building, who agrees on a truce."""
    for seat in resolution.state.living:
        if not resolution.state.list_owned(seat):
            eliminate(resolution, seat, captors.get(seat), before[seat])
    building = {name: armies for name, armies in resolution.state.building.items() if resolution.state.owner(name)}
    resolution.set(building=building)
    if not close_round(resolution):
        receive(resolution)
        truces.agree(resolution, sheets)
        resolution.set(round=resolution.state.round + 1)


def receive(resolution: Resolution) -> None:
    """Pay every living seat for its fields, and let what was built join whoever owns the field."""
    options = resolution.state.options
    for seat in resolution.state.living:
        fields = len(resolution.state.list_owned(seat))
        coins = options["base_income"] + options["field_income"] * (fields - 1)
        resolution.set(money=with_item(resolution.state.money, seat, resolution.state.money.get(seat, 0) + coins))
        resolution.record(events.build_income(seat, None, coins))
    for name, armies in sorted(resolution.state.building.items(), key=lambda item: resolution.state.map.place[item[0]]):
        resolution.add(name, armies)
        resolution.record(events.build_built(resolution.state.owner(name), name, armies))
    resolution.set(building={})
