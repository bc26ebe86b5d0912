"""Submissions of several orders in a game in turns, tried one after the other.

A line that cannot be given any more when its turn comes lapses, and the next one is tried: an attack that was to set
out from a territory that did not fall, for example. So a whole turn can be one submission.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from campaign import events, games, orders
from campaign.chance import Luck, Script, Stream
from campaign.errors import OrderError, build_too_many_lines
from campaign.events import Event
from campaign.findings import find_first_error
from campaign.orders import IN_TURNS
from campaign.state import State
from campaign.words import text

Order = Mapping[str, Any]
MAX_LINES = 200
QUIET = ("done",)
"""Orders of which nobody needs to hear that they lapsed."""


def split_lines(submission: str) -> list[dict[str, Any]]:
    """Return the orders of a submission, which stand one a line or between semicolons, in their JSON form.

    >>> split_lines("place gate 3; done")
    [{'do': 'place', 'at': 'gate', 'armies': 3}, {'do': 'done'}]
    """
    return [text.read(line) for line in re.split(r"[\n;]", submission) if line.strip()]


def check_length(lines: Sequence[object]) -> str | None:
    """Return the code that refuses more lines than a submission can hold; None for fewer."""
    return build_too_many_lines(len(lines), MAX_LINES) if len(lines) > MAX_LINES else None


class Step(NamedTuple):
    """A line of a submission: the state in which it will stand, if that is certain, and the code that refuses it."""

    line: Order
    state: State | None
    code: str | None


def check(state: State, seat: str, lines: list[dict[str, Any]]) -> None:
    """Refuse what is known to be wrong: all up to the first attack exactly, and after it what is no order at all."""
    for each in walk(state, seat, lines):
        if each.code:
            raise OrderError(each.code)


def walk(state: State, seat: str, lines: list[dict[str, Any]]) -> Iterator[Step]:
    """Yield every line with what is known about it; behind a line that is refused nothing is certain any more."""
    certain, closed = True, False
    for line in lines:
        if not certain:
            yield Step(line, None, unreadable(state, line))
            continue
        if closed and line["do"] == "done":
            closed = False
            yield Step(line, state, None)
            continue
        if orders.verb_of(line) in orders.LEAVING and len(lines) > 1:
            yield Step(line, state, "stands_alone")
            certain = False
            continue
        found = find_first_error(games.check(state, seat, line))
        yield Step(line, state, found["code"] if found else None)
        if found:
            certain = False
            continue
        phase = state.phase
        state, certain = foresee(state, seat, line)
        closed = certain and state.phase != phase and line["do"] != "done"


def unreadable(state: State, line: Order) -> str | None:
    """Return the code of a line that no position could make an order."""
    if (verb := orders.verb_of(line)) not in IN_TURNS:
        return "stands_alone" if verb in orders.LEAVING else "unknown_order"
    try:
        orders.read(line, IN_TURNS[verb], state.map)
    except OrderError as error:
        return error.code
    return None


def foresee(state: State, seat: str, line: Order) -> tuple[State, bool]:
    """Return the state after an order that needs no chance, and whether the seat can be sure of it."""
    if orders.verb_of(line) not in ("claim", "place", "trade", "fortify", "done", "occupy", "truce"):
        return state, False
    after, happened = games.resolve(state, {seat: line}, Script(()))
    drawn = any(event["kind"] == "card" for event in happened)
    return after, not drawn and seat in games.to_act(after)


def play(state: State, seat: str, lines: list[dict[str, Any]], luck: Luck) -> tuple[State, list[Event]]:
    """Give the orders one after the other, as far as they can be given, while it is the seat's turn.

    A `done` behind an order that has closed its phase by itself has nothing left to close.
    """
    happened: list[Event] = []
    closed = False
    for line in lines:
        if state.ended is not None:
            break
        if closed and line["do"] == "done":
            closed = False
            continue
        if found := find_first_error(games.check(state, seat, line)):
            happened += [events.build_lapsed(seat, dict(line), found["code"])] if line["do"] not in QUIET else []
            continue
        phase = state.phase
        state, more = step(state, seat, line, luck)
        closed = state.phase not in (phase, "occupy", "defend") and line["do"] != "done"
        happened += more
    return state, happened


def play_out(state: State, seat: str, luck: Luck) -> tuple[State, list[Event]]:
    """Play the defaults for a seat until its turn is over; return the state and the events."""
    happened: list[Event] = []
    here = identify_turn(state)
    while seat in games.to_act(state) and identify_turn(state) == here:
        state, more = step(state, seat, games.default(state, seat), luck)
        happened += more
    return state, happened


def step(state: State, seat: str, order: Order, luck: Luck) -> tuple[State, list[Event]]:
    """Resolve one order; return the state and the events. A stream of luck moves on as far as it was used."""
    after, happened = games.resolve(state, {seat: order}, luck)
    if isinstance(luck, Stream):
        luck.words = after.words
    return after, happened


def identify_turn(state: State) -> str:
    """Return a text that differs between any two turns of a battle."""
    if state.phase == "defend":
        return f"{state.round} defend {games.to_act(state)} {state.words}"
    opening = state.phase if state.phase in ("claim", "muster", "capital") else ""
    return f"{state.round} {opening} {state.active} {len(state.list_owned('')) if opening == 'claim' else ''}"
