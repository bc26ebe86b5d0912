"""Worked cases as JSON: load the facts before, give the orders, answer with the facts after."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from campaign import atlas, findings, fog, games, opening, options, orders, setup, turns
from campaign.chance import Luck, OutOfFaces, Script, Stream
from campaign.errors import OrderError
from campaign.events import Event
from campaign.holdings import Holding, read_holding
from campaign.simultaneous import orders as simultaneous_orders
from campaign.state import Departure, State
from campaign.views import facts

JSON = Mapping[str, Any]
Step = tuple[State, list[Event]]
PREFIX = "campaign."
# Facts that are kept as they are written.
PLAIN = ("round", "words", "pool", "sets", "ended", "active", "phase", "casual")
LISTS = ("order", "deck", "discard", "landed")
BY_SEAT = ("muster", "capitals", "missions", "reserve", "money", "building", "truces")


class BadCase(Exception):
    """A case that cannot be read."""

    code = "bad_case"


def answer_line(line: str, game: str) -> str:
    """Return the answer to one line of text, as one line; a case that names no game is one of `game`."""
    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        return json.dumps({"error": "bad-json"})
    if not isinstance(case, dict):
        return json.dumps({"error": "bad-case"})
    return json.dumps(answer({"game": game} | case), ensure_ascii=False)


def answer(case: JSON) -> dict[str, Any]:
    """Return the facts after a case, what happened, and the code of what was refused."""
    happened: list[Event] = []
    state: State | None = None
    error = None
    try:
        luck = luck_of(case)
        for after, events in play(case, luck):
            state, happened = after, happened + events
    except OrderError as raised:
        error = raised.code
    except (OutOfFaces, BadCase) as wrong:
        error = wrong.code
    position = _after(state, happened) if state else {}
    result = {"id": case.get("id"), "after": position, "events": happened}
    return {**result, "error": error} if error else result


def luck_of(case: JSON) -> Luck:
    """Return the stream of the case's seed, or its dice."""
    if case.get("seed") is not None:
        return Stream(str(case["seed"]))
    dice = case.get("dice") or ()
    if not all(type(face) is int for face in dice):
        raise BadCase
    return Script(tuple(dice))


def _after(state: State, events: list[Event]) -> dict[str, Any]:
    after = facts(state)
    if state.ruleset == "campaign.skirmish":
        after["lost"] = {k: v for event in events if event["kind"] == "battle" for k, v in event["losses"].items()}
    if state.options.get("fog") == "on":
        sights = {seat: fog.list_visible(state, seat) for seat in state.seats}
        after["seen"] = {seat: [name for name in state.board if name in names] for seat, names in sights.items()}
    return after


def play(case: JSON, luck: Luck) -> Iterator[Step]:
    """Yield the state before, then the state and the events after every order or round."""
    state, events = start(case, luck)
    yield state, events
    # A stream stands where the state has come to; a script begins with its first face.
    luck = skip(luck, state.words if _is_setup(case) or isinstance(luck, Stream) else 0)
    listed = list_orders(case)
    if _is_setup(case) and not listed:
        return
    if state.ruleset in setup.IN_TURNS:
        yield from in_turns(state, listed, luck)
    else:
        yield from at_once(state, dict(listed), luck)


def list_orders(case: JSON) -> list[tuple[str, Any]]:
    """Return the seats of a case with what each submits, in the order given."""
    listed = case.get("orders") or ()
    try:
        return [(str(seat), order) for seat, order in (listed.items() if isinstance(listed, Mapping) else listed)]
    except (TypeError, ValueError) as wrong:
        raise BadCase from wrong


def skip(luck: Luck, words: int) -> Luck:
    """Return luck that stands so many words further."""
    further = luck.copy()
    further.words += words
    return further


def resolve(state: State, submitted: JSON, luck: Luck) -> tuple[Step, Luck]:
    """Resolve one step, and return where the luck then stands."""
    after, events = games.resolve(state, submitted, luck)
    return (after, events), skip(luck, after.words - state.words)


def in_turns(state: State, listed: list[Any], luck: Luck) -> Iterator[Step]:
    """Give orders one after the other; choices of capitals are given together."""
    waiting = list(listed)
    while waiting:
        seat, order = waiting.pop(0)
        submitted = {seat: order}
        if state.phase == "capital" and not findings.is_leaving(orders.data_of(order)):
            submitted, waiting = together(state, [(seat, order), *waiting])
            yield from list_choices_before(state, submitted)
        (state, events), luck = resolve(state, submitted, luck)
        yield state, events


