"""The games in turns, `campaign.classic` and `campaign.escalation`: legal orders, checks, defaults, resolution."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign import absent, attack, cards, events, forms, opening, orders, turn, turn_truces
from campaign.chance import Luck
from campaign.conditions import CONDITIONS, verbs
from campaign.errors import OrderError
from campaign.events import Event
from campaign.findings import Finding, build_error, build_warning, check_leave, is_leaving, raise_first_error
from campaign.findings import find_absence as why_absent
from campaign.leaving import give_up
from campaign.orders import IN_TURNS, Order
from campaign.outcome import flip, win_last
from campaign.resolution import Resolution
from campaign.simultaneous.truces import belongs_to_partner
from campaign.state import State

Actor = Callable[[Resolution, str, Order], None]


def begin(resolution: Resolution) -> None:
    """Set the game up."""
    opening.open_game(resolution)
    turn.settle(resolution)


def to_act(state: State) -> tuple[str, ...]:
    """Return the seats that must submit now, in seat order."""
    if state.ended is not None:
        return ()
    if state.phase == "capital":
        return opening.list_undecided(state)
    if state.phase == "defend" and state.battle is not None:
        return (state.owner(state.battle.target),)
    return (state.active,) if state.active else ()


def legal(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the forms of the orders that a seat may give now."""
    return forms.forms(state, seat) if seat in to_act(state) else []


def check(state: State, seat: str, submission: object) -> list[Finding]:
    """Return the first thing that is wrong with an order, if anything is; or that it breaks a truce."""
    data = orders.data_of(submission)
    if is_leaving(data):
        return check_leave(state, seat, data)
    code = why_absent(state, seat) or _why_not(state, seat, data)
    if code:
        return [build_error(code)]
    return [build_warning("breaks_truce")] if breaks_truce(state, seat, data) else []


def breaks_truce(state: State, seat: str, data: Mapping[str, Any]) -> bool:
    """Return whether an order that is allowed ends a truce."""
    return orders.verb_of(data) == "attack" and belongs_to_partner(state, seat, data["to"])


def _why_not(state: State, seat: str, data: Mapping[str, Any]) -> str | None:
    verb = orders.verb_of(data)
    if seat not in to_act(state):
        return "not_your_turn"
    if verb not in IN_TURNS:
        return "unknown_order"
    if verb not in verbs(state):
        return "wrong_phase"
    try:
        order = orders.read(data, IN_TURNS[verb], state.map)
    except OrderError as raised:
        return raised.code
    return CONDITIONS[verb](state, seat, order)


def default(state: State, seat: str) -> dict[str, Any]:
    """Return the order that is submitted for a seat that missed its deadline."""
    if seat not in to_act(state):
        raise OrderError("not_your_turn")
    return absent.default(state, seat)


def resolve(state: State, submitted: Mapping[str, Any], luck: Luck) -> tuple[State, list[Event]]:
    """Return the state after the orders, and what happened; a seat to act that says nothing gets its default."""
    for seat, submission in submitted.items():
        raise_first_error(check(state, seat, submission))
    resolution = Resolution(state, luck.copy())
    orders_by_seat = {seat: orders.data_of(submission) for seat, submission in submitted.items()}
    if any(is_leaving(data) for data in orders_by_seat.values()):
        leave(resolution, orders_by_seat)
    else:
        waiting = to_act(state)
        act(
            resolution, {seat: read(state, orders_by_seat.get(seat) or absent.default(state, seat)) for seat in waiting}
        )
    turn.settle(resolution)
    turn_truces.drop_ended(resolution)
    return resolution.finish(luck.words)


def read(state: State, data: Mapping[str, Any]) -> Order:
    """Return the order of its JSON form."""
    return orders.read(data, IN_TURNS[orders.verb_of(data)], state.map)


def act(resolution: Resolution, orders_by_seat: Mapping[str, Order]) -> None:
    """Carry out the order of the seat to act, or all the choices of capitals."""
    if resolution.state.phase == "capital":
        opening.choose(resolution, dict(orders_by_seat))
    for seat, order in orders_by_seat.items():
        if order.do != "capital":
            ACTS[order.do](resolution, seat, order)


def place(resolution: Resolution, seat: str, order: Order) -> None:
    """Place armies of the muster or of the pool."""
    if resolution.state.phase == "muster":
        opening.muster(resolution, seat, order)
        return
    resolution.add(order.at, order.armies)
    resolution.set(pool=resolution.state.pool - order.armies)
    resolution.record(events.build_placed(seat, order.at, order.armies))


def fortify(resolution: Resolution, seat: str, order: Order) -> None:
    """Move armies once, and end the turn."""
    resolution.add(order.origin, -order.armies)
    resolution.add(order.target, order.armies)
    resolution.record(events.build_moved(seat, order.origin, order.target, order.armies))
    turn.end(resolution)


def begin_attack(resolution: Resolution, seat: str, order: Order) -> None:
    """Attack; a truce with the owner ends before."""
    turn_truces.break_truce(resolution, seat, order)
    attack.attack(resolution, order)


ACTS: dict[str, Actor] = {
    "claim": opening.claim,
    "place": place,
    "trade": cards.trade,
    "attack": begin_attack,
    "truce": turn_truces.offer,
    "defend": lambda resolution, seat, order: attack.defend(resolution, order.dice or 1),
    "occupy": lambda resolution, seat, order: attack.occupy(resolution, order.armies),
    "fortify": fortify,
    "done": lambda resolution, seat, order: turn.close(resolution),
}


def leave(resolution: Resolution, orders_by_seat: Mapping[str, Mapping[str, Any]]) -> None:
    """Let one seat resign or flip the table; nothing else may be given with it."""
    if len(orders_by_seat) != 1:
        raise OrderError("not_your_turn")
    for seat, data in orders_by_seat.items():
        if data["do"] == "flip":
            flip(resolution, seat)
        else:
            resign(resolution, seat)


def resign(resolution: Resolution, seat: str) -> None:
    """Settle what the seat owes, take it out, and go on without it."""
    if seat in to_act(resolution.state):
        settle_debt(resolution, seat)
    if resolution.state.ended is not None or seat not in resolution.state.living:
        return
    give_up(resolution, seat)
    if len(resolution.state.standing) > 1:
        go_on(resolution, seat)
        return
    if resolution.state.phase == "occupy":
        settle_debt(resolution, resolution.state.active or "")
    win_last(resolution)


def settle_debt(resolution: Resolution, seat: str) -> None:
    """Decide by default what only this seat can decide: its defence, or how many move in."""
    if resolution.state.phase in ("defend", "occupy"):
        act(resolution, {seat: read(resolution.state, absent.default(resolution.state, seat))})


def go_on(resolution: Resolution, seat: str) -> None:
    """Let the game go on after a seat resigned; its turn, if it had it, is over."""
    state = resolution.state
    if state.phase == "capital" and not opening.list_undecided(state):
        opening.first_turn(resolution)
    elif seat == state.active:
        ONWARD.get(state.phase, turn.pass_on)(resolution)


ONWARD: dict[str, Callable[[Resolution], None]] = {
    "claim": opening.next_claim,
    "muster": opening.next_visit,
}
