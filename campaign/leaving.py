"""Leaving a game: by elimination, by resigning, or by flipping the table."""

from collections.abc import Mapping
from typing import Any

from campaign import events
from campaign.holdings import NEUTRAL, Holding, armies_of
from campaign.resolution import Resolution, with_item
from campaign.state import Departure, State


def find_reason_against(state: State, seat: str, data: Mapping[str, Any]) -> str | None:
    """Return the code that refuses a `resign` or a `flip`, if one does."""
    if set(data) != {"do"}:
        return "bad_field"
    return _why_no_flip(state, seat) if data["do"] == "flip" else None


def _why_no_flip(state: State, seat: str) -> str | None:
    if not state.casual or state.options["table_flip"] != "casual":
        return "flip_not_allowed"
    if state.round < 2:
        return "flip_too_early"
    return "flip_too_strong" if len(state.list_owned(seat)) > state.options["brink"] else None


def depart(resolution: Resolution, seat: str, by: str | None, strength: tuple[int, int]) -> None:
    """Write down that a seat left, with the territories and armies it is ranked by."""
    state = resolution.state
    departure = Departure(seat, by or "", state.round, *strength)
    gone = [*state.gone, departure]
    # Of one round of a simultaneous game, those that left stand in seat order.
    if not state.order:
        gone.sort(key=lambda other: (other.round, other.seat))
    resolution.set(gone=tuple(gone))


def eliminate(resolution: Resolution, seat: str, by: str | None, strength: tuple[int, int]) -> None:
    """Take a seat without territory out of the game; its reserve and money are lost."""
    depart(resolution, seat, by, strength)
    resolution.record(events.build_left(seat, "eliminated", by))
    _lose_stores(resolution, seat)


def give_up(resolution: Resolution, seat: str) -> None:
    """Let a seat resign: its territories turn neutral, its cards are discarded unseen, the rest is lost."""
    state = resolution.state
    depart(resolution, seat, None, (len(state.list_owned(seat)), armies_of(state.board, seat)))
    resolution.record(events.build_left(seat, "resigned", None))
    hand = state.hands.get(seat, ())
    resolution.set(
        board={name: _neutral(holding, seat) for name, holding in state.board.items()},
        discard=state.discard + hand,
        buried=state.buried + hand,
    )
    if seat in state.hands:
        resolution.set(hands=with_item(state.hands, seat, ()))
    _lose_stores(resolution, seat)


def _neutral(holding: Holding, seat: str) -> Holding:
    return Holding(NEUTRAL, holding.armies) if holding.owner == seat else holding


def _lose_stores(resolution: Resolution, seat: str) -> None:
    for name in ("muster", "reserve", "money"):
        store = getattr(resolution.state, name)
        if seat in store:
            resolution.set(**{name: with_item(store, seat, 0)})
