"""Fog of war: what a seat sees of the map and of what happens there, in the games in which all act at once.

A seat sees what it and its team hold, and what lies beside that. Whatever a view, an event or a check may tell goes
through `list_visible`; nothing is hidden once a game is over.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from campaign.events import Event, build_lost_bid
from campaign.holdings import UNCLAIMED, Board, Holding
from campaign.state import State
from campaign.units import UNITS, divide, list_units

UNSEEN = "?"
"""The holding of a territory that is not seen, among the facts of a view."""
BY_SEAT = ("reserve", "money")
"""Facts by seat that a team has in common; others' would tell how much they hold."""
UNCOUNTED = ("words", "deck", "discard", "sets")
"""Facts that count what happened anywhere on the map."""
PUBLIC = ("phase", "truce_offered", "truce", "truce_broken", "over")
OWN = ("income", "trimmed", "lapsed", "card", "traded")
"""Events of which only the team of their seat learns."""
FIGHTS = {"rolled": "to", "captured": "at", "battle": "at", "contest": "at", "clash": "to"}
"""Fights, each with the field that says where: whoever sees that place sees the fight, and where it came from."""
PLACES = ("at", "from", "to")


def has_fog(state: State) -> bool:
    """Return whether parts of the map are hidden."""
    return state.options.get("fog") == "on" and state.ended is None


def lift(state: State) -> State:
    """Return the state as it is shown once the battle is over: without fog."""
    return replace(state, options={**state.options, "fog": "off"}) if has_fog(state) else state


def get_team(state: State, seat: str | None) -> tuple[str, ...]:
    """Return the seats that see together with a seat, itself among them; nobody for a spectator."""
    return state.team(seat) if seat else ()


def list_visible(state: State, seat: str | None) -> frozenset[str]:
    """Return the territories that a seat sees: all without fog, and none for a spectator in it."""
    if not has_fog(state):
        return frozenset(state.board)
    team = get_team(state, seat)
    owned = [name for name, holding in state.board.items() if holding.owner in team]
    return frozenset(owned).union(*(state.map.neighbours[name] for name in owned))


def is_visible(state: State, seat: str, name: str) -> bool:
    """Return whether a seat sees a territory."""
    return name in list_visible(state, seat)


def get_visible_board(state: State, seat: str | None) -> Board:
    """Return the holdings that a seat sees."""
    visible = list_visible(state, seat)
    return {name: holding for name, holding in state.board.items() if name in visible}


