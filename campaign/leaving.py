"""Leaving a game: by elimination, by resigning, or by flipping the table."""

from collections.abc import Mapping
from typing import Any

from campaign import events
from campaign.holdings import NEUTRAL, Holding, armies_of
from campaign.resolution import Course, with_item
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
    return "flip_too_strong" if len(state.owned(seat)) > state.options["brink"] else None


def depart(course: Course, seat: str, by: str | None, strength: tuple[int, int]) -> None:
    """Write down that a seat left, with the territories and armies it is ranked by."""
    state = course.state
    departure = Departure(seat, by or "", state.round, *strength)
    gone = [*state.gone, departure]
    # Of one round of a simultaneous game, those that left stand in seat order.
    if not state.order:
        gone.sort(key=lambda other: (other.round, other.seat))
    course.set(gone=tuple(gone))


def eliminate(course: Course, seat: str, by: str | None, strength: tuple[int, int]) -> None:
    """Take a seat without territory out of the game; its reserve and money are lost."""
    depart(course, seat, by, strength)
    course.tell(events.left(seat, "eliminated", by))
    _lose_stores(course, seat)


def give_up(course: Course, seat: str) -> None:
    """Let a seat resign: its territories turn neutral, its cards are discarded unseen, the rest is lost."""
    state = course.state
    depart(course, seat, None, (len(state.owned(seat)), armies_of(state.board, seat)))
    course.tell(events.left(seat, "resigned", None))
    hand = state.hands.get(seat, ())
    course.set(
        board={name: _neutral(held, seat) for name, held in state.board.items()},
        discard=state.discard + hand,
        buried=state.buried + hand,
    )
    if seat in state.hands:
        course.set(hands=with_item(state.hands, seat, ()))
    _lose_stores(course, seat)


def _neutral(held: Holding, seat: str) -> Holding:
    return Holding(NEUTRAL, held.armies) if held.owner == seat else held


def _lose_stores(course: Course, seat: str) -> None:
    for name in ("muster", "reserve", "money"):
        store = getattr(course.state, name)
        if seat in store:
            course.set(**{name: with_item(store, seat, 0)})
