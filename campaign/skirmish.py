"""The game `campaign.skirmish`: legal orders, checks, defaults and resolution."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaign import events, simultaneous_orders
from campaign.chance import Luck
from campaign.errors import OrderError
from campaign.events import Event
from campaign.findings import Finding, error
from campaign.leaving import eliminate
from campaign.orders import SKIRMISH, Order
from campaign.resolution import Course, with_item
from campaign.rounds import close_round, leave, strengths
from campaign.simultaneous_orders import Condition
from campaign.skirmish_combat import Attack, clash, decide
from campaign.state import State

PHASES = {"placing": ("place",), "plan": ("build", "guard", "move", "attack", "nop")}


def begin(course: Course) -> None:
    """Give every seat its home; all place their first armies there."""
    state = course.state
    homes = list(state.map.homes)
    if len(homes) < len(state.seats):
        homes = course.luck.shuffle(list(state.map.place))
    for seat, home in zip(state.seats, homes, strict=False):
        course.hold(home, seat, 0)
        course.tell(events.placed(seat, home, 0))
    course.set(money=dict.fromkeys(state.seats, 0))
    course.enter("placing", None)


def to_act(state: State) -> tuple[str, ...]:
    """Return the seats that must submit now: all the living."""
    return state.living if state.ended is None else ()


def attack(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    refused = simultaneous_orders.attack(state, seat, order, before)
    again = any(other.do == "attack" and other.origin == order.origin for other in before)
    return refused or ("one_attack" if again else None)


def first_armies(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    return "bad_number" if order.armies < 1 else simultaneous_orders.own(state, seat, order, before)


CONDITIONS: dict[str, Condition] = {
    "place": first_armies,
    "build": simultaneous_orders.own,
    "guard": simultaneous_orders.own,
    "move": simultaneous_orders.move,
    "attack": attack,
    "nop": simultaneous_orders.always,
}
RULES = {verb: (shape, CONDITIONS[verb]) for verb, shape in SKIRMISH.items()}


def check(state: State, seat: str, submission: object) -> list[Finding]:
    """Return what is wrong with the lines of a sheet, or else with the whole of it."""
    findings, read = simultaneous_orders.check(state, seat, submission, RULES, PHASES.get(state.phase, ()))
    if findings or simultaneous_orders.leaving_of(simultaneous_orders.data_of(submission)) is not None:
        return findings
    code = _why_not_placed(state, read) if state.phase == "placing" else _why_not_planned(state, seat, read)
    return [error(code)] if code else []


def _why_not_placed(state: State, read: list[Order]) -> str | None:
    total = sum(order.armies for order in read)
    if total > state.options["start_units"]:
        return "too_many"
    return "must_place" if total < state.options["start_units"] else None


def _why_not_planned(state: State, seat: str, read: list[Order]) -> str | None:
    if sum(cost(state, order) for order in read) > state.money.get(seat, 0):
        return "not_enough_money"
    sent = leaving_fields(read)
    return "too_many" if any(armies > state.armies(name) for name, armies in sent.items()) else None


def cost(state: State, order: Order) -> int:
    """Return the coins that an order costs."""
    prices = {"build": order.armies * state.options["unit_cost"], "guard": state.options["guard_cost"]}
    return int(prices.get(order.do, 0))


def leaving_fields(read: Sequence[Order]) -> dict[str, int]:
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
    own = state.owned(seat)
    if state.phase == "placing":
        units = state.options["start_units"]
        return [{"do": "place", "at": name, "armies": [1, units]} for name in own] if units else []
    money, price = state.money.get(seat, 0), state.options["unit_cost"]
    guards = own if money >= state.options["guard_cost"] else []
    steps = [(origin, to) for origin in own if state.armies(origin) for to in state.map.neighbours[origin]]
    return [
        *({"do": "build", "at": name, "armies": [1, money // price]} for name in own if money >= price),
        *({"do": "guard", "at": name} for name in guards),
        *(_step(state, seat, *step) for step in steps),
        {"do": "nop"},
    ]


def _step(state: State, seat: str, origin: str, target: str) -> dict[str, Any]:
    verb = "move" if state.owner(target) == seat else "attack"
    return {"do": verb, "from": origin, "to": target, "armies": [1, state.armies(origin)]}


def default(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the empty sheet, or everything placed on the first own field."""
    if seat not in to_act(state):
        raise OrderError("not_your_turn")
    units = state.options["start_units"]
    if state.phase != "placing" or not units:
        return []
    return [{"do": "place", "at": state.owned(seat)[0], "armies": units}]