def together(state: State, listed: list[Any]) -> tuple[dict[str, Any], list[Any]]:
    """Return the choices of capitals that stand first in a list, and the rest of it."""
    submitted: dict[str, Any] = {}
    for number, (seat, order) in enumerate(listed):
        if seat in submitted or seat not in turns.to_act(state) or findings.is_leaving(orders.data_of(order)):
            return (submitted, listed[number:]) if submitted else ({seat: order}, listed[1:])
        submitted[seat] = order
    return submitted, []


def list_choices_before(state: State, submitted: JSON) -> Iterator[Step]:
    """Yield what was chosen before a choice that will be refused."""
    good: dict[str, str] = {}
    for seat, order in submitted.items():
        if turns.check(state, seat, order):
            yield replace(state, capitals={**state.capitals, **good}), []
            return
        good[seat] = orders.data_of(order)["at"]


def at_once(state: State, submitted: JSON, luck: Luck) -> Iterator[Step]:
    """Resolve every resignation alone, then the sheets of one round."""
    left: dict[str, Any] = {}
    was_over = state.ended is not None
    for seat, submission in sorted(submitted.items()):
        sheet = simultaneous_orders.data_of(submission) or []
        leaving = [line for line in sheet if findings.is_leaving(line)]
        if leaving:
            (state, events), luck = resolve(state, {seat: leaving[0]}, luck)
            yield state, events
        else:
            left[seat] = submission
    if state.ended is None or was_over:
        (state, events), luck = resolve(state, left, luck)
        yield state, events


def _is_setup(case: JSON) -> bool:
    before = case.get("before")
    return isinstance(before, Mapping) and before.get("phase") == "setup"


def start(case: JSON, luck: Luck) -> Step:
    """Return the state before: a new game, or the facts of the case."""
    ruleset = str(case.get("game"))
    ruleset = ruleset if ruleset.startswith(PREFIX) else PREFIX + ruleset
    before = case.get("before") or {}
    if not isinstance(before, Mapping):
        raise BadCase
    described = {"ruleset": ruleset, "map": case.get("map"), "seats": case.get("seats")}
    described |= {"options": case.get("options") or {}, "casual": before.get("casual", False)}
    if _is_setup(case):
        return games.initial(described, luck)
    if ruleset not in options.OPTIONS:
        raise OrderError("unknown_ruleset")
    map = atlas.find(described["map"])
    seats = setup.seats_of(described["seats"], 2, 6)
    state = setup.bare(ruleset, map, seats, options.complete(ruleset, described["options"]), False)
    try:
        return load(state, before), []
    except OrderError:
        raise
    except (TypeError, ValueError, KeyError, AttributeError, StopIteration) as wrong:
        raise BadCase from wrong


def load(state: State, before: JSON) -> State:
    """Return the state with the facts of a case; what is not named has its neutral value."""
    seats = state.seats
    first = {"order": seats} if state.ruleset in setup.IN_TURNS else {}
    blank = dict.fromkeys(seats, ())
    hands = {seat: tuple(hand) for seat, hand in before.get("hands", {}).items()}
    named = {name: before[name] for name in PLAIN if name in before}
    named |= {name: tuple(before[name]) for name in LISTS if name in before}
    named |= {name: dict(before[name]) for name in BY_SEAT if name in before}
    if units := before.get("units"):
        named |= {"units": {name: dict(units[name]) for name in state.map.place if name in units}}
    named |= {"offers": {key: tuple(offer) for key, offer in before.get("offers", {}).items()}}
    neutral = {**first, "round": 2, "landed": seats, "phase": PHASE.get(state.ruleset, "")}
    state = replace(state, board=board(state, before.get("board", {})), **{**neutral, **named})
    state = replace(state, hands={**blank, **hands}, captured=before.get("captured") in (True, "yes"))
    return _complete(replace(state, gone=list_departures(before)))


PHASE = {"campaign.classic": "draft", "campaign.escalation": "draft", "campaign.skirmish": "plan"}


def _complete(state: State) -> State:
    if not state.order:
        return state
    active = state.active or next(seat for seat in state.order if seat in state.living)
    visit = opening.visit_of(state, active) if state.phase == "muster" else 0
    return replace(state, active=None if state.phase == "capital" else active, visit=visit)


def board(state: State, texts: Mapping[str, str]) -> dict[str, Holding]:
    """Return the holdings of a case; `rest` is that of all territories not named."""
    rest = texts.get("rest", "-")
    if not set(texts) <= {*state.map.place, "rest"}:
        raise OrderError("unknown_territory")
    return {name: read_holding(texts.get(name, rest)) for name in state.map.place}


def list_departures(before: JSON) -> tuple[Departure, ...]:
    """Return the seats that left before the case begins, in rounds of their own."""
    by = {seat: killer or "" for seat, killer in before.get("gone", ())}
    left = list(dict.fromkeys([*before.get("out", ()), *by]))
    return tuple(Departure(seat, by.get(seat, ""), n - len(left), 0, 0) for n, seat in enumerate(left))
