"""The facts of a game, and what each seat may know of them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from campaign import fog
from campaign.events import Event
from campaign.holdings import NEUTRAL
from campaign.setup import IN_TURNS
from campaign.simultaneous.cards import has_cards
from campaign.simultaneous.truces import has_truces
from campaign.state import State
from campaign.teams import count_teams
from campaign.units import UNITS, list_units

Facts = dict[str, Any]


def facts(state: State) -> Facts:
    """Return every fact of a game under its name."""
    return {**_common(state), **FACTS[state.ruleset](state), **_truces(state)}


def _common(state: State) -> Facts:
    return {
        "board": {name: str(holding) for name, holding in state.board.items()},
        "round": state.round,
        "words": state.words,
        "out": list(state.out),
        "ended": state.ended,
        "placements": [list(group) for group in state.placements],
    }


def _cards(state: State) -> Facts:
    return {
        "hands": {seat: list(state.hands.get(seat, ())) for seat in state.seats},
        "deck": list(state.deck),
        "discard": list(state.discard),
        "sets": state.sets,
    }


def _in_turns(state: State) -> Facts:
    both = (*state.seats, NEUTRAL) if state.has_neutral_army else state.seats
    return {
        "order": list(state.order),
        "active": state.active,
        "phase": state.phase,
        "pool": state.pool,
        "muster": {seat: state.muster.get(seat, 0) for seat in both},
        "captured": "yes" if state.captured else "no",
        **_cards(state),
        "capitals": dict(state.capitals),
        "missions": dict(state.missions),
    }


def _simultaneous(state: State) -> Facts:
    reserve = {seat: state.reserve.get(seat, 0) for seat in state.seats}
    units = {"units": {name: dict(state.units[name]) for name in state.map.place if name in state.units}}
    return {
        "reserve": reserve,
        "landed": list(state.landed),
        **(_cards(state) if has_cards(state) else {}),
        **(units if list_units(state.options) == UNITS else {}),
    }


def _skirmish(state: State) -> Facts:
    money = {seat: state.money.get(seat, 0) for seat in state.seats}
    return {"phase": state.phase, "money": money, "building": dict(state.building)}


FACTS: dict[str, Callable[[State], Facts]] = {
    **dict.fromkeys(IN_TURNS, _in_turns),
    "campaign.simultaneous": _simultaneous,
    "campaign.skirmish": _skirmish,
}


def _truces(state: State) -> Facts:
    if not has_truces(state):
        return {}
    return {"truces": dict(state.truces), "offers": {key: list(offer) for key, offer in state.offers.items()}}


def view(state: State, seat: str | None = None) -> Facts:
    """Return what a seat, or a spectator, may know: a hidden list shows as its length."""
    visible = {**_get_setting(state), **facts(state)}
    if state.ruleset in IN_TURNS:
        visible |= {"battle": _battle(state), "visit": state.visit}
    if state.ended is None:
        visible |= {name: fact for name, fact in _hide_secrets(state, seat).items() if name in visible}
    visible |= {name: fact for name, fact in _own(state, seat).items() if f"{name}s" in visible}
    return fog.hide(state, seat, visible) if fog.has_fog(state) else visible


def _get_setting(state: State) -> Facts:
    teams = {"teams": [list(team) for team in state.teams]} if count_teams(state.options) else {}
    return {
        **teams,
        "ruleset": state.ruleset,
        "map": state.map.source,
        "seats": list(state.seats),
        "options": dict(state.options),
        "casual": state.casual,
    }


def _battle(state: State) -> Facts | None:
    if state.battle is None:
        return None
    origin, target, dice, advance = state.battle
    return {"from": origin, "to": target, "dice": dice, "advance": advance}


def _hide_secrets(state: State, seat: str | None) -> Facts:
    """Return the facts of a running game that are secret, without their secrets."""
    hands = {other: list(hand) if other == seat else len(hand) for other, hand in state.hands.items()}
    choosing = state.phase == "capital"
    capitals = {other: at for other, at in state.capitals.items() if other == seat or not choosing}
    return {
        "hands": hands,
        "deck": len(state.deck),
        "discard": [None if card in state.buried else card for card in state.discard],
        "capitals": capitals,
        "missions": {other: mission for other, mission in state.missions.items() if other == seat},
    }


def _own(state: State, seat: str | None) -> Facts:
    if seat not in state.seats:
        return {}
    return {
        "hand": list(state.hands.get(seat, ())),
        "capital": state.capitals.get(seat),
        "mission": state.missions.get(seat),
    }


def filter_events(events: Iterable[Event], seat: str | None = None, before: State | None = None) -> list[Event]:
    """Return events as a seat, or a spectator, may see them: cards are named to their new owner only.

    `before`: the state before them, which says what is hidden by fog.
    """
    visible = fog.filter_events(events, before, seat) if before is not None and fog.has_fog(before) else events
    return [HIDING.get(event["kind"], _open)(event, seat) for event in visible]


def _open(event: Event, seat: str | None) -> Event:
    return event


def _hide_card(event: Event, seat: str | None) -> Event:
    return event if event["seat"] == seat else {**event, "card": None}


def _hide_cards(event: Event, seat: str | None) -> Event:
    return event if event["heir"] == seat else {**event, "cards": [None] * len(event["cards"])}


HIDING: Mapping[str, Callable[[Event, str | None], Event]] = {"card": _hide_card, "inherited": _hide_cards}