def resolve(state: State, submitted: Mapping[str, Any], luck: Luck) -> tuple[State, list[Event]]:
    """Return the state after the placing or after one round, and what happened."""
    seat, how = simultaneous_orders.split(state, submitted, check)
    course = Course(state, luck.copy())
    if seat:
        leave(course, seat, how)
        return course.done(luck.words)
    given = {seat: _sheet(state, seat, submitted) for seat in to_act(state)}
    if state.phase == "placing":
        place(course, given)
    else:
        play(course, given)
    return course.done(luck.words)


def _sheet(state: State, seat: str, submitted: Mapping[str, Any]) -> list[Order]:
    data = simultaneous_orders.data_of(submitted[seat]) if seat in submitted else default(state, seat)
    return simultaneous_orders.read(list(data or []), SKIRMISH, state)


def place(course: Course, given: Mapping[str, Sequence[Order]]) -> None:
    """Put the first armies on the map; then comes the first income."""
    for seat, orders in given.items():
        for order in orders:
            course.add(order.at, order.armies)
            course.tell(events.placed(seat, order.at, order.armies))
    receive(course)
    course.enter("plan", None)


def play(course: Course, given: Mapping[str, Sequence[Order]]) -> None:
    """Carry out one round."""
    before = strengths(course.state)
    guarded = purchase(course, given)
    attacks = depart(course, given)
    attacks = clash(course, attacks)
    captors = decide(course, attacks, guarded)
    close(course, before, captors)


def purchase(course: Course, given: Mapping[str, Sequence[Order]]) -> set[str]:
    """Pay for everything; return the fields that are guarded this round."""
    for seat, orders in given.items():
        left = course.state.money.get(seat, 0) - sum(cost(course.state, order) for order in orders)
        course.set(money=with_item(course.state.money, seat, left))
        for order in orders:
            if order.do == "build":
                begun = course.state.building.get(order.at, 0) + order.armies
                course.set(building=with_item(course.state.building, order.at, begun))
    return {order.at for orders in given.values() for order in orders if order.do == "guard"}


def depart(course: Course, given: Mapping[str, Sequence[Order]]) -> list[Attack]:
    """Let moves leave and arrive, and attacks leave; return the attacks in map order."""
    steps = [(seat, order) for seat, orders in given.items() for order in orders if order.origin]
    for seat, order in steps:
        course.add(order.origin, -order.armies)
        if order.do == "move":
            course.add(order.target, order.armies)
            course.tell(events.moved(seat, order.origin, order.target, order.armies))
    attacks = [Attack(seat, order.origin, order.target, order.armies) for seat, order in steps if order.do == "attack"]
    return sorted(attacks, key=lambda attack: course.state.map.place[attack.origin])


def close(course: Course, before: Mapping[str, tuple[int, int]], captors: Mapping[str, str]) -> None:
    """End the round: who is eliminated, who wins, income and building."""
    for seat in course.state.living:
        if not course.state.owned(seat):
            eliminate(course, seat, captors.get(seat), before[seat])
    kept = {name: armies for name, armies in course.state.building.items() if course.state.owner(name)}
    course.set(building=kept)
    if not close_round(course):
        receive(course)
        course.set(round=course.state.round + 1)


def receive(course: Course) -> None:
    """Pay every living seat for its fields, and let what was built join whoever owns the field."""
    options = course.state.options
    for seat in course.state.living:
        fields = len(course.state.owned(seat))
        coins = options["base_income"] + options["field_income"] * (fields - 1)
        course.set(money=with_item(course.state.money, seat, course.state.money.get(seat, 0) + coins))
        course.tell(events.income(seat, None, coins))
    for name, armies in sorted(course.state.building.items(), key=lambda item: course.state.map.place[item[0]]):
        course.add(name, armies)
        course.tell(events.built(course.state.owner(name), name, armies))
    course.set(building={})
