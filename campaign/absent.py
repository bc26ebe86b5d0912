"""The orders of a seat that missed its deadline in a game in turns."""

from collections.abc import Callable
from typing import Any

from campaign.attack import defence_dice, limits
from campaign.cards import best_set, must_trade
from campaign.conditions import to_place
from campaign.state import State
from campaign.turn import trades_in

JSON = dict[str, Any]


def default(state: State, seat: str) -> JSON:
    """Return the order that stands in for a seat that is to act."""
    return DEFAULTS[state.phase](state, seat)


def claim(state: State, seat: str) -> JSON:
    return {"do": "claim", "at": state.list_owned("")[0]}


def capital(state: State, seat: str) -> JSON:
    return {"do": "capital", "at": max(state.list_owned(seat), key=state.armies)}


def place(state: State, seat: str) -> JSON:
    """Put everything on the weakest border."""
    owner, left = to_place(state, seat)
    return {"do": "place", "at": weakest_border(state, owner), "armies": left}


def weakest_border(state: State, owner: str) -> str:
    """Return the territory beside one of another owner that has fewest armies, or else the first."""
    own = state.list_owned(owner)
    border = [name for name in own if any(state.owner(near) != owner for near in state.map.neighbours[name])]
    return min(border or own[:1], key=state.armies)


def draft(state: State, seat: str) -> JSON:
    return place(state, seat) if state.pool else trade(state, seat)


def trade(state: State, seat: str) -> JSON:
    """Trade the best set if the hand is too big to be kept."""
    cards = best_set(state, seat) if state.phase == trades_in(state) and must_trade(state, seat) else None
    return {"do": "trade", "cards": list(cards)} if cards else finish(state, seat)


def finish(state: State, seat: str) -> JSON:
    return {"do": "done"}


def defend(state: State, seat: str) -> JSON:
    assert state.battle is not None
    return {"do": "defend", "dice": defence_dice(state, state.battle.target)}


def occupy(state: State, seat: str) -> JSON:
    assert state.battle is not None
    return {"do": "occupy", "armies": limits(state, state.battle)[0]}


DEFAULTS: dict[str, Callable[[State, str], JSON]] = {
    "claim": claim,
    "muster": place,
    "capital": capital,
    "draft": draft,
    "cards": draft,
    "attack": finish,
    "defend": defend,
    "occupy": occupy,
    "fortify": finish,
}
