"""The games in turns, `campaign.classic` and `campaign.escalation`: legal orders, checks, defaults, resolution."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign import absent, attack, cards, events, forms, opening, orders, turn
from campaign.chance import Luck
from campaign.conditions import CONDITIONS, verbs
from campaign.errors import OrderError
from campaign.events import Event
from campaign.findings import Finding, error, is_leaving, leave_check, raise_first_error
from campaign.findings import absent as why_absent
from campaign.leaving import give_up
from campaign.orders import IN_TURNS, Order
from campaign.outcome import flip, win_last
from campaign.resolution import Course
from campaign.state import State

Actor = Callable[[Course, str, Order], None]


def begin(course: Course) -> None:
    """Set the game up."""
    opening.open_game(course)
    turn.settle(course)


def to_act(state: State) -> tuple[str, ...]:
    """Return the seats that must submit now, in seat order."""
    if state.ended is not None:
        return ()
    if state.phase == "capital":
        return opening.undecided(state)
    if state.phase == "defend" and state.battle is not None:
        return (state.owner(state.battle.target),)
    return (state.active,) if state.active else ()


def legal(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the forms of the orders that a seat may give now."""
    return forms.forms(state, seat) if seat in to_act(state) else []


def check(state: State, seat: str, submission: object) -> list[Finding]:
    """Return the first thing that is wrong with an order, if anything is."""
    data = orders.data_of(submission)
    if is_leaving(data):
        return leave_check(state, seat, data)
    code = why_absent(state, seat) or _why_not(state, seat, data)
    return [error(code)] if code else []


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
    except OrderError as refused:
        return refused.code
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
    course = Course(state, luck.copy())
    given = {seat: orders.data_of(submission) for seat, submission in submitted.items()}
    if any(is_leaving(data) for data in given.values()):
        leave(course, given)
    else:
        waiting = to_act(state)
        act(course, {seat: read(state, given.get(seat) or absent.default(state, seat)) for seat in waiting})
    turn.settle(course)
    return course.done(luck.words)


def read(state: State, data: Mapping[str, Any]) -> Order:
    """Return the order of its JSON form."""
    return orders.read(data, IN_TURNS[orders.verb_of(data)], state.map)


def act(course: Course, given: Mapping[str, Order]) -> None:
    """Carry out the order of the seat to act, or all the choices of capitals."""
    if course.state.phase == "capital":
        opening.choose(course, dict(given))
    for seat, order in given.items():
        if order.do != "capital":
            ACTS[order.do](course, seat, order)


def place(course: Course, seat: str, order: Order) -> None:
    """Place armies of the muster or of the pool."""
    if course.state.phase == "muster":
        opening.muster(course, seat, order)
        return
    course.add(order.at, order.armies)
    course.set(pool=course.state.pool - order.armies)
    course.tell(events.placed(seat, order.at, order.armies))


def fortify(course: Course, seat: str, order: Order) -> None:
    """Move armies once, and end the turn."""
    course.add(order.origin, -order.armies)
    course.add(order.target, order.armies)
    course.tell(events.moved(seat, order.origin, order.target, order.armies))
    turn.end(course)


ACTS: dict[str, Actor] = {
    "claim": opening.claim,
    "place": place,
    "trade": cards.trade,
    "attack": lambda course, seat, order: attack.attack(course, order),
    "defend": lambda course, seat, order: attack.defend(course, order.dice or 1),
    "occupy": lambda course, seat, order: attack.occupy(course, order.armies),
    "fortify": fortify,
    "done": lambda course, seat, order: turn.close(course),
}


def leave(course: Course, given: Mapping[str, Mapping[str, Any]]) -> None:
    """Let one seat resign or flip the table; nothing else may be given with it."""
    if len(given) != 1:
        raise OrderError("not_your_turn")
    for seat, data in given.items():
        if data["do"] == "flip":
            flip(course, seat)
        else:
            resign(course, seat)


def resign(course: Course, seat: str) -> None:
    """Settle what the seat owes, take it out, and go on without it."""
    if seat in to_act(course.state):
        settle_debt(course, seat)
    if course.state.ended is not None or seat not in course.state.living:
        return
    give_up(course, seat)
    if len(course.state.living) > 1:
        go_on(course, seat)
        return
    if course.state.phase == "occupy":
        settle_debt(course, course.state.active or "")
    win_last(course)


def settle_debt(course: Course, seat: str) -> None:
    """Decide by default what only this seat can decide: its defence, or how many move in."""
    if course.state.phase in ("defend", "occupy"):
        act(course, {seat: read(course.state, absent.default(course.state, seat))})


def go_on(course: Course, seat: str) -> None:
    """Let the game go on after a seat resigned; its turn, if it had it, is over."""
    state = course.state
    if state.phase == "capital" and not opening.undecided(state):
        opening.first_turn(course)
    elif seat == state.active:
        ONWARD.get(state.phase, turn.pass_on)(course)


ONWARD: dict[str, Callable[[Course], None]] = {
    "claim": opening.next_claim,
    "muster": opening.next_visit,
}