def hide(state: State, seat: str | None, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts that a seat may know in the fog.

    `unseen` names the territories that it does not see, `counted` the seats of which it sees all territories.
    """
    team, board = get_team(state, seat), get_visible_board(state, seat)
    shared = {name: fact for name, fact in facts.items() if name not in UNCOUNTED}
    shared["board"] = {name: str(board.get(name, UNSEEN)) for name in state.board}
    shared |= {name: _keep(shared[name], team) for name in BY_SEAT if name in shared}
    shared |= {name: _keep(shared[name], (seat,)) for name in ("hands",) if name in shared}
    if "landed" in shared:
        shared["landed"] = [other for other in state.landed if other in team]
    if "building" in shared:
        shared["building"] = {at: armies for at, armies in state.building.items() if state.owner(at) in team}
    if "units" in shared:
        shared["units"] = {at: garrison for at, garrison in shared["units"].items() if at in board}
    return {**shared, "unseen": [name for name in state.board if name not in board], "counted": list(team)}


def _keep(by_seat: Mapping[str, Any], seats: Sequence[str | None]) -> dict[str, Any]:
    return {seat: value for seat, value in by_seat.items() if seat in seats}


def filter_events(events: Iterable[Event], before: State, seat: str | None) -> list[Event]:
    """Return the events of a step of which a seat learns, by what it saw before the step."""
    team, visible = get_team(before, seat), list_visible(before, seat)
    owners = {name: holding.owner for name, holding in before.board.items()}
    shown: list[Event] = []
    rolls: list[Event] = []
    for event in events:
        if event["kind"] == "roll_off":
            rolls.append(event)  # of the auction that follows
            continue
        if event["kind"] == "auction":
            shown += _show_auction(event, rolls, team, visible)
        elif event["kind"] == "left":
            shown.append(event if {event["seat"], event["by"]} & set(team) else {**event, "by": None})
        elif _is_shown(event, team, visible):
            shown.append({**event, "seat": owners[event["from"]]} if event["kind"] == "rolled" else event)
        rolls = []
        if event["kind"] == "captured":
            owners[event["at"]] = event["seat"]
    return shown


def _is_shown(event: Event, team: Sequence[str], visible: frozenset[str]) -> bool:
    kind = event["kind"]
    if kind in PUBLIC:
        return True
    if kind == "inherited":
        return event["heir"] in team
    if kind in OWN:
        return event["seat"] in team
    if kind in FIGHTS:
        return event[FIGHTS[kind]] in visible or (_is_meeting(event) and event["from"] in visible)
    return event["seat"] in team or all(event[field] in visible for field in PLACES if field in event)


def _is_meeting(event: Event) -> bool:
    """Return whether two forces attacked each other's territories, so that it happened at both."""
    return event["kind"] == "clash" or event.get("what") == "meeting"


def _show_auction(event: Event, rolls: list[Event], team: Sequence[str], visible: frozenset[str]) -> list[Event]:
    """Return an auction to whoever sees the place or has won it; to others only that their bids lapsed."""
    if event["at"] in visible or event["winner"] in team:
        return [*rolls, event]
    return [build_lost_bid(seat, event["at"], bid) for seat, bid in event["bids"].items() if seat in team]


def imagine(state: State, seat: str) -> State:
    """Return a state without fog that a seat may reckon with, made only of what it knows.

    Every other living seat is thought to hold as much as the seat itself: what of that is not seen stands somewhere out
    of sight, with as many armies as own territories have on average. The rest is thought to be free.
    """
    if not has_fog(state):
        return state
    board = get_visible_board(state, seat)
    unseen = [name for name in state.board if name not in board]
    team = get_team(state, seat)
    own = [holding for holding in board.values() if holding.owner == seat]
    armies = max(1, sum(holding.armies for holding in own) // len(own)) if own else 0
    guessed: dict[str, Holding] = {}
    rivals = [other for other in state.living if other not in team]
    sizes = {other: sum(holding.owner == other for holding in board.values()) for other in rivals}
    for name in unseen:
        least = min(rivals, key=lambda other: sizes[other], default=None)
        if least is None or sizes[least] >= len(own):
            break
        guessed[name], sizes[least] = Holding(least, armies), sizes[least] + 1
    units = {name: state.units[name] for name in board if name in state.units}
    if list_units(state.options) == UNITS:
        units |= {name: divide(holding.armies, UNITS) for name, holding in guessed.items()}
    return replace(
        lift(state),
        units=units,
        board={name: board.get(name) or guessed.get(name) or UNCLAIMED for name in state.board},
        salt="",
        words=0,
        gone=tuple(each._replace(by="", territories=0, armies=0) for each in state.gone),
        hands={other: state.hands.get(other, ()) if other == seat else () for other in state.hands},
        deck=(),
        discard=(),
        buried=(),
        sets=0,
        reserve=_imagine_stock(state, seat, state.reserve),
        money=_imagine_stock(state, seat, state.money),
        building={name: number for name, number in state.building.items() if state.owner(name) in team},
        landed=state.seats if own else tuple(other for other in state.landed if other in team),
    )


def _imagine_stock(state: State, seat: str, stock: Mapping[str, int]) -> dict[str, int]:
    """Return what every seat is thought to have in store: in sight what it has, others as much as the seat itself."""
    team = get_team(state, seat)
    return {
        other: amount if other in team else stock.get(seat, 0) if other in state.living else 0
        for other, amount in stock.items()
    }
